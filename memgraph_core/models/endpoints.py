"""The address of an OpenAI-compatible endpoint."""

import httpx

from memgraph_core.errors import ConfigError

OPENAI = "https://api.openai.com/v1"


def checked_base(base_url: str, model: str) -> str:
    """The base URL without a slash at its end. It appears in messages, so it may carry no password.

    Raises ConfigError, which names the kind of `model` ("embedding", "language") that it was given for.
    """
    try:
        url = httpx.URL(base_url)
    except httpx.InvalidURL as e:
        raise ConfigError(f"The base URL of the {model} model is no URL: {e}.") from e
    if url.scheme not in {"http", "https"} or not url.host:
        raise ConfigError(f"The base URL of the {model} model is {base_url!r}; http(s)://host/… is accepted.")
    if url.userinfo or url.query:
        raise ConfigError(f"The base URL of the {model} model carries a secret; give it as the API key.")
    return str(url).rstrip("/")

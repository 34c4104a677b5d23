"""A tool that describes images with a language model that reads images."""

import base64
from pathlib import Path

from memgraph_core.errors import InvalidInput, ToolError
from memgraph_core.integrations.react.passage import Passage
from memgraph_core.models.protocol import ChatModel

_TYPES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
    ".gif": "image/gif",
}
_MAX_BYTES = 10_000_000
_TASK = (
    "Describe this image in a few plain sentences: what it shows, the text in it word for word, and names, dates and numbers. "
    "Do not guess who a person is."
)


class ImagesOfFolder:
    """`describe_image(image)` returns a description of an image in one folder. No file outside the folder is read."""

    def __init__(self, folder: str | Path, chat: ChatModel) -> None:
        """`chat` is a model that reads images, behind any OpenAI-compatible endpoint: `chat_for(settings.models)`.

        To let its calls obey the budgets of a memory and appear in its ledger, give `MeteredChat(chat, CallMeter(…))`.
        Raises InvalidInput if the folder does not exist.
        """
        self._root = Path(folder).expanduser().resolve()
        self._chat = chat
        if not self._root.is_dir():
            raise InvalidInput(f"{str(folder)!r} is not a folder. Give an existing one.")

    def describe_image(self, image: str) -> Passage:
        """Describe an image of the user's folder in words.

        Args:
            image (str): the path of the image within the folder
        """
        path = self._path(image)
        data = base64.b64encode(path.read_bytes()).decode()
        content = [
            {"type": "text", "text": _TASK},
            {"type": "image_url", "image_url": {"url": f"data:{_TYPES[path.suffix.lower()]};base64,{data}"}},
        ]
        answer = self._chat.answer([{"role": "user", "content": content}])
        return Passage(answer.text.strip(), path.relative_to(self._root).as_posix())

    def _path(self, image: str) -> Path:
        path = (self._root / image).resolve()
        if not path.is_relative_to(self._root) or not path.is_file():
            raise ToolError(f"{image!r} is not in the folder. Its images are: {self._names() or 'none'}.")
        if path.suffix.lower() not in _TYPES:
            raise ToolError(f"{image!r} is not an image of the types {', '.join(_TYPES)}.")
        if path.stat().st_size > _MAX_BYTES:
            raise ToolError(
                f"{image!r} has {path.stat().st_size:,} bytes; at most {_MAX_BYTES:,} are accepted."
            )
        return path

    def _names(self) -> str:
        names = sorted(
            p.relative_to(self._root).as_posix() for p in self._root.rglob("*") if p.suffix.lower() in _TYPES
        )
        return ", ".join(names[:20])

"""Settings, with every default in sight. The only reader of the environment.

Names that users have already keep them (NEO4J_URI, OPENAI_BASE_URL …); our own begin with MEMGRAPH_CORE_.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

from memgraph_core.errors import ConfigError
from memgraph_core.records.log import CallTotals
from memgraph_core.records.search import Limits

DEFAULT_STORE = "memory.db"
DEFAULT_NAMESPACE = "default"
EXTRACTORS = ("rules", "llm")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreSettings:
    """Where memories live: a file, or a Neo4j URI (neo4j://, neo4j+s://, bolt:// …)."""

    url: str = DEFAULT_STORE
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    database: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """What a million tokens cost, in any currency; 0: nothing, or not known."""

    tokens_in: float = 0.0
    tokens_out: float = 0.0

    def of(self, tokens_in: int, tokens_out: int) -> float:
        """What one call costs."""
        return (tokens_in * self.tokens_in + tokens_out * self.tokens_out) / 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """How much a namespace may spend on language models in all; None: as much as it takes."""

    calls: int | None = None
    tokens: int | None = None  # in and out
    cost: float | None = None

    def exceeded(self, spent: CallTotals) -> str:
        """Why no further call may be made; empty when one may."""
        tokens = spent.tokens_in + spent.tokens_out
        for what, limit, used in (
            ("calls", self.calls, spent.calls),
            ("tokens", self.tokens, tokens),
            ("cost", self.cost, spent.cost),
        ):
            if limit is not None and used >= limit:
                return (
                    f"the budget of this namespace is spent: {what} {used:g} of {limit:g}. Raise "
                    f"MEMGRAPH_CORE_BUDGET_{what.upper()} and run flush, or let the rules read: flush --extractor rules"
                )
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSettings:
    """What makes vectors, and what reads turns when the extractor is a model.

    The embedder is None for the default (all-MiniLM-L6-v2), "none", "multilingual", "sentence-transformers:NAME" or
    "openai:MODEL". Both kinds of model are asked at one address.
    """

    embedder: str | None = None
    path: str | None = None  # folder of the default model's weights
    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    llm: str | None = None  # the name of a language model
    timeout: float = 60.0  # seconds that one answer of it may take
    patience: float = 10.0  # seconds that are waited when its endpoint asks for it
    prices: Prices = field(default_factory=Prices)
    spacy: str | None = None  # an installed spaCy pipeline, such as en_core_web_sm, that finds further names


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestSettings:
    """How remembering goes about it."""

    before: int = 2  # earlier turns that a passage and an extraction window see
    neighbours: int = 10  # stored notes compared with each new one
    attempts: int = 20  # plans made anew when another writer was faster
    batch: int = 32  # turns of one extraction window in an import
    # Which windows are worth notes at all, beside the salience of each statement: open (all), calibrated, published.
    novelty_filter: str = "open"
    extractor: str = "rules"  # or llm: the language model that the model settings name
    window: int = 512  # tokens of a window that a model reads; the older half of it is read before already
    idle: float = 30.0  # minutes after which a window is closed although nothing followed
    concurrency: int = 4  # windows that are with a model at once
    candidates: int = 10  # older notes that a model is shown, to tie new ones to
    budget: Budget = field(default_factory=Budget)


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrieveSettings:
    """How searching goes about it."""

    limits: Limits = field(default_factory=Limits)
    hits: int = 10  # hits of a plain question
    complexity: float = 1.0  # how much an intricate question widens that: hits · (1 + complexity · C)
    depth: str = "calibrated"  # how C is told: by what is asked for, or as "published" by length, names and joining words
    recency_days: float = 60.0  # S of R = e^(−t/S)

    @classmethod
    def of(cls, depth: str) -> "RetrieveSettings":
        """A preset by name: "calibrated", or SimpleMem's "published" 3 hits with a factor of 5.67, so 3 to 20."""
        if depth == "published":
            return cls(hits=3, complexity=5.67, depth=depth)
        if depth != "calibrated":
            raise ConfigError(
                f"depth is {depth!r}; calibrated and published are accepted (MEMGRAPH_CORE_DEPTH)."
            )
        return cls()


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextSettings:
    """How the text for a prompt is made."""

    tokens: int = 800
    window: int = 3_000  # of a whole context window


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All of them."""

    store: StoreSettings = field(default_factory=StoreSettings)
    models: ModelSettings = field(default_factory=ModelSettings)
    ingest: IngestSettings = field(default_factory=IngestSettings)
    retrieve: RetrieveSettings = field(default_factory=RetrieveSettings)
    context: ContextSettings = field(default_factory=ContextSettings)
    namespace: str = DEFAULT_NAMESPACE

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None) -> "Settings":
        """The settings of a program that was started with these environment variables.

        MEMGRAPH_CORE_STORE wins over NEO4J_URI; without either, a file in the current folder is used.
        Empty variables count as not set.
        """
        given = {k: v for k, v in (os.environ if environ is None else environ).items() if v.strip()}
        return cls(
            store=StoreSettings(
                url=given.get("MEMGRAPH_CORE_STORE") or given.get("NEO4J_URI") or DEFAULT_STORE,
                username=given.get("NEO4J_USERNAME"),
                password=given.get("NEO4J_PASSWORD"),
                database=given.get("NEO4J_DATABASE"),
            ),
            models=ModelSettings(
                embedder=given.get("MEMGRAPH_CORE_EMBEDDER"),
                path=given.get("MEMGRAPH_CORE_MODEL_PATH"),
                base_url=given.get("OPENAI_BASE_URL"),
                api_key=given.get("OPENAI_API_KEY"),
                llm=given.get("MEMGRAPH_CORE_LLM"),
                timeout=_number(given, "MEMGRAPH_CORE_LLM_TIMEOUT") or ModelSettings().timeout,
                prices=Prices(
                    tokens_in=_number(given, "MEMGRAPH_CORE_PRICE_IN") or 0.0,
                    tokens_out=_number(given, "MEMGRAPH_CORE_PRICE_OUT") or 0.0,
                ),
                spacy=given.get("MEMGRAPH_CORE_SPACY"),
            ),
            retrieve=RetrieveSettings.of(given.get("MEMGRAPH_CORE_DEPTH", "calibrated")),
            ingest=IngestSettings(
                novelty_filter=given.get("MEMGRAPH_CORE_NOVELTY_FILTER", "open"),
                extractor=given.get("MEMGRAPH_CORE_EXTRACTOR", "rules"),
                budget=Budget(
                    calls=_whole(given, "MEMGRAPH_CORE_BUDGET_CALLS"),
                    tokens=_whole(given, "MEMGRAPH_CORE_BUDGET_TOKENS"),
                    cost=_number(given, "MEMGRAPH_CORE_BUDGET_COST"),
                ),
            ),
            namespace=given.get("MEMGRAPH_CORE_NAMESPACE", DEFAULT_NAMESPACE),
        )


def _number(given: Mapping[str, str], name: str) -> float | None:
    """A number that is not negative. Raises ConfigError for other text."""
    if (text := given.get(name)) is None:
        return None
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < float("inf"):
        raise ConfigError(f"{name} is {text!r}; a number such as 0.5 or 200 is accepted.")
    return number


def _whole(given: Mapping[str, str], name: str) -> int | None:
    number = _number(given, name)
    return None if number is None else int(number)

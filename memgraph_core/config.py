"""Settings with their defaults. Only this module reads environment variables.

Established names such as NEO4J_URI and OPENAI_BASE_URL are used unchanged; our own names begin with MEMGRAPH_CORE_.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import tzinfo
from typing import Literal, cast, get_args

from memgraph_core.errors import ConfigError, InvalidInput
from memgraph_core.records.kinds import NoteKind
from memgraph_core.records.log import CallTotals
from memgraph_core.records.retention import CurveName
from memgraph_core.records.search import Limits
from memgraph_core.records.validation import zone_of
from memgraph_core.scenarios import SCENARIOS, Scenario, ScenarioName

DEFAULT_STORE = "memory.db"
DEFAULT_NAMESPACE = "default"
EXTRACTORS = ("rules", "llm")
WORDINGS = ("templates", "llm")
MAX_RETENTION_RANKING = 0.1
MAX_PRIMING = 0.1
NEO4J_SCHEMES = ("neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc")  # of the addresses of servers


def masked_url(url: str) -> str:
    """The address without its password, for messages."""
    return re.sub(r"(//[^/@:]*):.*@", r"\1:***@", url)


def file_of(url: str) -> str | None:
    """The path in a SQLite URL (`sqlite:///memory.db`), or a path as it is; None for the address of a server."""
    scheme, mark, rest = url.partition("://")
    if not mark:
        return url
    return rest.removeprefix("/") if scheme.lower() == "sqlite" else None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreSettings:
    """Where the memory is, and the credentials.

    The URL is a file, a Neo4j server (neo4j://, neo4j+s://, bolt:// …), or a server of this package (http://, https://).
    `username`, `password` and `database` are those of Neo4j; `token` is for a server of this package.
    """

    url: str = DEFAULT_STORE
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    database: str | None = None
    token: str | None = field(default=None, repr=False)

    def __repr__(self) -> str:
        return f"StoreSettings(url={masked_url(self.url)!r}, username={self.username!r}, database={self.database!r})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """Prices per million tokens, in any currency. 0 means free or unknown."""

    tokens_in: float = 0.0
    tokens_out: float = 0.0

    def of(self, tokens_in: int, tokens_out: int) -> float:
        """The cost of one call."""
        return (tokens_in * self.tokens_in + tokens_out * self.tokens_out) / 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """Limits for calls of language models. None means no limit. A call is allowed while less than the limit is used."""

    calls: int | None = None
    tokens: int | None = None  # input and output
    cost: float | None = None

    @property
    def is_limited(self) -> bool:
        """Whether any limit is set."""
        return any(limit is not None for limit in (self.calls, self.tokens, self.cost))

    def exceeded(self, spent: CallTotals, scope: str = "namespace", variable: str = "BUDGET") -> str:
        """The reason why no call is allowed in this scope, with the remedy; empty if a call is allowed.

        `variable` is the part of the names of environment variables that distinguishes the budgets, such as TURN_BUDGET.
        """
        tokens = spent.tokens_in + spent.tokens_out
        for what, limit, used in (
            ("calls", self.calls, spent.calls),
            ("tokens", self.tokens, tokens),
            ("cost", self.cost, spent.cost),
        ):
            if limit is not None and used >= limit:
                return (
                    f"the budget of this {scope} is spent: {what} {used:g} of {limit:g}. Raise "
                    f"MEMGRAPH_CORE_{variable}_{what.upper()}"
                )
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSettings:
    """The embedding model, and the language model for extraction.

    `embedder` is None for the default (all-MiniLM-L6-v2), or "none", "multilingual", "sentence-transformers:NAME" or
    "openai:MODEL". Both kinds of model use `base_url`.
    """

    embedder: str | None = None
    path: str | None = None  # folder of the default model's weights
    base_url: str | None = None
    api_key: str | None = field(default=None, repr=False)
    llm: str | None = None  # name of the language model
    timeout: float = 60.0  # seconds per answer of the language model
    patience: float = 10.0  # maximum wait in seconds if the endpoint asks to retry later
    prices: Prices = field(default_factory=Prices)


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestSettings:
    """Settings of the write path."""

    before: int = 2  # preceding turns in a passage and in an extraction window
    neighbours: int = 10  # stored notes compared with each new one
    attempts: int = 20  # plans per write, if concurrent writers make them stale
    batch: int = 32  # turns of one extraction window in an import
    # Preset of the novelty filter, which skips whole windows: open (skips none), calibrated or published.
    novelty_filter: str = "open"
    extractor: str = "rules"  # or llm: the language model of the model settings
    # Tokens of an extraction window for a model; one half is context that was extracted before.
    window: int = 512
    idle: float = 30.0  # minutes without a new turn after which a window is closed
    concurrency: int = 4  # windows that a model processes at the same time
    candidates: int = 10  # older notes in a prompt, as targets of links
    budget: Budget = field(default_factory=Budget)


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSettings:
    """Limits for the calls of agents, in addition to the budget of the namespace."""

    turn: Budget = field(default_factory=Budget)  # one message with its answer
    session: Budget = field(default_factory=Budget)
    day: Budget = field(default_factory=Budget)  # of the namespace, from midnight UTC


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrieveSettings:
    """Settings of the search path."""

    limits: Limits = field(default_factory=Limits)
    hits: int = 10  # hits of a simple question
    complexity: float = 1.0  # a complex question gets hits · (1 + complexity · C)
    # "calibrated": C depends on the kind of question; "published": on its length, names and conjunctions.
    depth: str = "calibrated"
    recency_days: float = 60.0  # S of R = e^(−t/S)
    # The weights of the signals: "trained", or "generative_agents" for recency + importance + relevance.
    ranking: Literal["trained", "generative_agents"] = "trained"

    @classmethod
    def of(cls, depth: str, ranking: str = "trained") -> "RetrieveSettings":
        """The settings for a depth and a ranking. Raises ConfigError for an unknown name.

        A depth is "calibrated", or "published" as in SimpleMem: 3 hits and a factor of 5.67, which gives 3 to 20 hits.
        """
        if depth not in ("calibrated", "published"):
            raise ConfigError(f"depth is {depth!r}; give calibrated or published (MEMGRAPH_CORE_DEPTH).")
        if ranking not in ("trained", "generative_agents"):
            raise ConfigError(
                f"ranking is {ranking!r}; give trained or generative_agents (MEMGRAPH_CORE_RANKING)."
            )
        if depth == "published":
            return cls(hits=3, complexity=5.67, depth=depth, ranking=ranking)
        return cls(ranking=ranking)


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionSettings:
    """How statements fade with time, and the effect on ranking and archiving. Nothing is deleted."""

    curve: CurveName = "fsrs"
    ranking: float = 0.0  # 0 to 0.1: the largest share by which retention changes the score of a hit
    # Days after which an unused instance of an abstraction is archived. One that was used is archived later.
    archive_after: float = 30.0
    # Kinds of notes that never expire. In ranking their retention is 1.
    never_fade: tuple[NoteKind, ...] = ("core", "vault")

    def __post_init__(self) -> None:
        if self.curve not in get_args(CurveName):
            raise ConfigError(
                f"retention is {self.curve!r}; give fsrs or ebbinghaus (MEMGRAPH_CORE_RETENTION)."
            )
        if not 0 <= self.ranking <= MAX_RETENTION_RANKING:
            raise ConfigError(
                f"the effect of retention is {self.ranking!r}; give 0 to {MAX_RETENTION_RANKING} "
                "(MEMGRAPH_CORE_RETENTION_RANKING)."
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkingSettings:
    """Working memory, and its effect on ranking."""

    chunks: int = 7  # 5 to 9
    decay: float = 0.5  # d of the base-level activation of ACT-R
    hours: float = 24.0  # after which a chunk that was touched once is dropped
    # 0 to 0.1: the largest share that is added to the score of a turn that the session has just touched.
    priming: float = 0.0

    def __post_init__(self) -> None:
        if not 5 <= self.chunks <= 9:
            raise ConfigError(
                f"working memory has {self.chunks!r} chunks; give 5 to 9 (MEMGRAPH_CORE_WORKING_CHUNKS)."
            )
        if not 0 <= self.priming <= MAX_PRIMING:
            raise ConfigError(
                f"priming is {self.priming!r}; give 0 to {MAX_PRIMING} (MEMGRAPH_CORE_PRIMING)."
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextSettings:
    """Sizes of the text for a prompt, in tokens."""

    tokens: int = 800  # of a context
    window: int = 3_000  # of a context window


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings."""

    store: StoreSettings = field(default_factory=StoreSettings)
    models: ModelSettings = field(default_factory=ModelSettings)
    ingest: IngestSettings = field(default_factory=IngestSettings)
    retrieve: RetrieveSettings = field(default_factory=RetrieveSettings)
    context: ContextSettings = field(default_factory=ContextSettings)
    agent: AgentSettings = field(default_factory=AgentSettings)
    retention: RetentionSettings = field(default_factory=RetentionSettings)
    working: WorkingSettings = field(default_factory=WorkingSettings)
    scenario: ScenarioName | None = None  # selects the preset of consolidation
    wording: str = "templates"  # of abstractions; llm: by the language model of the model settings
    namespace: str = DEFAULT_NAMESPACE
    # The time zone of the people: of days and times that are given without one, and of "tomorrow" in what they say. An
    # IANA name, or an offset such as +02:00.
    time_zone: str = "UTC"

    def __post_init__(self) -> None:
        if self.wording not in WORDINGS:
            raise ConfigError(f"wording is {self.wording!r}; give templates or llm (MEMGRAPH_CORE_WORDING).")

    @property
    def zone(self) -> tzinfo:
        """The time zone. Raises ConfigError for an unknown name."""
        try:
            return zone_of(self.time_zone)
        except InvalidInput as e:
            raise ConfigError(f"The time zone of the settings: {e}") from e

    def with_scenario(self, name: str) -> "Settings":
        """These settings with those of a scenario (see docs/how-to/scenarios.md). Raises ConfigError for an unknown name."""
        scenario = _scenario(name)
        return replace(
            self,
            scenario=cast(ScenarioName, name),
            ingest=replace(self.ingest, novelty_filter=scenario.novelty_filter),
            retention=replace(
                self.retention,
                curve=scenario.curve,
                archive_after=scenario.archive_after,
                never_fade=scenario.never_fade,
            ),
        )

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None) -> "Settings":
        """The settings from environment variables; `environ` replaces the environment of the process.

        MEMGRAPH_CORE_STORE has precedence over NEO4J_URI; without either, a file in the current folder is used. Empty
        variables count as not set.
        """
        given = {k: v for k, v in (os.environ if environ is None else environ).items() if v.strip()}
        name = given.get("MEMGRAPH_CORE_SCENARIO")
        scenario = Scenario() if name is None else _scenario(name)
        return cls(
            store=_store_settings(given),
            models=_model_settings(given),
            retrieve=RetrieveSettings.of(
                given.get("MEMGRAPH_CORE_DEPTH", "calibrated"), given.get("MEMGRAPH_CORE_RANKING", "trained")
            ),
            ingest=IngestSettings(
                novelty_filter=given.get("MEMGRAPH_CORE_NOVELTY_FILTER", scenario.novelty_filter),
                extractor=given.get("MEMGRAPH_CORE_EXTRACTOR", "rules"),
                budget=_budget(
                    given,
                    "MEMGRAPH_CORE_BUDGET_CALLS",
                    "MEMGRAPH_CORE_BUDGET_TOKENS",
                    "MEMGRAPH_CORE_BUDGET_COST",
                ),
            ),
            agent=_agent_settings(given),
            retention=RetentionSettings(
                curve=cast(CurveName, given.get("MEMGRAPH_CORE_RETENTION", scenario.curve)),
                ranking=_number(given, "MEMGRAPH_CORE_RETENTION_RANKING") or 0.0,
                archive_after=scenario.archive_after,
                never_fade=scenario.never_fade,
            ),
            working=WorkingSettings(
                chunks=_whole(given, "MEMGRAPH_CORE_WORKING_CHUNKS") or WorkingSettings().chunks,
                priming=_number(given, "MEMGRAPH_CORE_PRIMING") or 0.0,
            ),
            scenario=cast(ScenarioName | None, name),
            wording=given.get("MEMGRAPH_CORE_WORDING", "templates"),
            namespace=given.get("MEMGRAPH_CORE_NAMESPACE", DEFAULT_NAMESPACE),
            time_zone=given.get("MEMGRAPH_CORE_TIME_ZONE", "UTC"),
        )


def _store_settings(given: Mapping[str, str]) -> StoreSettings:
    return StoreSettings(
        url=given.get("MEMGRAPH_CORE_STORE") or given.get("NEO4J_URI") or DEFAULT_STORE,
        username=given.get("NEO4J_USERNAME"),
        password=given.get("NEO4J_PASSWORD"),
        database=given.get("NEO4J_DATABASE"),
        token=given.get("MEMGRAPH_CORE_TOKEN"),
    )


def _model_settings(given: Mapping[str, str]) -> ModelSettings:
    return ModelSettings(
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
    )


def _agent_settings(given: Mapping[str, str]) -> AgentSettings:
    return AgentSettings(
        turn=_budget(
            given,
            "MEMGRAPH_CORE_TURN_BUDGET_CALLS",
            "MEMGRAPH_CORE_TURN_BUDGET_TOKENS",
            "MEMGRAPH_CORE_TURN_BUDGET_COST",
        ),
        session=_budget(
            given,
            "MEMGRAPH_CORE_SESSION_BUDGET_CALLS",
            "MEMGRAPH_CORE_SESSION_BUDGET_TOKENS",
            "MEMGRAPH_CORE_SESSION_BUDGET_COST",
        ),
        day=_budget(
            given,
            "MEMGRAPH_CORE_DAY_BUDGET_CALLS",
            "MEMGRAPH_CORE_DAY_BUDGET_TOKENS",
            "MEMGRAPH_CORE_DAY_BUDGET_COST",
        ),
    )


def _scenario(name: str) -> Scenario:
    for known, scenario in SCENARIOS.items():
        if name == known:
            return scenario
    raise ConfigError(
        f"the scenario is {name!r:.80}; give one of {', '.join(SCENARIOS)} (MEMGRAPH_CORE_SCENARIO)."
    )


def _budget(given: Mapping[str, str], calls: str, tokens: str, cost: str) -> Budget:
    """The budget whose limits are in the variables with these names."""
    return Budget(calls=_whole(given, calls), tokens=_whole(given, tokens), cost=_number(given, cost))


def _number(given: Mapping[str, str], name: str) -> float | None:
    """The number in a variable, 0 or more; None if it is not set. Raises ConfigError for other text."""
    if (text := given.get(name)) is None:
        return None
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < float("inf"):
        raise ConfigError(f"{name} is {text!r}; give a number such as 0.5 or 200.")
    return number


def _whole(given: Mapping[str, str], name: str) -> int | None:
    number = _number(given, name)
    return None if number is None else int(number)

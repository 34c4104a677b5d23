"""Whether a context quotes memory: a calibrated probability that memory answers the request.

The probability comes from a trained model (`estimate`). Its features say how much of the request the evidence contains, by
words, facts and meaning, and how far statements of a named person exceed those of others about themselves.
"""

from dataclasses import dataclass
from math import exp

from memgraph_core.retrieve.coverage import covered_share, lacks_exact_word, unknown_share
from memgraph_core.retrieve.estimate import LEADS, Features, ranking_features, shipped_model
from memgraph_core.retrieve.knows import MIN_COVERAGE, Findings, KnowledgeInput, findings_of

# Minimum probability of the context of a question, and of the context of a message or a task, which ask nothing of
# memory.
MIN_SURFACED = 0.2
MIN_SURFACED_UNASKED = 0.4
_MIN_REPEATED_SHARE = 0.8  # share of the words of a request, by weight, in the passage of the best hit
_STEEPNESS = 10.0  # of the logistic curve around the coverage that usually answers


@dataclass(frozen=True, slots=True, kw_only=True)
class Assessment:
    """The features of a request, and the probability that memory answers it."""

    findings: Findings
    features: Features
    is_question: bool

    @property
    def is_excluded(self) -> bool:
        """Whether there is no evidence, or none for one of several questions or for a code that must occur."""
        found = self.findings
        lacks_code = any(lacks_exact_word(part, found.evidence) for part in found.parts)
        lacks_part = len(found.parts) > 1 and not found.covered
        return not found.evidence or lacks_code or lacks_part

    @property
    def is_surfaced(self) -> bool:
        """Whether a context may quote memory: it probably answers, or its best passage repeats nearly all of the request.

        The passage of an answer contains the question before it: "A cello, for nine years" answers a request like that question.
        """
        repeats = (
            self.features.get("top_coverage_passage", 0.0) >= _MIN_REPEATED_SHARE and not self.is_excluded
        )
        return repeats or self.probability >= (MIN_SURFACED if self.is_question else MIN_SURFACED_UNASKED)

    @property
    def probability(self) -> float:
        """The probability that memory answers the request."""
        return 0.0 if self.is_excluded else shipped_model("known").probability(self.features)


def assess(found: KnowledgeInput) -> Assessment:
    """The evidence among the hits, and its features."""
    seen = findings_of(found)
    shares = [max(covered_share(part, one) for part in seen.parts) for one in seen.evidence]
    content = min(max(seen.covered, seen.meaning), max(seen.covered_in_time, seen.meaning))
    features = {
        **ranking_features(found.query, found.ranking, found.hits, seen.people),
        "covered": seen.covered,
        "covered_in_time": seen.covered_in_time,
        "meaning": seen.meaning,
        "content": content,
        "is_covered": 1 / (1 + exp(-_STEEPNESS * (content - MIN_COVERAGE))),
        "shares": sum(sorted(shares, reverse=True)[:3]) / 3,
        "evidence": len(seen.evidence) / max(len(seen.hits), 1),
        "unknown_words": unknown_share(seen.parts),
        "people": float(bool(seen.people)),
        "strangers": len(seen.strangers) / len(seen.people) if seen.people else 0.0,
        "states_fact": float(seen.states_fact),
        "of_another": float(seen.is_of_another),
    }
    if seen.states_fact:  # it answers the question, whatever others say about themselves
        features |= {name: max(features[name], 0.0) for name in LEADS if name in features}
    return Assessment(findings=seen, features=features, is_question=found.query.kind == "question")

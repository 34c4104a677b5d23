"""Insights about insights: what several insights about one person say together, up to a depth of 3.

An insight of depth 1 cites notes. One that cites insights has a depth of 1 + the largest depth of those. Its instances are all
notes of the insights that it cites, so it is checked, filtered, forgotten and exported like other abstractions.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Literal

from memgraph_core.consolidate.abstractions import Draft, most_frequent
from memgraph_core.consolidate.material import Material
from memgraph_core.language.derived_text import Aftermath, Changes, Contrast, Derived, Feeling, Feelings
from memgraph_core.records.validation import EARLIEST

MAX_DEPTH = 3
MIN_CITED = 2
_SIGNS: tuple[Literal["good", "bad"], ...] = ("good", "bad")
_GOOD = ("joy", "gratitude", "relief")
_AFTER = timedelta(
    days=60
)  # the longest time from the last change to the first feeling that may follow from it


def insights_about(insights: Iterable[Draft], depth: int, material: Material) -> list[Draft]:
    """The insights of a depth (2 or 3) about these insights, in the order of subject and user.

    `insights` are those of all lower depths.
    """
    by_subject: defaultdict[tuple[str, str], list[Draft]] = defaultdict(list)
    for draft in insights:
        by_subject[draft.subject, draft.user].append(draft)
    found = (
        draft
        for _, known in sorted(by_subject.items())
        for derive in (_feelings, _contrast, _aftermath)
        for draft in derive(sorted(known, key=lambda each: each.uid), material)
    )
    return [draft for draft in found if draft.depth == depth]


def _feelings(insights: Sequence[Draft], material: Material) -> Iterator[Draft]:
    """The topics about which the subject feels good, and those about which the subject feels bad, if there are several."""
    for sign in _SIGNS:
        cited = _with_sign(insights, sign)
        if len(cited) >= MIN_CITED:
            notes = _notes(cited, material)
            yield _draft(
                ("feelings", sign),
                cited,
                Feelings(
                    subject=_name(cited, material),
                    sign=sign,
                    topics=_topics(cited),
                    count=len(notes),
                    first=_day(notes[0], material),
                    last=_day(notes[-1], material),
                ),
                material,
            )


def _contrast(insights: Sequence[Draft], material: Material) -> Iterator[Draft]:
    """What the subject feels good and bad about, if there is both."""
    good, bad = (_with_sign(insights, sign) for sign in ("good", "bad"))
    if not good or not bad:
        return
    groups = [each for each in insights if isinstance(each.derived, Feelings)]
    single = [each for cited in (good, bad) if len(cited) == 1 for each in cited]
    if len(groups) + len(single) < MIN_CITED:  # a group is not derived yet, or a person has removed it
        return
    cited = [*groups, *single]
    notes = _notes(cited, material)
    yield _draft(
        ("contrast",),
        cited,
        Contrast(
            subject=_name(cited, material),
            good=tuple(topic for topic, _ in _topics(good)),
            bad=tuple(topic for topic, _ in _topics(bad)),
            count=len(notes),
            first=_day(notes[0], material),
            last=_day(notes[-1], material),
        ),
        material,
    )


def _aftermath(insights: Sequence[Draft], material: Material) -> Iterator[Draft]:
    """What the subject feels about topics that first came up after several things had changed."""
    for changes in insights:
        if not isinstance(changes.derived, Changes):
            continue
        until = changes.last + _AFTER
        felt = [
            each
            for each in insights
            if isinstance(each.derived, Feeling) and changes.last < each.first <= until
        ]
        if not felt:
            continue
        cited = [changes, *felt]
        notes = _notes(felt, material)
        yield _draft(
            ("aftermath", *changes.key),
            cited,
            Aftermath(
                subject=_name(cited, material),
                steps=changes.derived.steps,
                topics=_topics(felt),
                first=_day(notes[0], material),
                last=_day(notes[-1], material),
            ),
            material,
        )


def _with_sign(insights: Iterable[Draft], sign: str) -> list[Draft]:
    """The insights about the feeling for one topic with this sign."""
    return [
        each
        for each in insights
        if isinstance(each.derived, Feeling) and (each.derived.label in _GOOD) == (sign == "good")
    ]


def _topics(cited: Iterable[Draft]) -> tuple[tuple[str, str], ...]:
    """Topic and label of insights about feelings, the topic with most notes first."""
    felt = [each.derived for each in cited if isinstance(each.derived, Feeling)]
    ordered = sorted(felt, key=lambda feeling: (-feeling.count, feeling.topic))
    return tuple((feeling.topic, feeling.label) for feeling in ordered)


def _draft(key: tuple[str, ...], cited: Sequence[Draft], derived: Derived, material: Material) -> Draft:
    notes = _notes(cited, material)
    first = cited[0]
    return Draft(
        kind="insight",
        subject=first.subject,
        key=key,
        user=first.user,
        derived=derived,
        language=most_frequent([each.language for each in cited]),
        instances=tuple(notes),
        about=tuple(dict.fromkeys(uid for each in cited for uid in each.about)),
        first=min(each.first for each in cited),
        last=max(each.last for each in cited),
        cites=tuple(sorted(each.uid for each in cited)),
        depth=1 + max(each.depth for each in cited),
    )


def _notes(cited: Iterable[Draft], material: Material) -> list[str]:
    """The notes (uids) behind insights, in the order of time."""
    uids = {uid for each in cited for uid in each.instances}
    return sorted(uids, key=lambda uid: (_said_at(uid, material), uid))


def _name(cited: Sequence[Draft], material: Material) -> str:
    return material.entities[cited[0].subject].name


def _day(uid: str, material: Material) -> date:
    return material.day(_said_at(uid, material))


def _said_at(uid: str, material: Material) -> datetime:
    return material.notes[uid].said_at or EARLIEST

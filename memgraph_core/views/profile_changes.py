"""What began, what ended and which topics rose or fell between two profiles of one entity."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from memgraph_core.language.quoting import encoded_name
from memgraph_core.records.representation import as_date, short_repr
from memgraph_core.views.profile import Profile, ProfileLine, line_text
from memgraph_core.views.sheet import Sheet, SheetLine, as_markdown, as_page, as_text
from memgraph_core.views.words import WORDS, Words

_MIN_MENTIONS = 5  # of topics, in each of the two periods whose interests are compared
_MIN_INTEREST = 0.05  # the smallest change of a share that counts
_MAX_INTERESTS = 10  # that rise or fall most


@dataclass(frozen=True, slots=True, kw_only=True)
class Interest:
    """How often an entity mentions a topic, before and after a moment."""

    topic: str
    before: float  # share of the topics of the notes until then, 0 to 1
    after: float  # share of the topics of the later notes

    __repr__ = short_repr

    @property
    def change(self) -> float:
        """The share after minus the share before."""
        return round(self.after - self.before, 3)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileChanges:
    """What changed in a profile from one moment to another. Lines are in the order of the profile."""

    name: str
    language: str
    since: datetime
    until: datetime
    began: tuple[ProfileLine, ...]  # current or planned now, and not known before
    ended: tuple[ProfileLine, ...]  # current before, and no longer current
    interests: tuple[Interest, ...] = ()  # topics whose share changed, the largest change first

    __repr__ = short_repr

    def text(self, tokens: int | None = None) -> str:
        """What began and what ended, as text for a prompt, of at most `tokens` estimated tokens.

        If it does not fit, facts that began are kept first, then facts that ended.
        """
        return as_text(self._sheet(), tokens)

    def markdown(self) -> str:
        """The changes as Markdown, with the uids of the source notes behind each line."""
        return as_markdown(self._sheet())

    def page(self) -> str:
        """The changes as one page of HTML."""
        return as_page(self._sheet())

    def _sheet(self) -> Sheet:
        words = WORDS[self.language]
        since = words.brief_title.format(since=as_date(self.since))
        return Sheet(
            title=f"{encoded_name(self.name)}{words.colon}{since}",
            language=self.language,
            day=as_date(self.until),
            sections=[
                (words.began, [self._sheet_line(line, 0, words) for line in self.began]),
                (words.ended, [self._sheet_line(line, 1, words) for line in self.ended]),
                (words.interests, [_interest_line(each, words) for each in self.interests]),
            ],
        )

    def _sheet_line(self, line: ProfileLine, rank: int, words: Words) -> SheetLine:
        return SheetLine(
            text=f"{words.sections[line.section]}{words.colon}{line_text(line, self.name, words)}",
            rank=rank,
            sources=line.fact.notes,
            style="former" if rank else line.state,
        )


def _interest_line(interest: Interest, words: Words) -> SheetLine:
    """The line of an interest: `travel: 14% → 40%`."""
    shares = f"{interest.before:.0%} → {interest.after:.0%}"
    return SheetLine(text=f"{words.topic(interest.topic)}{words.colon}{shares}", rank=2)


def changes_between(earlier: Profile, later: Profile) -> ProfileChanges:
    """What began and what ended between two profiles of one entity."""
    before = {line.key for line in earlier.lines if line.state != "former"}
    after = {line.key for line in later.lines if line.state != "former"}
    return ProfileChanges(
        name=later.name,
        language=later.language,
        since=earlier.at,
        until=later.at,
        began=tuple(line for line in later.lines if line.key in after - before and line.state != "former"),
        ended=tuple(line for line in earlier.lines if line.key in before - after and line.state == "current"),
        interests=_interests(dict(earlier.topics), dict(later.topics)),
    )


def _interests(before: Mapping[str, int], until_now: Mapping[str, int]) -> tuple[Interest, ...]:
    """The topics whose share among the topics of notes changed. Empty if one of the periods has few topics."""
    after = {topic: max(0, count - before.get(topic, 0)) for topic, count in until_now.items()}
    total_before, total_after = sum(before.values()), sum(after.values())
    if min(total_before, total_after) < _MIN_MENTIONS:
        return ()
    found = [
        Interest(
            topic=topic,
            before=round(before.get(topic, 0) / total_before, 3),
            after=round(after.get(topic, 0) / total_after, 3),
        )
        for topic in before.keys() | after.keys()
    ]
    changed = [each for each in found if abs(each.change) >= _MIN_INTEREST]
    return tuple(sorted(changed, key=lambda each: (-abs(each.change), each.topic))[:_MAX_INTERESTS])

"""What people do again and again: the activities of `activities.yaml`, found by a verb and the things with it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from memgraph_core.language.word_lists import yaml_of


@dataclass(frozen=True, slots=True)
class Action:
    """Something that a sentence states as done once.

    Actions of one activity and kind are instances of one habit; actions of one activity and different kinds are
    alternatives, such as coffee and tea.
    """

    activity: str  # a name of `activities.yaml`, or the verb
    kind: str  # the name of a kind in `activities.yaml`, or the thing; empty for a verb without a thing
    variant: str  # a listed thing as the sentence names it; empty for none and for the name of the kind
    phrase: str  # the activity and the kind as a verb phrase in the plain form: `drink coffee`, 喝咖啡
    subject: str | None = None  # who did it, as written; None: the speaker


@cache
def _verbs(language: str) -> Mapping[str, frozenset[str]]:
    """Activity → its verbs."""
    return {name: frozenset(row["verbs"].get(language, ())) for name, row in yaml_of("activities").items()}


@cache
def _kinds(language: str, part: str) -> Mapping[str, tuple[tuple[str, str, str], ...]]:
    """Name of a thing, or of an act → the activities, kinds and phrases that it belongs to."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for activity, row in yaml_of("activities").items():
        for kind, words in row["kinds"].items():
            for word in words.get(part, {}).get(language, ()):
                found.setdefault(word, []).append((activity, kind, words["phrase"][language]))
    return {word: tuple(rows) for word, rows in found.items()}


@cache
def listed_verbs(language: str) -> frozenset[str]:
    """The verbs of all activities."""
    return frozenset(verb for verbs in _verbs(language).values() for verb in verbs)


def is_listed(activity: str) -> bool:
    """Whether an activity is one of the file, so that its kinds are alternatives to each other."""
    return activity in yaml_of("activities")


def is_listed_kind(activity: str, kind: str) -> bool:
    """Whether an activity of the file lists a kind."""
    return kind in yaml_of("activities").get(activity, {}).get("kinds", {})


def has_variants(activity: str) -> bool:
    """Whether the things of a kind of an activity differ, as a latte and an espresso do; a run and a jog are the same."""
    return bool(yaml_of("activities").get(activity, {}).get("varies"))


def thing_of(language: str, activity: str, kind: str) -> str:
    """The most general name of the things of a kind, such as tea or 茶; the kind itself if it is not listed."""
    listed = yaml_of("activities").get(activity, {}).get("kinds", {}).get(kind, {})
    return listed.get("things", {}).get(language, [kind])[0]


def general_names(language: str, text: str) -> set[str]:
    """The general names of the listed things of at least two characters that a text in small letters names: tea for
    oolong.
    """
    return {
        thing_of(language, *rows[0][:2])
        for name, rows in _kinds(language, "things").items()
        if len(rows) == 1 and name in text and _name_pattern(name).search(text)
    }


@cache
def _name_pattern(name: str) -> re.Pattern[str]:
    """Where a text has a listed name as a word; in Chinese, where words are not separated, anywhere."""
    if name.isascii():
        return re.compile(rf"\b{re.escape(name)}\b")
    return re.compile(re.escape(name) if len(name) > 1 else r"(?!)")


@cache
def _general_names(language: str) -> frozenset[str]:
    rows = yaml_of("activities").items()
    return frozenset(
        thing_of(language, activity, kind).lower() for activity, row in rows for kind in row["kinds"]
    )


def is_general_name(name: str) -> bool:
    """Whether a name in small letters is the general name of a listed kind."""
    return name in _general_names("en" if name.isascii() else "zh")


def is_thing(language: str, name: str) -> bool:
    """Whether a word is a listed name of a thing of at least two characters, and not also an act."""
    return len(name) > 1 and name in _kinds(language, "things") and name not in _kinds(language, "acts")


def longest_thing_in(language: str, verb: str, text: str) -> str:
    """The longest listed name of at least two characters in a text that the verb goes with; empty for none."""
    names = (
        name
        for name, rows in _kinds(language, "things").items()
        if len(name) > 1 and name in text and any(verb in _verbs(language)[activity] for activity, *_ in rows)
    )
    return max(names, key=lambda name: (len(name), name), default="")


def act(language: str, verb: str) -> Action | None:
    """The action that a verb alone states, such as `jog`; None for another verb."""
    for activity, kind, phrase in _kinds(language, "acts").get(verb, ()):
        return Action(activity, kind, "", phrase)
    return None


def action_with(language: str, verb: str, names: Sequence[str], variant: str) -> Action | None:
    """The action of a verb with a thing, by the first of its names that is listed; None if none is."""
    for name in names:
        for activity, kind, phrase in _kinds(language, "things").get(name, ()):
            if verb in _verbs(language)[activity]:
                return Action(activity, kind, "" if variant.lower() in phrase else variant, phrase)
    return None

"""Whom a text is about. The next text may leave out its subject: `My aunt lives alone`, and then `Has bad knees`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Topic:
    """Somebody else than the speaker."""

    name: str = ""  # empty if it is not clear who: somebody without a name, or one of several
    is_animal: bool = False
    # The speaker's partner, child or pet: what they have at home is the speaker's, too.
    is_household: bool = False

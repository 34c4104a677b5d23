"""Recognises English statements that describe a procedure, and those that state something lasting."""

import re

_STEPS_EN = re.compile(
    r"\bhow to \w|\bto (?:make|cook|bake|fix|install|reset|clean|set up|get to|build|start|open|close|run"
    r"|use)\b.{1,80},\s(?:you|first|just|then|press"
    r"|click|mix|take|put|add|turn)|\b(?:first|start by|begin by|step (?:one|1))\b.{1,200}\b(?:then|next"
    r"|after that|finally|step (?:two|2))\b"
    r"|^(?:step \d{1,2}\b)|\bthe (?:recipe|trick|steps?|procedure"
    r"|way to \w{2,12}) (?:is|are|goes)\b"
    r"|\bmake sure (?:to|you|that)\b|\b(?:remember|don['’]t forget) to (?:always|never)\b|\bbefore you \w{2,12},"
    r"|\bin order to\b.{1,80},",
    re.IGNORECASE | re.DOTALL,
)

_BIDS_EN = re.compile(  # an instruction begins with its verb
    r"(?:(?:always|never|then|next|finally|now|first|firstly|secondly|also|after that|gently|carefully|slowly"
    r"|just|please)[,]?\s){0,2}"
    r"(?:add|mix|stir|pour|boil|bake|cook|heat|preheat|chop|slice|cut|peel|rinse|wash|drain|season|whisk|simmer|fry|saute|grill"
    r"|press|click|type|open|close|install|download|restart|unplug|plug|select|choose|enter|log|connect|insert"
    r"|remove|replace|turn"
    r"|fold|apply|spread|sprinkle|serve|soak|combine|place|hold|push|pull|fill|measure|repeat|attach|tighten|charge|run|set)\s"
    r"(?:the|a|an|your|in|on|off|up|down|it|them|all|some|two|three|four|half|\d{1,4}|to|with|until|into|for"
    r"|olive|salt|water)\b",
    re.IGNORECASE,
)

_HABIT_EN = re.compile(
    r"\b(?:always|usually|normally|generally|every (?:day|week|month|year|morning|evening|night|weekend|summer"
    r"|winter|\w{3,6}day)"
    r"|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|twice a|once a|never (?:eat|drink|watch|goe?|use|work|buy"
    r"|take|cook)s?|tend to)\b"
    r"|\b(?:I|we|he|she|they|(?!Would|Will|Must|Might|Could|Should|To\b)[A-Z][a-z]{1,20}) (?:really |also |just "
    r"|absolutely |still |don['’]t |doesn['’]t )?"
    r"(?:love|loves|like|likes|hate|hates|prefer|prefers|enjoy|enjoys|own|owns|speak|speaks|believe|believes"
    r"|need|needs|live|lives"
    r"|work|works|teach|teaches|study|studies|collect|collects|play|plays)\b"
    r"|\b[Mm]y (?:favou?rite|name|birthday|hobby|job|dream|goal|email|address|phone number|(?:\w{2,12} )?allergy)\b"
    r"|\bI(?:['’]m| am) (?:a|an|from|allergic|vegan|vegetarian|afraid|married|single|\d{1,3} years)\b"
    r"|\b(?:is|are) (?:my|his|her|their|our|a|an|the)\b"
)

_PAST_EN = re.compile(
    r"\b(?:yesterday|last (?:night|week|month|year|\w{3,6}day)|ago|went|was|were|had|did|got|came|saw|met|bought"
    r"|made|took|started"
    r"|finished|\w{3,12}ed)\b"
)


def tells_how(text: str) -> bool:
    """Whether a text describes how something is done.

    A sequence of past events is a story: "first I went to Rome, then to Paris" does not describe a procedure.
    """
    bids = _BIDS_EN.match(text.lstrip("-*•·0123456789.) "))
    return bids is not None or (_STEPS_EN.search(text) is not None and _PAST_EN.search(text) is None)


def lasts(text: str) -> bool:
    """Whether a text states a habit, a preference or a property, and nothing past."""
    return _HABIT_EN.search(text) is not None and _PAST_EN.search(text) is None

"""English words that name nothing to be kept: `a lot of things`, `a trip`, `to see it`."""

import re

from memgraph_core.language.word_lists import groups_of, word_set

_VAGUE = re.compile(
    r"(?:lots?|ones?|things?|stuff|way|ways|idea|ideas|look|looks|time|times|part|fact|people|kind|kinds|sort|type|bit|ton|tons"
    r"|\w{0,20}(?:body|thing)|everyone|someone|anyone|nothing|none|myself|yourself|himself|herself|themselves|ourselves"
    r"|feeling|vibe|vibes|sound|moment|moments|day|days|week|weeks|weekend|year|years|month|months|morning|night|evening"
    r"|place|places|spot|something|difference|sense|chance|blast|you|me|him|her|them|us|he|she|they|we|i|mine|yours|others"
    r"|rest|view|views|point|end|start|whole|same|first|second|anything|care|energy|attitude|thought|reminder|support|side"
    r"|guy|guys|folks|man|woman|person|boy|girl|kid|words?|picture|pictures|pic|pics|photo|photos|name|answer|question"
    r"|hobby|hobbies|hard|well|abroad|fights?|arguments?|working|talking|making"
    r"|helping|doing|going|taking|seeing|hearing|getting|having|using|opportunity|experience"
    r"|positivity|passion|enthusiasm|dedication|advice|suggestion|story|quote|sign|shot"
    r"|journey|atmosphere|some|true|sure|better|easier|possible|clear|public|available|worth|safe|giving|career|best|back)",
    re.IGNORECASE,
)
_IDLE = re.compile(
    r"(?:(?:visit|improve|succeed|win|learn|grow|change|relax)$|go(?: back)?$|be(?! an? | in | on the )|do(?! \w+ing\b| an? )"
    r"|hear(?:ing)?|seeing|catching|chatting|talking|being|having|doing|know|say|see|tell|ask|thank|make sure|keep"
    r"|let|talk|chat|check|share|look(?! into)|feel|think|try(?= (?:it|this|that|them|to|our|my|not|and|harder"
    r"|hard|again|something|new things)\b|$)|go for|catch|come|hang|hug|remember|wish|congratulate"
    r"|mention|put|leave|miss|forget|remind|believe|listen|clear|figure|read$|hold|give (?:you|ya|them|him|her"
    r"|it)|like|love|admit|pay|need"
    r"|send|stay|push|live up|impress|work$|turn|pass)\b|(?:with|for|the|an?|at|in|on) "
)
# These say little in few words: "to help out", "to make a difference".
_THIN = re.compile(
    r"(?:add|meet|help|show|get|give|have|become|find|join|take|stop|start|continue|focus|reach|bring|contribute|make)\b"
)
_TELLING = re.compile(
    r"(?:get (?:into|an? |my |married|back into|better at)|give an? (?:\w+ )?(?:talk|speech)|have an? |become an? "
    r"|find an? |join (?:an? |the )|take (?:an? |up )|start (?:an? |my |\w+ing))"
)
_ENOUGH = 4  # words that tell what for


def is_vague(head: str) -> bool:
    """Whether the last word of a noun phrase leaves open what is meant."""
    return bool(_VAGUE.fullmatch(head))


def is_bare(words: str) -> bool:
    """Whether a noun phrase is a word that tells something only with others."""
    return words.lower() in word_set("bare_en")


def is_idle(plan: str) -> bool:
    """Whether a plan or a wish is one of the moment: `to see it`, `to keep going`, `to help out`."""
    words = plan.split()
    is_told = len(words) >= _ENOUGH - 1 and words[-1] not in groups_of("verb_groups_en")["empty"]
    is_thin = _THIN.match(plan) and not _TELLING.match(plan) and not is_told and len(words) < _ENOUGH
    return bool(is_thin or _IDLE.match(plan))

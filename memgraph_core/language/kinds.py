"""Which kind of note a statement makes: what happened, what holds, how something is done, or what must stay shut."""

import re

from memgraph_core.language.traditional import simplified
from memgraph_core.records.kinds import NoteKind

_SEEN = 600  # characters that show the kind
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
_STEPS_ZH = re.compile(
    r"(?:首先|先|第一步|一开始).{1,60}(?:再|然后|接着|之后|最后|第二步)|怎么(?:做|用|弄|装|修)[^？?]{0,20}[:：]"
    r"|(?:做法|步骤|方法|流程|操作|诀窍|窍门|秘诀)(?:是|如下|：|:)"
    r"|^(?:第[一二三四五六七八九十]步|步骤\d)|(?:记得|一定要|务必|千万(?:不要|别)|注意).{2,30}(?:之前|以后|之后"
    r"|的时候|时)|把.{1,20}(?:放进|加入|倒入|切成|煮|炒|炖|拌匀|搅拌|点击|按下|打开)"
)
_PAST_ZH = re.compile(
    r"昨|前天|上周|上个月|去年|刚才|刚刚|那天|[去来吃买看做走坐玩逛见]了|[了过](?:[。！，,!~～]|$)"
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
_HABIT_ZH = re.compile(
    r"每(?:天|周|年|月|个|次|到|晚|早)|总是|经常|常常|一般|通常|平时|一直|从来|从不|习惯|喜欢|讨厌|不喜欢|不爱"
    r"|爱吃|爱喝|最爱|擅长|过敏|害怕"
    r"|的(?:名字|生日|爱好|职业|电话|邮箱|地址|梦想|家乡|老家|身高|年龄|学历|性格)|我是|是(?:一[个名位只家座]"
    r"|我)|住在|来自|毕业于|叫"
)


def kind_of(
    text: str, language: str, *, has_fact: bool, is_plan: bool = False, has_secret: bool = False
) -> NoteKind:
    """The kind of a statement: `vault` for a secret, `procedural` for how something is done, `semantic` for what
    holds beyond a moment (a fact, a habit, a taste), else `episodic`: what happened or is planned.
    """
    if has_secret:
        return "vault"
    seen = simplified(text[:_SEEN]) if language == "zh" else text[:_SEEN]
    if _tells_how(seen, language):
        return "procedural"
    if is_plan:
        return "episodic"
    return "semantic" if has_fact or _holds(seen, language) else "episodic"


def _tells_how(text: str, language: str) -> bool:
    """A sequence of what was done is a story: "first I went to Rome, then to Paris" tells no way to do it."""
    if language == "zh":
        return _STEPS_ZH.search(text) is not None and _PAST_ZH.search(text) is None
    bids = _BIDS_EN.match(text.lstrip("-*•·0123456789.) "))
    return bids is not None or (_STEPS_EN.search(text) is not None and _PAST_EN.search(text) is None)


def _holds(text: str, language: str) -> bool:
    if language == "zh":
        return _HABIT_ZH.search(text) is not None and _PAST_ZH.search(text) is None
    return _HABIT_EN.search(text) is not None and _PAST_EN.search(text) is None

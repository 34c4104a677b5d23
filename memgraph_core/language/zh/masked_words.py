"""The words of a Chinese sentence in which each span is one sign."""

import re

from memgraph_core.language.relating.mask import Masked
from memgraph_core.language.word_lists import word_set
from memgraph_core.language.zh.slots import sorts_of
from memgraph_core.language.zh.words import Word, words_of

_NEGATED = re.compile(
    r"(?P<not>不|没|别|也|都|还|只|才|在)(?P<verb>是|用|吃|喝|爱|喜欢|去|在|住在?|看|会|能|想|退|打|当|做|有|养|抽|信|怕|敢|要|需要|开|买|带|碰)"
)
_WITH_OBJECT = re.compile(
    r"(?P<verb>爱?[吃喝](?=[茶酒奶汤粥水鱼肉面虾蟹鸡鸭辣糖]$)|爱[吃喝](?=..)|[喝吃看听买学玩养戒做写种练](?=..))"
    r"(?P<object>[^了过着完到得起出上下来去].*)"
)
_FUSED = re.compile(r"(?P<verb>[弹拉吹打踢敲教学练念读])(?P<object>[\u4e00-\u9fff]{2,4})")  # 弹钢琴, 教物理
_AGE = re.compile(r"今年(?P<age>[\d一二两三四五六七八九十半]+周?岁半?)")
_SAYS = re.compile("(?P<who>医生|大夫|医师|护士|主任)(?P<says>[说讲让])")
_LEARNT = frozenset(["sport", "language", "major"])  # sorts of such objects


def masked_words(text: Masked) -> tuple[Word, ...]:
    """The words of the masked text, with their offsets in it. A word of a span is its sign, with the tag `*`."""
    positions = {offset: position for position, offset in enumerate(text.offsets)}
    found = words_of(text.sentence, [(span.start, span.end) for span in text.spans])
    return tuple(
        Word(
            text.text[start] if word.tag == "*" else text.text[start : start + len(word.text)],
            word.tag,
            start,
        )
        for whole in found
        for word in _split_word(whole)
        if (start := positions.get(word.start)) is not None
    )


def _split_word(word: Word) -> tuple[Word, ...]:
    """The parts of a word: 不是 is an adverb and a verb, 喝咖啡 a verb and its object; most words have one part."""
    if word.tag == "*":
        return (word,)
    if word.text in word_set("faults_zh"):
        return (Word(word.text, "v", word.start),)
    if word.text == "不对" and word.tag == "a":
        return Word("不", "d", word.start), Word("对", "p", word.start + 1)
    if word.text == "组" and word.tag == "v":
        return (Word("组", "n", word.start),)
    if word.text in word_set("time_nouns_zh"):
        return (Word(word.text, "TIME", word.start),)
    if (match := _FUSED.fullmatch(word.text)) and sorts_of(match["object"]) & _LEARNT:
        return Word(match["verb"], "v", word.start), Word(match["object"], "n", word.start + 1)
    if match := _NEGATED.fullmatch(word.text):
        return Word(match["not"], "d", word.start), Word(match["verb"], "v", word.start + 1)
    if (match := _WITH_OBJECT.fullmatch(word.text)) and word.tag in ("v", "vn"):
        verb = match["verb"]
        return Word(verb, "v", word.start), Word(match["object"], "n", word.start + len(verb))
    return _split_noun(word)


def _split_noun(word: Word) -> tuple[Word, ...]:
    """The parts of 今年五岁 and 医生说, or the word."""
    if match := _AGE.fullmatch(word.text):
        return Word("今年", "TIME", word.start), Word(match["age"], "m", word.start + 2)
    if match := _SAYS.fullmatch(word.text):
        return Word(match["who"], "n", word.start), Word(match["says"], "v", word.start + 2)
    return (word,)

"""Children in Chinese who have been born, or whose name their parents have chosen: 昨天生了个女儿, 大名定了，沈知遥."""

import re
from collections.abc import Collection, Iterator

from memgraph_core.language.persons.kin import PARTNERS, Kin, first_matches, kin_words
from memgraph_core.language.persons.kin_names_zh import SETTLED, may_be_called, name_next_to, relations_in

# A child who has been born, and the child of whom: 生了！昨天凌晨，女儿，六斤; 刘芳上个月生了二胎，是个女孩.
_CHILD = r"(?P<word>女儿|闺女|千金|女孩|女宝|女娃|丫头|儿子|男孩|男宝|男娃|小子)"
_BORN = re.compile(
    rf"(?:^|(?<=[，,。！？!?；;\s]))(?:(?P<own>我们?|我老婆|我媳妇|老婆|媳妇|我爱人|爱人|终于|昨天|今天|前天|上周|刚|凌晨){{0,3}}|(?P<owner>[^，,。！？!?；;\s我你他她]{{2,10}}?)(?:昨天|今天|前天|上周|上个?月|去年|今年|前几天|刚|也){{0,2}})"
    rf"生(?:了|下了?)(?:(?:二|三|头)胎|一?个|[，,。！!…\s]+(?:[^，,。！!？?\s叫]{{1,10}}[，,\s]){{0,2}}?|[，,]?是){{0,3}}{_CHILD}(?=[，,。！!；;了啦\s]|$)"
)
_GIRL = frozenset("女闺千丫")
# Of a child without a word for it, whose name its parents have chosen: 大名定了，沈知遥.
_NAME_CHOSEN = re.compile(
    rf"(?:^|(?<=[，,。！？!?；;\s]))(?:孩子|宝宝|娃)?的?(?:大名|小名|学名|乳名)(?P<settled>{SETTLED})\s?(?P<name>[\u4e00-\u9fff]{{2,4}}?)(?=[，,。.！!；;\s]|$)"
)


def children_born(text: str, names: Collection[str]) -> Iterator[Kin]:
    """The child who has been born to the speaker, or to somebody with a name."""
    for match in first_matches(_BORN, text):
        owner = next((name for name in names if name and (match["owner"] or "").endswith(name)), None)
        is_own = match["owner"] is None
        if (owner is None and not is_own) or (is_own and is_about_others(text[: match.start()], names)):
            continue
        child = kin_words("zh")["女儿" if match["word"][0] in _GIRL else "儿子"]
        chosen = _NAME_CHOSEN.search(text, match.end())
        is_chosen = chosen is not None and may_be_called(chosen["name"])
        start, end = match.span("word")
        name = chosen["name"] if chosen and is_chosen else name_next_to(text, start, end, child, names)[0]
        yield Kin(
            start=start, end=end, owner=owner or "I", word=child.word, relation=child.relation, name=name,
            gender=child.gender, assumed=is_own and not match["own"],
        )  # fmt: skip


def children_with_chosen_names(text: str, names: Collection[str]) -> Iterator[Kin]:
    """The child of the speaker whose name has been chosen: 大名定了，沈知遥."""
    child = kin_words("zh")["孩子"]
    chosen = [*first_matches(_NAME_CHOSEN, text)]
    if not chosen or any(children_born(text, names)):
        return
    for match in chosen:
        sentence = re.split("[。！？!?\\n]", text[: match.start()])[-1]
        others = relations_in(sentence) - PARTNERS - {"PARENT_OF"}
        is_of_other = bool(others) or re.search("[他她]", sentence) is not None
        if may_be_called(match["name"]) and not is_of_other:
            yield Kin(
                start=match.start("name"), end=match.end("name"), owner="I", word=child.word, relation=child.relation,
                name=match["name"], assumed=True,
            )  # fmt: skip


def is_about_others(before: str, names: Collection[str]) -> bool:
    """Whether a text may be about somebody else than the speaker and the speaker's partner."""
    relations = relations_in(before)
    if re.search("[他她]", before) or relations - PARTNERS:
        return True
    is_own = bool(relations) or re.search("我(?:叫|是)", before) is not None
    return not is_own and any(name and name in before for name in names)

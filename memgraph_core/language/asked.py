"""Which relations a question asks about: "Where does Ada live?" wants LIVES_IN.

The other side of the relation phrases: what a statement would have said, a question only touches with a word.
"""

import re

_ASKED: tuple[tuple[str, re.Pattern[str], re.Pattern[str]], ...] = tuple(
    (type_, re.compile(rf"\b(?:{english})\b", re.IGNORECASE), re.compile(chinese))
    for type_, english, chinese in (
        ("LIVES_IN", r"liv(?:e[sd]?|ing)|mov(?:e[sd]?|ing)|home ?town|resides?|address", r"住|搬|定居|家在"),
        ("WORKS_AT", r"work(?:s|ed|ing)?|jobs?|employ\w+|company|career", r"工作|上班|公司|单位|入职|职业"),
        ("STUDIES_AT", r"stud(?:y|ies|ied|ying)|universit(?:y|ies)|college|school", r"读书|上学|大学|学校|就读"),
        ("MARRIED_TO", r"married|marr(?:y|ies)|husband|wife|spouse", r"结婚|嫁|娶|丈夫|妻子|老公|老婆"),
        ("BORN_IN", r"born|birthplace", r"出生"),
        ("LOCATED_IN", r"located|head ?office|headquarter(?:s|ed)|based", r"总部|位于|在哪|哪条路|地址"),
        ("ALLERGIC_TO", r"allerg\w+", r"过敏"),
        ("DISLIKES", r"dislikes?|hates?|can['’]t stand", r"不喜欢|讨厌"),
        ("LIKES", r"likes?|loves?|enjoys?|favou?rite|prefers?|hobb(?:y|ies)|interests?", r"喜欢|爱好|爱吃|爱喝|兴趣"),
        ("OWNS", r"owns?|pets?|bought|adopted", r"养了|买了|宠物"),
        ("VISITED", r"visit(?:s|ed)?|travel\w*|been to|trips?|went", r"去过|旅行|旅游"),
        (
            "RELATIVE_OF",
            r"sisters?|brothers?|mother|mom|mum|father|dad|sons?|daughters?|cousins?|aunt|uncle|famil(?:y|ies)",
            r"爸爸?|妈妈?|哥哥?|姐姐?|弟弟?|妹妹?|儿子|女儿|表[姐妹哥弟]|家人",
        ),
        ("FRIEND_OF", r"friends?|colleagues?|boss|neighbou?rs?|roommates?", r"朋友|同事|同学|老板|邻居|室友"),
        ("CREATED", r"wrote|written|paint(?:s|ed)|composed|directed|founded|author", r"写了|画了|作者|创办"),
    )
)  # fmt: skip


def relations_asked(question: str, language: str) -> frozenset[str]:
    """The relation types that a question touches; none for most questions."""
    return frozenset(
        type_
        for type_, english, chinese in _ASKED
        if (chinese if language == "zh" else english).search(question)
    )

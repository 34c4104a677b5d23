"""Traditional Chinese is understood as simplified is, and the result keeps the writer's characters."""

from datetime import UTC, datetime

import pytest

from memgraph_core.extract.rules import RulesExtractor
from memgraph_core.language.entities import named_in
from memgraph_core.language.names import name_key
from memgraph_core.language.secrets import secrets_in
from memgraph_core.language.sentences import statements_of
from memgraph_core.language.traditional import as_written, simplified
from memgraph_core.records.extraction import ExtractionWindow
from memgraph_core.records.graph import Turn

SAID_AT = datetime(2026, 3, 4, 9, tzinfo=UTC)


def facts_of(text: str) -> set[tuple[str, str, str]]:
    turn = Turn(uid="t1", session="s", speaker="小安", text=text, said_at=SAID_AT, position=0)
    return {
        (f.subject, f.type, f.object)
        for f in RulesExtractor().extract(ExtractionWindow(turns=(turn,), preceding=())).facts
    }


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("我們去年搬到高雄了。", ("小安", "LIVES_IN", "高雄")),
        ("我妹妹在西門子當測試工程師。", ("小安的妹妹", "WORKS_AS", "測試工程師")),
        ("我對花生過敏。", ("小安", "ALLERGIC_TO", "花生")),
        ("我媽媽不喜歡吃辣。", ("小安的妈妈", "DISLIKES", "辣")),
        ("我女兒叫張欣怡，今年五歲。", ("張欣怡", "AGED", "五歲")),
        ("會議改到下週五了。", ("小安的會議", "HAPPENS_ON", "2026-03-13")),
    ],
)
def test_statements_in_traditional_characters_are_understood(text, fact):
    assert fact in facts_of(text)


def test_names_keep_the_characters_that_they_are_written_in():
    assert [n.text for n in named_in("王建國住在臺中。", "zh")] == ["王建國", "臺中"]


def test_a_name_known_in_simplified_characters_is_found_in_traditional_ones():
    known = {name_key("云图计划"): "云图计划"}
    assert [n.text for n in named_in("我們在談雲圖計劃的事。", "zh", known)] == ["云图计划"]


def test_questions_thanks_and_secrets_are_recognised_in_traditional_characters():
    assert [s.sort for s in statements_of("好的，謝謝！她是護士嗎", "zh")] == ["acknowledgement", "question"]
    assert [s.sort for s in secrets_in("我的銀行卡密碼是884213。")] == ["password"]


def test_simplified_text_stays_as_it_is_and_a_piece_is_given_back_as_written():
    assert simplified("北京的著名景点，乾隆的字，café") == "北京的著名景点，乾隆的字，café"
    assert simplified("她住著") == "她住著"  # nothing else says that it is traditional
    assert simplified("她還住著") == "她还住着"
    assert as_written("测试", "當測試工程師") == "測試"
    assert as_written("别处", "當測試工程師") == "别处"

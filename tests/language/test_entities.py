"""Names in a sentence: what holds for any text, and what reading it costs."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from timeit import timeit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pace
from memgraph_core.language.entities import named_in
from memgraph_core.language.names import name_key
from memgraph_core.records.validation import MAX_TEXT

KNOWN = {"ada": "Ada", "bob": "Bob", "jasmine tea": "jasmine tea", "saint mary": "Saint Mary", "李娜": "李娜"}
PIECES = [
    "Ada", "'s ", "The ", '"', "I ", "&", "’", "《", "李娜", "》", "在 ", "Saint Mary ", "Hospital", "jasmine tea", " of ",
    "J. K. ", "叫", "王老师", "公司", "·", "北京", "@", "$5", "\n", "，", "参加", "iPhone ", "New York ", "\x00", ". ",
]  # fmt: skip
TEXT = st.lists(st.one_of(st.sampled_from(PIECES), st.characters(codec="utf-8")), max_size=25).map("".join)


@settings(deadline=None, max_examples=150)
@given(TEXT, st.sampled_from(["en", "zh"]))
def test_no_text_makes_it_fail_and_offsets_say_where_names_stand(text, language):
    found = named_in(text, language, KNOWN, {"ada": "Person"})
    for name in found:
        assert text[name.start : name.end] == name.text or name_key(text[name.start : name.end]) == name_key(
            name.text
        )
        assert name_key(name.text)
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert found == named_in(text, language, KNOWN, {"ada": "Person"})


def test_every_occurrence_is_returned_in_order():
    found = named_in("Ada met Bob, and Bob left Ada.", "en", KNOWN)
    assert [(n.text, n.start) for n in found] == [("Ada", 0), ("Bob", 8), ("Bob", 17), ("Ada", 26)]
    assert [n.start for n in named_in("李娜说李娜来", "zh", KNOWN)] == [0, 3]


@pytest.mark.parametrize(
    "odd",
    ["a", "A ", "Ab ", '"Ab', "Ab of ", "'A", "Ab's ", "李", "叫李娜", "王老师，", "参加音乐会", "《", "a.b@", "x_", "/a", "$1",
     "公司", "天安门广场的", "卡·", "J.", "www.", "new york ", "`"],
)  # fmt: skip
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_longest_turn_of_anything_takes_less_than_a_second(odd, language):
    named_in("李娜 and Ada", language)
    pace.assert_under(1, lambda: named_in(odd * (MAX_TEXT // len(odd)), language, KNOWN))


def test_ordinary_turns_are_read_in_well_under_a_millisecond():
    english = (
        "Yesterday Ada and I went to Riverside Park with my dog Max. She told me that Quantrix moved to Oslo."
    )
    chinese = "昨天我和李娜去了北京大学，她说下个月搬到上海，在字节跳动上班。"
    for text, language in ((english, "en"), (chinese, "zh")):
        named_in(text, language, KNOWN)
        hundred = partial(timeit, partial(named_in, text, language, KNOWN), number=100)
        pace.assert_under(100 * 0.001, hundred)  # about 0.3 ms each


def in_a_new_process(code, **environment):
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
        timeout=120,
    )


def test_loading_the_dictionary_prints_nothing_and_leaves_no_temporary_file(
    tmp_path,
):
    code = (
        "from memgraph_core.language.entities import named_in; print(named_in('李娜住在北京', 'zh')[0].text)"
    )
    done = in_a_new_process(code, TMPDIR=str(tmp_path), PYTHONUTF8="1", PYTHONPATH=":".join(sys.path))
    assert (done.stdout, done.stderr) == ("李娜\n", "")
    assert list(tmp_path.iterdir()) == []


def test_english_loads_neither_the_chinese_tagger_nor_spacy():
    code = (
        "import sys\nfrom memgraph_core.language.entities import named_in\n"
        "named_in('Ada met Bob', 'en')\nfrom memgraph_core.language.zh import tagger\n"
        "print(tagger.load.cache_info().currsize, 'spacy' in sys.modules)"
    )
    assert in_a_new_process(code, PYTHONPATH=":".join(sys.path)).stdout == "0 False\n"


def test_threads_that_meet_the_first_chinese_text_together_agree():
    code = (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "from memgraph_core.language.entities import named_in\n"
        "with ThreadPoolExecutor(8) as pool:\n"
        "    print(len(set(pool.map(lambda _: tuple(named_in('李娜住在北京', 'zh')), range(32)))))"
    )
    assert in_a_new_process(code, PYTHONPATH=":".join(sys.path)).stdout == "1\n"


def test_concurrent_threads_get_the_same_extraction_as_one():
    texts = [f"李娜和王芳去了北京大学{n}" for n in range(40)]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda text: named_in(text, "zh"), texts))
    assert together == [named_in(text, "zh") for text in texts]

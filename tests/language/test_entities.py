"""Which names stand in a sentence."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memgraph_core.language.entities import named_in
from memgraph_core.language.names import name_key

KNOWN = {"ada": "Ada", "bob": "Bob", "will": "Will", "jasmine tea": "jasmine tea", "saint mary": "Saint Mary"}


def names(sentence, known=KNOWN):
    return [name.text for name in named_in(sentence, "en", known)]


def chinese_names(sentence, known=None):
    return {name.text: name.type for name in named_in(sentence, "zh", known)}


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("I met Dr. Patel in New York.", ["Dr. Patel", "New York"]),
        ("Mrs. Robinson called.", ["Mrs. Robinson"]),
        ("She moved from Österreich to Čakovec.", ["Österreich", "Čakovec"]),
        ("We watched Ada’s parade.", ["Ada"]),
        ("He works at Saint Mary's Hospital.", ["Saint Mary's Hospital"]),
        ("It was Ada's Fiat.", ["Ada", "Fiat"]),
        ("AT&T and NASA called.", ["AT&T", "NASA"]),
        ("Thanks, Bob!", ["Bob"]),
        ("- Bob came", ["Bob"]),
        ('I read "The Old House" again.', ["The Old House"]),
    ],
)
def test_runs_of_capitals_are_names(sentence, found):
    assert names(sentence) == found


@pytest.mark.parametrize(
    "sentence",
    [
        "Turin is nice.",
        "On Monday in May I slept.",
        "I AM SO HAPPY TODAY",
        "Mail Foo@Bar.com or https://x.org/Foo",
        "Run `Foo Bar` now",
        "Good Morning!",
    ],
)
def test_capitals_that_prove_nothing_are_none(sentence):
    assert names(sentence) == []


def test_a_single_word_at_the_start_counts_when_it_is_known():
    assert names("Ada is nice.") == ["Ada"]


def test_a_name_known_in_small_letters_is_found_so():
    assert names("We drank jasmine tea all day.") == ["jasmine tea"]


def test_who_writes_all_small_still_names_known_people_but_not_ordinary_words():
    assert names("bob will bring ada") == ["Bob", "Ada"]


def test_a_name_inside_a_longer_one_is_not_named_by_it():
    assert names("She lives in Saint Mary Hill.") == ["Saint Mary Hill"]


def test_a_title_in_quotes_is_a_work_and_its_last_word_tells_a_type():
    found = named_in('I read "Night Songs" at Delft University.', "en")
    assert [(name.text, name.type) for name in found] == [
        ("Night Songs", "Work"),
        ("Delft University", "Organization"),
    ]


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("李娜和王芳去了北京", {"李娜": "Person", "王芳": "Person", "北京": "Place"}),
        ("我在北京大学读书", {"北京大学": "Organization"}),
        ("《三体》很好看", {"三体": "Work"}),
        ("我早上喝咖啡", {}),
    ],
)
def test_chinese_names_have_the_type_of_the_dictionary(sentence, found):
    assert chinese_names(sentence) == found


def test_a_known_chinese_name_is_found_however_it_is_cut():
    assert chinese_names("我养的猫叫团团", {"团团": "团团"}) == {"团团": None}
    assert "卡尔·马克思" in chinese_names("我读卡尔·马克思", {name_key("卡尔·马克思"): "卡尔·马克思"})


@settings(deadline=None)
@given(
    st.text(
        st.one_of(st.sampled_from("Ada's. The\"I&”'《李娜》在 "), st.characters(codec="utf-8")), max_size=40
    )
)
def test_names_have_distinct_keys_and_no_text_makes_it_fail(text):
    for language in ("en", "zh"):
        keys = [name_key(name.text) for name in named_in(text, language, KNOWN)]
        assert len(set(keys)) == len(keys)
        assert all(keys)


def in_a_new_process(code, **environment):
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=environment,
        timeout=120,
    )


def test_loading_the_dictionary_warns_of_nothing_says_nothing_and_leaves_no_file_in_the_shared_folder(
    tmp_path,
):
    code = (
        "from memgraph_core.language.entities import named_in; print(named_in('李娜住在北京', 'zh')[0].text)"
    )
    done = in_a_new_process(code, TMPDIR=str(tmp_path), PYTHONUTF8="1", PYTHONPATH=":".join(sys.path))
    assert (done.stdout, done.stderr) == ("李娜\n", "")
    assert list(tmp_path.iterdir()) == []


def test_english_does_not_load_the_chinese_dictionary():
    code = (
        "import sys\nfrom memgraph_core.language.entities import named_in\n"
        "named_in('Ada met Bob', 'en')\nprint('jieba' in sys.modules)"
    )
    assert in_a_new_process(code, PYTHONPATH=":".join(sys.path)).stdout == "False\n"


def test_threads_that_meet_the_first_chinese_text_together_agree():
    code = (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "from memgraph_core.language.entities import named_in\n"
        "with ThreadPoolExecutor(8) as pool:\n"
        "    print(len(set(pool.map(lambda _: tuple(named_in('李娜住在北京', 'zh')), range(32)))))"
    )
    assert in_a_new_process(code, PYTHONPATH=":".join(sys.path)).stdout == "1\n"


def test_threads_read_together_what_they_read_alone():
    texts = [f"李娜和王芳去了北京大学{n}" for n in range(40)]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda text: named_in(text, "zh"), texts))
    assert together == [named_in(text, "zh") for text in texts]

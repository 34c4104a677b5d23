"""Turns → notes, names and facts by rules alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pace
from factories import day, make_turn
from memgraph_core import Memory
from memgraph_core.extract.rules import RulesExtractor
from memgraph_core.records.extraction import ExtractionWindow
from memgraph_core.records.graph import Entity


def read(*turns, before=(), entities=None):
    return RulesExtractor().extract(ExtractionWindow(turns=turns, preceding=before, entities=entities or {}))


def facts(*turns, **window):
    return [
        f"{f.subject} {f.type} {f.object}{' †' * f.ended}{' ✗' * f.denied}"
        for f in read(*turns, **window).facts
    ]


def said(*texts, speaker="Ada", **fields):
    return [
        make_turn(f"t{n}", text, speaker=speaker, said_at=day(n), position=n, **fields)
        for n, text in enumerate(texts)
    ]


def names(extraction):
    return {mention.name: mention.type for mention in extraction.mentions}


def test_i_is_the_speaker_in_both_languages():
    assert facts(*said("I moved to Turin.")) == ["Ada LIVES_IN Turin"]
    assert facts(*said("我搬到上海了。", speaker="李娜")) == ["李娜 LIVES_IN 上海"]


def test_a_note_names_its_speaker_and_has_the_preceding_sentence_as_context():
    extraction = read(
        make_turn("t2", "I started painting with oil. My teacher is Eve Stone.", position=1),
        before=(make_turn("t1", "Hi. What is new?", speaker="Bob", position=0),),
    )
    assert [(n.text, n.context) for n in extraction.notes] == [
        ("Ada: I started painting with oil.", "What is new?"),
        ("Ada: My teacher is Eve Stone.", "I started painting with oil."),
    ]


def test_a_plan_is_a_fact_about_planning():
    assert facts(*said("I'm going to visit Lisbon in May.")) == ["Ada PLANS_TO visit Lisbon"]
    assert facts(*said("我下周要去东京出差。", speaker="李娜")) == ["李娜 PLANS_TO 去东京"]


def test_a_time_in_the_sentence_does_not_date_a_kinship():
    facts_by_type = {fact.type: fact for fact in read(*said("My sister Clara moved to Rome in 2019.")).facts}
    sister, moved = facts_by_type["SIBLING_OF"], facts_by_type["LIVES_IN"]
    assert (sister.type, sister.holds_from) == ("SIBLING_OF", None)
    assert (moved.type, moved.grain) == ("LIVES_IN", "year")


def test_a_pet_that_a_pronoun_means_is_no_person():
    found = read(*said("My dog Biscuit loves swimming and he's afraid of thunder."))
    assert {f.object_type for f in found.facts if f.object == "Biscuit"} == {"Thing"}
    assert names(found)["Biscuit"] == "Thing"


def test_kin_named_together_with_the_speaker_are_the_speakers():
    assert facts(*said("我和老公住在杭州，他在华为上班。", speaker="李娜")) == [
        "李娜 LIVES_IN 杭州",
        "李娜的丈夫 LIVES_IN 杭州",
        "李娜的丈夫 WORKS_AT 华为",
        "李娜 MARRIED_TO 李娜的丈夫",
    ]


def test_sessions_in_one_window_do_not_share_context():
    one, two = (
        make_turn("t1", "I started painting with oil.", session="s1", position=1),
        make_turn("t2", "I started running every morning.", session="s2", position=1),
    )
    before = make_turn("t0", "Hello there.", session="s2", speaker="Bob", position=0)
    assert [n.context for n in read(one, two, before=(before,)).notes] == ["", "Hello there."]


def test_only_the_directly_preceding_statement_is_context():
    far = make_turn("t0", "Do you paint?", speaker="Bob", position=0)
    (note,) = read(make_turn("t9", "I started painting with oil.", position=9), before=(far,)).notes
    assert note.context == ""


def test_every_turn_has_a_note_or_a_reason():
    turns = said("Thanks!", "Who are you?", "!!!", "I moved to Turin.", "好的。", "你住在哪里？")
    extraction = read(*turns)
    assert {n.turn for n in extraction.notes} == {"t3"}
    assert extraction.skipped == {
        "t0": "nothing stated",
        "t1": "only questions",
        "t2": "no words",
        "t4": "nothing stated",
        "t5": "only questions",
    }


@pytest.mark.parametrize(
    "text", ["Do you live in Turin?", "Does Ada like jazz?", "你住在北京吗？", "李娜喜欢什么？"]
)
def test_a_question_states_nothing_but_mentions_whom_it_names(text):
    assert facts(*said(text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "She moved to Turin.",
        "It moved to Turin.",
        "他搬到北京了。",
    ],
)
def test_a_pronoun_or_a_common_word_is_no_subject(text):
    assert facts(*said(text)) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("My mother moved to Turin.", ["Ada's mother LIVES_IN Turin", "Ada CHILD_OF Ada's mother"]),
        ("我妈妈搬到北京了。", ["Ada的妈妈 LIVES_IN 北京", "Ada CHILD_OF Ada的妈妈"]),
        ("I rang my sister.", ["Ada SIBLING_OF Ada's sister"]),
        ("I have a brother.", ["Ada SIBLING_OF Ada's brother"]),
        ("My late husband loved chess.", ["Ada's late husband LIKES chess"]),
        ("My mother tongue is Frisian.", ["Ada SPEAKS Frisian"]),
        ("My wife and I broke up.", ["Ada MARRIED_TO Ada's wife †"]),
        ("我想养一只猫。", ["Ada WANTS 养一只猫"]),
        ("If I have a son, he will sail.", []),
        ("I wish I had a dog.", []),
    ],
)
def test_kin_are_named_by_their_owner(text, expected):
    assert facts(*said(text)) == expected


def test_a_statement_shows_that_its_first_word_is_a_name():
    extraction = read(*said("Clara works at Tarn Optics."))
    assert [(f.subject, f.object) for f in extraction.facts] == [("Clara", "Tarn Optics")]
    assert names(extraction) == {"Clara": "Person", "Tarn Optics": "Organization"}


def test_leaving_states_no_fact_but_ends_what_is_known():
    assert facts(*said("I left Quandary.")) == []
    ends = {(end.type, end.object) for end in read(*said("I left Quandary.")).ends}
    assert ends == {("LEFT", "Quandary"), ("PARTED", "Quandary")}  # an employer or a partner


def test_who_leaves_a_town_lived_there_only_if_that_is_known():
    (fact,) = read(*said("I left Turin.")).facts
    assert (fact.type, fact.object, fact.denied, fact.ended) == ("LIVES_IN", "Turin", True, False)


def test_works_at_is_not_stated_of_a_person_or_a_known_place():
    assert facts(make_turn("t1", "I joined Bob."), before=(make_turn("t0", "Hi.", speaker="Bob"),)) == []
    assert facts(*said("我在北京工作。")) == ["Ada WORKS_IN 北京"]


def test_what_is_over_has_no_beginning():
    (fact,) = read(*said("I used to live in Turin until last May.")).facts
    assert (fact.ended, fact.holds_from) == (True, None)


def test_a_time_makes_a_note_and_its_fact_hold_from_then():
    extraction = read(make_turn("t1", "I moved to Turin in March 2025.", said_at=day(40)))
    assert str(extraction.notes[0].holds_from)[:7] == str(extraction.facts[0].holds_from)[:7] == "2025-03"


@pytest.mark.parametrize(
    ("text", "dated"),
    [
        ("I moved to Porto in May and joined the Farfetch orchestra.", {"LIVES_IN", "MEMBER_OF"}),
        ("I moved to Porto in May and work at Farfetch.", {"LIVES_IN"}),
        ("Our server runs on Debian, and Ben moved to Porto in May.", {"LIVES_IN"}),
    ],
)
def test_a_coordinated_verb_has_the_time_of_another_unless_tense_or_subject_change(text, dated):
    facts = read(*said(text)).facts
    assert {fact.type for fact in facts if fact.holds_from is not None} == dated


def test_a_turn_without_time_is_read_without_times():
    extraction = read(make_turn("t1", "I moved to Turin yesterday.", said_at=None, recorded_at=None))
    assert [(n.holds_from, n.grain) for n in extraction.notes] == [(None, None)]


def test_a_document_has_a_title_no_speaker_and_every_sentence_counts():
    chunk = make_turn(
        "t1",
        "Short. I live in Turin. Ada likes jazz.",
        speaker=None,
        role="tool",
        session="The Guide",
        said_at=None,
    )
    extraction = read(chunk, entities={"ada": (Entity(uid="a", name="Ada", type="Person"),)})
    assert [(n.text, n.context) for n in extraction.notes] == [
        ("Short.", "The Guide"),
        ("I live in Turin.", "Short."),
        ("Ada likes jazz.", "I live in Turin."),
    ]
    assert [(f.subject, f.type, f.object) for f in extraction.facts] == [("Ada", "LIKES", "jazz")]
    assert all(("The Guide", "title") in note.about for note in extraction.notes)
    assert "The Guide" in names(extraction)


def test_a_caption_is_a_note_of_its_own_that_states_no_fact():
    extraction = read(make_turn("t1", "Look!", caption="Bob Stone lives in Rome"))
    assert [n.text for n in extraction.notes] == ["Ada: Bob Stone lives in Rome"]
    assert extraction.facts == ()
    assert "Bob Stone" in names(extraction)


def test_the_speaker_is_mentioned_only_when_named():
    assert names(read(*said("I slept well."))) == {}
    assert "Ada" in names(read(make_turn("t1", "I told Ada about it.", speaker="Bob")))


def test_a_name_from_an_earlier_turn_is_known_in_a_later_one():
    extraction = read(
        *said("I met Zora Flint.", "Zora Flint was late.", "I drank jasmine tea."),
        entities={"jasmine tea": (Entity(uid="j", name="jasmine tea"),)},
    )
    assert [m.name for m in extraction.mentions] == ["Zora Flint", "Zora Flint", "jasmine tea"]


def test_a_known_word_is_shown_without_the_verb_that_is_joined_to_it():
    with Memory.open(":memory:", embedder="none") as memory:
        memory.add([
            {"role": "user", "speaker": "Ada", "content": "I like books and swing."},
            {"role": "user", "speaker": "Ben", "content": "Big band swing's huge."},
        ])  # fmt: skip
        assert "swing" in [entity.name for entity in memory.entities()]


def test_possessives_and_titles_do_not_make_new_names():
    assert names(read(*said("I saw Dr. Patel's new boat and Mary-Jane O'Brien’s cello."))).keys() == {
        "Dr. Patel",
        "Mary-Jane O'Brien",
    }


def test_a_fact_stated_twice_in_a_turn_is_one():
    assert facts(*said("I live in Turin. Yes, I live in Turin!")) == ["Ada LIVES_IN Turin"]


@pytest.mark.parametrize("text", ["Optician tomorrow.", "no fencing on Friday", "Brass band every Thursday"])
def test_a_short_statement_of_an_occasion_and_its_day_has_a_note(text):
    assert [n.text for n in read(*said(text)).notes]


@pytest.mark.parametrize("text", ["Just last week!", "See you tomorrow!", "No, tomorrow.", "Every Monday!"])
def test_a_day_alone_has_no_note(text):
    assert read(*said(text)).notes == ()


WRITING = st.text(
    st.one_of(st.sampled_from("I we Ada's. 我在北京？!\n\"“《"), st.characters(codec="utf-8")),
    min_size=1,
    max_size=80,
)


@given(
    WRITING.filter(str.strip),
    st.sampled_from(["Ada", "李娜", "...", None]),
    st.sampled_from(["user", "tool"]),
    st.booleans(),
)
def test_any_text_is_accepted_and_the_results_are_consistent(text, speaker, role, is_dated):
    turn = make_turn(
        "t1", text, speaker=speaker, role=role, said_at=day(0) if is_dated else None, caption=text
    )
    extraction = read(turn)
    assert bool(extraction.notes) != ("t1" in extraction.skipped)
    assert [n.ordinal for n in extraction.notes] == list(range(len(extraction.notes)))
    assert {f.ordinal for f in extraction.facts} <= set(range(len(extraction.notes)))
    assert extraction == read(turn)


def test_ordinary_chat_is_read_at_hundreds_of_turns_a_second():
    english = "I met my sister Eve at the market on Saturday. She told me that Bob Stone moved to Turin. Isn't that great?"
    chinese = "昨天我和李娜去了北京大学。她说她下个月搬到上海，在一家公司工作。你觉得呢？"
    turns = [make_turn(f"t{n}", chinese if n % 4 == 0 else english, said_at=day(n % 50)) for n in range(100)]
    read(*turns[:4])

    def read_all() -> None:
        for start in range(0, len(turns), 4):
            read(*turns[start : start + 4])

    pace.assert_under(len(turns) / 200, read_all)


@pytest.mark.parametrize(
    "odd", ["a", "a b ", "A", "Ada ", "北", "我在", "I live in ", "2023-01-", "Mr. ", "。", '"Ab']
)
def test_a_huge_odd_turn_is_read_in_about_a_second(odd):
    read(make_turn("t0", "热身。"))
    turn = make_turn("t1", (odd * 100_000)[:100_000], said_at=day(0))
    pace.assert_under(5, lambda: read(turn))  # about one


def test_kin_whose_name_is_stated_have_both_names():
    same = read(
        *said("My sister Clara came.", "My brother left. His name is Tom.", "My friend Eve sang.")
    ).aliases
    assert [(s.name, s.alias) for s in same] == [("Clara", "Ada's sister"), ("Tom", "Ada's brother")]
    assert [(s.name, s.alias) for s in read(*said("我妹妹小雨来了。")).aliases] == [("小雨", "Ada的妹妹")]


def test_he_and_she_are_replaced_by_names_and_the_mention_is_resolved():
    extraction = read(*said("My sister Clara visited us.", "She moved to Oslo last week."))
    assert extraction.notes[1].text == "Ada: Clara moved to Oslo last week."
    assert {(m.name, m.how) for m in extraction.mentions if m.turn == "t1"} == {
        ("Clara", "resolved"),
        ("Oslo", "named"),
    }
    assert ("Clara", "LIVES_IN", "Oslo") in {(f.subject, f.type, f.object) for f in extraction.facts}


def test_a_denied_or_planned_relation_is_not_a_current_fact():
    facts_ = read(*said("I don't work at Fiat.", "I'm going to visit Rome in May.")).facts
    assert [(f.type, f.denied) for f in facts_ if f.type == "WORKS_AT"] == [("WORKS_AT", True)]
    assert not [f for f in facts_ if f.type == "VISITED"]


def test_a_recurrence_has_a_rule_and_no_date():
    (note,) = read(*said("I swim with Clara every Monday.")).notes
    assert (note.recurs, note.holds_from) == ("FREQ=WEEKLY;BYDAY=MO", None)


def test_a_secret_is_a_vault_note_without_facts_and_is_not_used_as_context():
    extraction = read(*said("My card number is 4111 1111 1111 1111. I moved to Oslo in May."))
    assert [note.kind for note in extraction.notes] == ["vault", "semantic"]
    assert "4111" not in extraction.notes[1].context
    assert [f.type for f in extraction.facts] == ["LIVES_IN"]


def test_names_far_into_a_long_turn_are_found():
    text = "It rained all day and nothing happened. " * 400 + "Then I met Zora Flint."
    assert "Zora Flint" in names(read(*said(text)))


def test_the_owner_of_kin_is_resolved_from_a_pronoun():
    assert "Tom MARRIED_TO Eve" in facts(*said("Tom and his wife Eve volunteer at the shelter."))
    assert "Ada SIBLING_OF Tom" in facts(*said("My brother left. His name is Tom."))


@pytest.mark.parametrize(
    "text", ["My password is Tr0ub4dor&3, don't tell anyone.", "我的密码是Abc12345，别告诉别人。"]
)
def test_a_secret_is_not_a_name(text):
    extraction = read(*said(text))
    assert [note.kind for note in extraction.notes] == ["vault"]
    assert not names(extraction)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We have a dog, Bella.", ["Ada HAS_PET Bella"]),
        ("My cat Miso died last year.", ["Miso DIED death", "Ada HAS_PET Miso †"]),
        ("We used to live in Berlin but moved to Lisbon.", ["Ada LIVES_IN Berlin †", "Ada LIVES_IN Lisbon"]),
        ("i dont like mushrooms lol", ["Ada LIKES mushrooms ✗"]),
        ("I got a new job at Spotify.", ["Ada WORKS_AT Spotify"]),
        ("我小时候在兰州长大，现在住在西安。", ["Ada COMES_FROM 兰州", "Ada LIVES_IN 西安"]),
        ("我学日语已经两年了。", ["Ada LEARNING 日语"]),
    ],
)
def test_facts_of_chat_messages(text, expected):
    assert facts(*said(text)) == expected


def test_an_interview_is_no_job():
    assert not [
        fact for fact in facts(*said("I've got a job interview at Spotify on Friday!")) if "WORKS_AT" in fact
    ]


@pytest.mark.parametrize(
    ("first", "then", "when"),
    [
        ("Last week we went to Rome.", "It was great, we saw the Forum.", True),
        ("Last week we went to Rome.", "I love pizza.", False),
        ("上周我去了北京。", "那天我们参观了故宫。", True),
    ],
)
def test_an_answer_inherits_the_time_of_the_earlier_turn(first, then, when):
    tale, question, answer = (
        make_turn(f"t{n}", text, speaker=who, said_at=day(9), position=n)
        for n, (who, text) in enumerate((("Ada", first), ("Bob", "Oh, how was it?"), ("Ada", then)))
    )
    apart = read(answer, before=(tale, question))
    together = read(tale, question, answer)
    assert (apart.notes[0].holds_from is not None) == when
    assert together.notes[-1].holds_from == apart.notes[0].holds_from


def test_the_parts_of_a_long_message_are_read_once(monkeypatch):
    from memgraph_core.extract import rules

    read_characters = []
    for name in ("read_turn", "turn_mentions"):
        original = getattr(rules, name)

        def counted(turn, *arguments, original=original):
            read_characters.append(len(turn.text))
            return original(turn, *arguments)

        monkeypatch.setattr(rules, name, counted)
    parts = said(*(["天很蓝" * 5_000] * 4), speaker="李娜")
    read(*parts)
    assert sum(read_characters) < 1.5 * sum(len(part.text) for part in parts)

"""What everyday talk tells beside jobs and homes: feelings, habits, duties, and what stands before its verb."""

import pytest

from memgraph_core.extract.rules import RulesExtractor
from memgraph_core.language.relations import phrases_in
from memgraph_core.records.extraction import ExtractionWindow
from memgraph_core.records.graph import Turn


def said(sentence: str, language: str = "en") -> list[str]:
    found = phrases_in(sentence, language, [], "I")
    return [f"{p.subject} {p.type}{'†' * p.ended}{'¬' * p.denied} {p.object}" for p in found]


def told(text: str, speaker: str = "Ada") -> list[str]:
    turn = Turn(uid="t1", session="s", speaker=speaker, text=text, position=0)
    drawn = RulesExtractor().extract(ExtractionWindow(turns=(turn,), preceding=()))
    return [f"{f.subject} {f.type} {f.object}" for f in drawn.facts]


@pytest.mark.parametrize(
    ("sentence", "relation"),
    [
        ("I felt relieved after the exam.", "I FELT relieved after the exam"),
        ("I work at a mill as a sheet roller.", "I WORKS_AS sheet roller"),
        ("I started at an art academy in May.", "I STUDIES_AT art academy"),
        ("I'm worried about the move.", "I FELT worried about the move"),
        ("Their welcome made me feel accepted.", "I FELT accepted"),
        ("So excited for the wedding!", "I FELT excited for the wedding"),
        ("I always bring a small camera.", "I PRACTICES bringing a small camera"),
        ("I used to compete in dance shows.", "I PRACTICES† competing in dance shows"),
        ("I have to renew the insurance.", "I PLANS_TO renew the insurance"),
        ("I wish I could play the harp.", "I WANTS play the harp"),
        ("I'm off to go paint the fence.", "I PLANS_TO go paint the fence"),
        ("The vase I made last week fell.", "I CREATED vase"),
        ("It was my first time surfing.", "I TRIED surfing"),
        ("I sold my old Vespa.", "I OWNS† Vespa"),
        ("I take 20 mg of loratadine every day.", "I USES loratadine"),
        ("We talked about the budget cuts.", "I DISCUSSED budget cuts"),
        ("Been busy volunteering at the animal shelter.", "I VOLUNTEERS_AT animal shelter"),
        ("I'm trying to eat healthier these days.", "I WANTS eat healthier"),
        ("I painted that old lake house.", "I CREATED lake house"),
    ],
)
def test_everyday_talk_gives_relations(sentence, relation):
    assert relation in said(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "I'm so proud of you!",
        "I'm glad to hear that.",
        "You're so brave!",
        "When I'm stressed I eat chocolate.",
        "I'm not nervous at all.",
        "We have to stand together.",
        "We go a few times a week.",
        "I left my umbrella at the Ritz.",
        "I hope you felt welcome.",
    ],
)
def test_what_is_said_to_please_or_of_all_of_us_tells_no_feeling_and_no_plan(sentence):
    assert not [r for r in said(sentence) if r.split()[1] in ("FELT", "PLANS_TO", "PRACTICES", "WORKS_AT†")]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I have two kids, Emma and Noah.", ["Ada PARENT_OF Emma", "Ada PARENT_OF Noah"]),
        (
            "My best friends are Leila, Sam and Priya.",
            ["Ada FRIEND_OF Leila", "Ada FRIEND_OF Sam", "Ada FRIEND_OF Priya"],
        ),
        (
            "My brother Owen works at Siemens as a test engineer.",
            ["Owen WORKS_AT Siemens", "Owen WORKS_AS test engineer"],
        ),
        ("We adopted a greyhound called Pixel.", ["Ada HAS_PET Pixel"]),
        (
            "I'm allergic to peanuts and so is my daughter Lily.",
            ["Ada ALLERGIC_TO peanuts", "Lily ALLERGIC_TO peanuts"],
        ),
        ("My aunt gave me a watch.", ["Ada RECEIVED watch"]),
        ("The kids love the ocean.", ["Ada's children LIKES ocean"]),
        ("我有两个孩子，艾玛和诺亚。", ["Ada PARENT_OF 艾玛", "Ada PARENT_OF 诺亚"]),
        (
            "我最好的朋友是张倩、刘洋和小林。",
            ["Ada FRIEND_OF 张倩", "Ada FRIEND_OF 刘洋", "Ada FRIEND_OF 小林"],
        ),
        ("老婆叫林晓，在中学教化学。", ["Ada MARRIED_TO 林晓", "林晓 TEACHES 化学"]),
        ("儿子小宝九月上幼儿园。", ["Ada PARENT_OF 小宝"]),
        ("我对花生过敏，我女儿也是。", ["Ada ALLERGIC_TO 花生", "Ada的女儿 ALLERGIC_TO 花生"]),
        ("最近在读《三体》和《活着》。", ["Ada READ 三体", "Ada READ 活着"]),
        ("李雷和韩梅梅上周末在三亚订婚了。", ["李雷 ENGAGED_TO 韩梅梅"]),
        ("我在阿里做后端开发。", ["Ada WORKS_AT 阿里"]),
        ("我姐姐结婚了，住在里昂。", ["Ada的姐姐 LIVES_IN 里昂"]),
        ("我妹妹最近很难过。", ["Ada的妹妹 FELT 难过"]),
        ("我滑雪的时候摔断了手腕。", ["Ada INJURED 手腕"]),
        ("两周前我去字节跳动当产品经理了。", ["Ada WORKS_AT 字节跳动", "Ada WORKS_AS 产品经理"]),
        ("I work part-time for a small bookshop called Lantern House.", ["Ada WORKS_AT Lantern House"]),
        ("I work for Lantern House.", ["Ada WORKS_AT Lantern House"]),
        ("I work for the publisher Lantern House.", ["Ada WORKS_AT Lantern House"]),
        ("My daughter Mia just turned seven.", ["Mia AGED 7"]),
        ("I'm thirty-one years old.", ["Ada AGED 31"]),
        ("Hello from Aldersby! We moved here from Leeds.", ["Ada LIVES_IN Aldersby", "Ada MOVED_FROM Leeds"]),
        ("Greetings from Leeds, I work here as a nurse.", ["Ada WORKS_IN Leeds", "Ada WORKS_AS nurse"]),
        ("苏州真美！我去年搬到这里的。", ["Ada LIVES_IN 苏州"]),
        ("我嘛，还在恒拓软件写代码。", ["Ada WORKS_AT 恒拓软件"]),
        ("李雷仍在医院当护士。", ["李雷 WORKS_AT 医院", "李雷 WORKS_AS 护士"]),
    ],
)
def test_everyday_talk_gives_facts(text, facts):
    assert set(facts) <= set(told(text))


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("We visited Rome last year. I moved here in May.", "Ada LIVES_IN Rome"),
        ("我去过苏州。我去年搬到这里。", "Ada LIVES_IN 苏州"),
        ("Leo turned one page.", "Leo AGED 1"),
        ("Mia is one of my best friends.", "Mia AGED 1"),
        ("我在家写代码。", "Ada WORKS_AT 家"),
        ("I work for Ben Okafor.", "Ada WORKS_AT Ben Okafor"),
    ],
)
def test_everyday_talk_gives_no_fact_that_only_looks_like_one(text, fact):
    assert fact not in told(text)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("I go by Beth, but my full name is Elizabeth Hall.", ["Elizabeth Hall", "Beth"]),
        ("我叫伊丽莎白，大家都叫我贝丝。", ["伊丽莎白", "贝丝"]),
        ("Call me tomorrow, please.", []),
        ("他叫我起床。", []),
        ('She said: "My name is Eve."', []),
        ("'My name is Eve', she said.", []),
        ("If my name is Eve, I am late.", []),
        ("My name is not Eve.", []),
        ("I'm Eve.", []),  # it may be anything, of somebody with a name
    ],
)
def test_who_tells_a_name_of_his_own_is_known_by_it(text, names):
    turn = Turn(uid="t1", session="s", speaker="Ada", text=text, position=0)
    drawn = RulesExtractor().extract(ExtractionWindow(turns=(turn,), preceding=()))
    assert [same.alias for same in drawn.aliases if same.name == "Ada"] == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("My name is Dora from Porto.", ["Dora"]),
        ("hi! my name is dora :)", ["Dora"]),
        ("Hello, I'm Dora and I love jazz.", ["Dora"]),
        ("My name's Dora Quinn, but everyone calls me Dodo.", ["Dora Quinn", "Dora", "Dodo"]),
        ("你好，我是李朵拉。", ["李朵拉"]),
        ("I'm Christian.", []),
        ("I'm Grace's mother.", []),
        ("我是老师。", []),
        ("如果我的名字是李朵拉，我会改名。", []),
    ],
)
def test_who_has_no_name_is_called_by_the_one_that_he_tells(text, names):
    turn = Turn(uid="t1", session="s", speaker="user", text=text, position=0)
    told = [
        (same.name, same.alias) for same in RulesExtractor().extract(ExtractionWindow(turns=(turn,))).aliases
    ]
    assert told == [(names[0], "user"), *((names[0], name) for name in names[1:])] if names else not told


def test_a_code_of_a_network_is_a_secret():
    turn = Turn(
        uid="t1", session="s", speaker="Ada", text="The wifi code at the cabin is sunflower42.", position=0
    )
    assert [
        n.kind for n in RulesExtractor().extract(ExtractionWindow(turns=(turn,), preceding=())).notes
    ] == ["vault"]


@pytest.mark.parametrize(
    ("sentence", "language"),
    [("We work as a team.", "en"), ("It worked as a charm.", "en"), ("我在看《百年孤独》。", "zh")],
)
def test_what_only_sounds_like_a_trade_or_a_feeling_is_none(sentence, language):
    assert [each for each in said(sentence, language) if "WORKS_AS" in each or "FELT" in each] == []

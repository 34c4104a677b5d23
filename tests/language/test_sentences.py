"""Where sentences and statements end, and what they do."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pace
from memgraph_core.language.pack import language_of
from memgraph_core.language.sentences import is_question, sentences_of, statements_of

LONG_EN = "I moved to a small flat in Turin in March"
LONG_ZH = "我三月份搬到了都灵的一个小公寓"


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Hi. I am Ada! Who are you?", ["Hi.", "I am Ada!", "Who are you?"]),
        ("Dr. Patel came. He left.", ["Dr. Patel came.", "He left."]),
        ("I met J. R. Smith. He left.", ["I met J. R. Smith.", "He left."]),
        ("So am I. Then we left.", ["So am I.", "Then we left."]),
        ("It costs 3.50. See https://a.b/c.d today.", ["It costs 3.50.", "See https://a.b/c.d today."]),
        ("Read https://a.b/c.html. Then call.", ["Read https://a.b/c.html.", "Then call."]),
        ("We met at 5 p.m. on Monday. Nice.", ["We met at 5 p.m. on Monday.", "Nice."]),
        ("We met at 5 p.m. Then it rained.", ["We met at 5 p.m.", "Then it rained."]),
        ("The train leaves at 17.45 from track 3. Run!", ["The train leaves at 17.45 from track 3.", "Run!"]),
        ("I live in the U.S. I like it.", ["I live in the U.S.", "I like it."]),
        ("See you in Dec. Bye.", ["See you in Dec.", "Bye."]),
        ("Is it No. 5? No. I asked.", ["Is it No. 5?", "No.", "I asked."]),
        ("We live on Main St. It is loud.", ["We live on Main St.", "It is loud."]),
        ("St. Mary is a church. Go there.", ["St. Mary is a church.", "Go there."]),
        ("She has a Ph.D. in physics. Wow.", ["She has a Ph.D. in physics.", "Wow."]),
        ("Bring fruit, e.g. Apples. And wine.", ["Bring fruit, e.g. Apples.", "And wine."]),
        ("1. Buy milk\n2. Call Bob", ["1. Buy milk", "2. Call Bob"]),
        ('She said "Stop." Then she left.', ['She said "Stop."', "Then she left."]),
        ('She said "Stop. Go home." Then she left.', ['She said "Stop. Go home."', "Then she left."]),
        ('"Stop!" she cried. We left.', ['"Stop!" she cried.', "We left."]),
        ("I like it (really. Yes.) a lot. Ok.", ["I like it (really. Yes.) a lot.", "Ok."]),
        ("Wait... What?", ["Wait...", "What?"]),
        ("I was thinking... maybe we go. Nice", ["I was thinking... maybe we go.", "Nice"]),
        ("Really?Yes we did.", ["Really?", "Yes we did."]),
        ("I went there. it was nice", ["I went there.", "it was nice"]),
        ("I won! 🎉 We go out tonight.", ["I won! 🎉", "We go out tonight."]),
        ("I got the job 🎉 We celebrate tonight", ["I got the job 🎉", "We celebrate tonight"]),
        ("I love 🍕 and pasta.", ["I love 🍕 and pasta."]),
        ("🎉 I won the race", ["🎉 I won the race"]),
        ("We had fun :) It was late.", ["We had fun :)", "It was late."]),
        ("Run `a.b. c` now. Then go.", ["Run `a.b. c` now.", "Then go."]),
        ("Run:\n```\nx. y\nz!\n```\nDone.", ["Run:", "```\nx. y\nz!\n```", "Done."]),
        ("First: 1) buy milk 2) call Bob", ["First:", "1) buy milk", "2) call Bob"]),
        ("I have 2) no idea.", ["I have 2) no idea."]),
        (
            "This line was broken by an editor at the usual width of\na page. Next.",
            ["This line was broken by an editor at the usual width of\na page.", "Next."],
        ),
        ("你好。我是李娜！你呢？好", ["你好。", "我是李娜！", "你呢？", "好"]),
        ("他说：“走吧。”我们走了。", ["他说：“走吧。”", "我们走了。"]),
        ("“我走了。你呢？”她问。我没说话。", ["“我走了。你呢？”她问。", "我没说话。"]),
        ("她说「早点睡。别熬夜。」我答应了。", ["她说「早点睡。别熬夜。」", "我答应了。"]),
        ("我喜欢苹果、香蕉、梨。还有茶。", ["我喜欢苹果、香蕉、梨。", "还有茶。"]),
        ("上午开会；下午去医院看牙。", ["上午开会；", "下午去医院看牙。"]),
        ("体温38.5度。我发烧了。", ["体温38.5度。", "我发烧了。"]),
        ("嗯……我想想。好。", ["嗯……我想想。", "好。"]),
        ("1、买菜 2、洗衣服 3、接孩子", ["1、买菜", "2、洗衣服", "3、接孩子"]),
        ("①买菜②洗衣服", ["①买菜", "②洗衣服"]),
        ("看https://a.b/c。然后告诉我。", ["看https://a.b/c。", "然后告诉我。"]),
        ("今天（周三。阴天）去了公园。累。", ["今天（周三。阴天）去了公园。", "累。"]),
        ("OK.好的。", ["OK.", "好的。"]),
        ("太好了！！！走！", ["太好了！！！", "走！"]),
        ("...!? \n", []),
    ],
)
def test_a_text_is_cut_into_its_sentences(text, sentences):
    assert sentences_of(text) == sentences


WRITING = st.text(
    st.one_of(
        st.sampled_from("aB1 .!?…\n\"')(，。！？；”“「」李我昨天Dr,;-🎉`①、"), st.characters(codec="utf-8")
    ),
    max_size=90,
)


@given(WRITING)
def test_sentences_lose_no_letters_and_keep_their_order(text):
    assert "".join(re.findall(r"\w", "".join(sentences_of(text)))) == "".join(re.findall(r"\w", text))


@given(WRITING, st.sampled_from(["en", "zh"]))
def test_statements_have_correct_offsets_in_order_and_lose_no_letter(text, language):
    statements = statements_of(text, language)
    assert all(s.text == text[s.start : s.end] and s.text == s.text.strip() for s in statements)
    assert all(one.end <= other.start for one, other in pairwise(statements))
    letters = [c for s in statements for c in s.text if c.isalnum()]
    assert letters == [c for c in text if c.isalnum()]


@given(
    st.lists(
        st.sampled_from([LONG_EN, ", and ", ", but I ", "; ", LONG_ZH, "，", "我昨天", "。"]), max_size=12
    )
)
def test_long_sentences_are_cut_without_losing_a_letter(pieces):
    text = "".join(pieces)
    for language in ("en", "zh"):
        joined = "".join(s.text for s in statements_of(text, language))
        assert re.findall(r"\w", joined) == re.findall(r"\w", text)


def test_a_text_without_sentence_ends_is_divided():
    endless = "word " * 2_000
    assert all(len(sentence) <= 2_000 for sentence in sentences_of(endless))
    assert " ".join(sentences_of(endless)).split() == endless.split()


@pytest.mark.parametrize(
    "piece",
    [". ", '"a ', "`", "(", "1. 2. ", "http://", ", and I ", "，我", "!A", "🎉a", "… ", "oh my ", "谢谢"],
)
def test_a_hostile_megabyte_takes_about_a_second(piece):
    text = piece * (300_000 // len(piece))  # a third of it
    pace.assert_under(1, lambda: statements_of(text, language_of(text[:100])))


# Statements


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        (
            f"{LONG_EN}, and I started a pottery class last week.",
            [f"{LONG_EN},", "and I started a pottery class last week."],
        ),
        (
            f"{LONG_EN}, but we still visit grandmother every Sunday.",
            [f"{LONG_EN},", "but we still visit grandmother every Sunday."],
        ),
        (
            f"{LONG_EN}; Tom works night shifts at the hospital.",
            [f"{LONG_EN};", "Tom works night shifts at the hospital."],
        ),
        (
            f"{LONG_EN}, so my sister Clara took over the garden.",
            [f"{LONG_EN},", "so my sister Clara took over the garden."],
        ),
        (f"{LONG_EN}, and Tom started a small bakery downtown.", [f"{LONG_EN},", "and Tom started a small bakery downtown."]),
        # too short to stand alone
        ("I came home, and I slept.", ["I came home, and I slept."]),
        ("I ate apples; I drank wine.", ["I ate apples; I drank wine."]),
        # the second clause leans on the first
        (f"{LONG_EN}, and she started a pottery class last week.", None),
        ("If it rains tomorrow morning in Turin, and I miss the last bus home, call me.", None),
        (f"{LONG_EN}, because I started a new job downtown.", None),
        ("I bought apples and pears, and oranges from the market near the station.", None),
        # bullets go, numbers stay
        ("- apples\n- ripe pears\n* plums", ["apples", "ripe pears", "plums"]),
        ("1. Mix flour\n2. Add water", ["1. Mix flour", "2. Add water"]),
        ("> a quoted line", ["a quoted line"]),
        (f"{LONG_ZH}，我妹妹留在北京上大学。", [f"{LONG_ZH}，", "我妹妹留在北京上大学。"]),
        (f"{LONG_ZH}，去年在一家书店做店员。", [f"{LONG_ZH}，", "去年在一家书店做店员。"]),
        (f"{LONG_ZH}，但是我每个月都回北京。", [f"{LONG_ZH}，", "但是我每个月都回北京。"]),
        (f"{LONG_ZH}，后来又换了一个大房子。", [f"{LONG_ZH}，", "后来又换了一个大房子。"]),
        (f"{LONG_ZH}，她在附近的医院当护士。", None),
        (f"{LONG_ZH}，喝茶看书晒太阳发呆。", None),
        ("如果明天下午下大雨的话，我就留在家里看电影。", None),
        ("我累了，我想睡觉。", None),
        ("我在超市碰到的那个高个子，我以前的同事小王。", None),
        ("- 苹果\n- 香蕉", ["苹果", "香蕉"]),
    ],
)  # fmt: skip
def test_a_long_sentence_is_divided_if_both_parts_can_be_understood_alone(text, statements):
    assert [s.text for s in statements_of(text, language_of(text))] == (statements or [text])


SORTS_EN = {
    "greeting": [
        "Hey!", "Hi Tom!", "Hello there, Clara.", "Good morning everyone!", "Good to see you again!", "Bye!",
        "See you tomorrow!", "Talk to you later, Mel!", "Take care!", "Have a great weekend!", "Long time no see!",
        "Sleep well 😴", "Nice to meet you, Ada.",
    ],
    "acknowledgement": [
        "Ok.", "Thanks!", "Thank you so much, Ada!", "Yes, of course.", "Wow, that's so cool!", "Sounds good to me",
        "Haha, right.", "No problem, Tom!", "Congrats, Clara!", "I agree.", "That's a great idea!", "Me too!",
        "Glad to hear that.", "Thanks for sharing!", "You're welcome 😊", "Keep it up!", "Fair enough.",
        "So proud of you!",
    ],
    "question": [
        "Where do you live?", "do you know where the keys are", "What time is it over there",
        "how was your trip to Rome",
        "How many kids do you have", "Are you free on Friday", "What about you", "Can you swim", "Did she call",
        "You live in Turin, right?", "You like tea, don't you?", "Let me know if you need help.",
        "Tell me more about it!",
        "Feel free to call me any time.", "Any plans for the weekend", "Want to join us on Sunday", "So, what's new",
        "Really?", "Which book are you reading now",
    ],
    "statement": [
        "Hi, I moved to Turin.", "See you on Friday at five in the park.", "Yes, I work at Fiat.",
        "Thanks, I bought a boat.",
        "What a day!", "What I need is a rest.", "When I was ten I lived in Rome.",
        "We met in Turin last summer, right?", "I've lived in Bristol for six years, can you believe it?",
        "We moved to Leeds last week, and you?",
        'She asked me "why?"', "Which is why I left Rome.", "Remind me to buy milk.", "I wonder.",
        "How the light fell on it.", "Do your homework before dinner.", "I know who did it.", "",
        "Let's meet at nine at the station.",
        "What's best about Turin is the chocolate.", "Great news, my sister had a baby!",
        "OK so I quit my job today.",
    ],
}  # fmt: skip
SORTS_ZH = {
    "greeting": [
        "你好！", "李娜你好", "大家好呀", "早上好！", "晚安", "再见！", "好久不见！", "拜拜，明天见", "早点休息",
        "周末愉快！", "嗨，小王",
    ],
    "acknowledgement": [
        "好的。", "嗯嗯", "哈哈哈！", "谢谢你！", "没关系", "太好了！", "真不错啊", "是的，没错", "我也是",
        "恭喜恭喜！",
        "辛苦了", "原来如此", "好的，谢谢！", "收到👌", "太羡慕你了", "哇，真厉害！", "知道了",
    ],
    "question": [
        "你住在哪里？", "你喜欢吗", "他呢。", "你觉得这家餐厅怎么样", "你觉得好吗", "你有没有去过上海",
        "要不要一起去爬山",
        "你是不是搬家了", "为什么你不来", "那你什么时候回来", "请问洗手间在哪", "我们明天去，好不好", "你们几点到",
        "跟我说说你的新工作吧", "真的吗？", "你吃了没有", "你在上海，对吧？",
    ],
    "statement": [
        "我不知道他是不是来。", "我正在吃饭呢", "吗啡是药。", "谁都知道他结婚了。", "你好我叫李娜",
        "好的我明天去医院看牙。",
        "我什么都没买。", "你送我的书我看完了。", "他身高有一米八呢。", "我问她为什么不来。",
        "谢谢你，我的手术很顺利。",
        "她告诉我什么时候开会了。", "明天见客户。", "我上个月搬到上海了，对吧？", "我上个月搬到上海了，你信吗？",
        "我们周末去爬山了，你们呢？", "怎么做红烧肉：先焯水再炒糖。",
        "我在想要不要换工作。",
    ],
}  # fmt: skip
SORTED = [(text, sort) for table in (SORTS_EN, SORTS_ZH) for sort, texts in table.items() for text in texts]


@pytest.mark.parametrize(("text", "sort"), [(text, sort) for text, sort in SORTED if text])
def test_a_sentence_states_asks_greets_or_acknowledges(text, sort):
    (statement,) = statements_of(text, language_of(text))
    assert (statement.text, statement.sort) == (text.rstrip(), sort)


@pytest.mark.parametrize("text", ["Who?", "你住在哪里？", "你喜欢吗", "他呢。", "why did she leave"])
def test_a_question_is_recognised_by_its_mark_its_words_or_its_particle(text):
    assert is_question(text)


@pytest.mark.parametrize("text", ["I wonder.", "", "吗啡是药。", "Really? Yes.", 'She asked "why?"'])
def test_a_statement_is_no_question(text):
    assert not is_question(text)

"""Reactions of people to an assistant, in both languages."""

import pytest

from memgraph_core.language.reactions import reactions_of, style_requests_of

EVENTS = [
    ("Thank you so much!", ["thanks"]),
    ("Thanks, that was really helpful.", ["thanks"]),
    ("That was really helpful!", ["praise"]),
    ("Great answer!", ["praise"]),
    ("You're the best.", ["praise"]),
    ("Exactly what I needed.", ["praise"]),
    ("That didn't help at all.", ["complaint"]),
    ("You keep forgetting my name.", ["complaint"]),
    ("Thanks for nothing.", ["complaint"]),
    ("No, that's wrong.", ["correction"]),
    ("I meant the other Clara.", ["correction"]),
    ("It's Turin, not Milan.", ["correction"]),
    ("I'm sorry for snapping at you.", ["apology"]),
    ("I apologize for the confusion.", ["apology"]),
    ("I don't think that's a good idea.", ["disagreement"]),
    ("I disagree.", ["disagreement"]),
    ("I'll remind you on Friday.", ["promise"]),
    ("Thanks for reminding me!", ["thanks", "promise_kept"]),
    ("You promised to remind me but you didn't.", ["promise_broken"]),
    ("You forgot to remind me.", ["promise_broken"]),
    ("谢谢你！", ["thanks"]),
    ("你真厉害！", ["praise"]),
    ("很有帮助。", ["praise"]),
    ("你根本没听懂。", ["complaint"]),
    ("答非所问。", ["complaint"]),
    ("不对，是都灵。", ["correction"]),
    ("你记错了。", ["correction"]),
    ("对不起，我刚才太凶了。", ["apology"]),
    ("我不同意。", ["disagreement"]),
    ("我会提醒你的。", ["promise"]),
    ("谢谢你提醒我。", ["thanks", "promise_kept"]),
    ("你答应过提醒我，却没有。", ["promise_broken"]),
    ("你忘了提醒我。", ["promise_broken"]),
    # nothing of the kind
    ("No, thank you.", []),
    ("I said thank you to my boss.", []),
    ("I'm sorry to hear that.", []),
    ('My boss said "that\'s wrong".', []),
    ("Was that helpful?", []),
    ("I got a great job.", []),
    ("No, I have no time today.", []),
    ("Thank goodness it's Friday.", []),
    ("不用了，谢谢。", []),
    ("我谢谢他了。", []),
    ("很抱歉听到这个消息。", []),
    ("这部电影不对我的胃口。", []),
]
STYLES = [
    ("Too long.", "detail", "less"),
    ("That was way too long!", "detail", "less"),
    ("Please be brief.", "detail", "less"),
    ("Can you keep your answers short?", "detail", "less"),
    ("Shorter please.", "detail", "less"),
    ("Please explain more.", "detail", "more"),
    ("Could you go into more detail?", "detail", "more"),
    ("Don't be so brief.", "detail", "more"),
    ("Too vague.", "detail", "more"),
    ("Don't be so formal.", "formality", "less"),
    ("Please be more formal.", "formality", "more"),
    ("Please stop making suggestions.", "proactivity", "less"),
    ("Just answer the question.", "proactivity", "less"),
    ("Please be more proactive.", "proactivity", "more"),
    ("Stop joking.", "humour", "less"),
    ("That's not funny.", "humour", "less"),
    ("Tell me a joke.", "humour", "more"),
    ("Give me longer answers, I have time.", "detail", "more"),
    ("Can you write shorter replies?", "detail", "less"),
    ("Explain things in more detail.", "detail", "more"),
    ("能不能详细一点", "detail", "more"),
    ("太长了。", "detail", "less"),
    ("简短一点。", "detail", "less"),
    ("别那么啰嗦。", "detail", "less"),
    ("说详细点。", "detail", "more"),
    ("請解釋得更詳細一點。", "detail", "more"),
    ("别这么客气。", "formality", "less"),
    ("请正式一点。", "formality", "more"),
    ("别老提醒我。", "proactivity", "less"),
    ("你可以主动提醒我。", "proactivity", "more"),
    ("别开玩笑了。", "humour", "less"),
    ("幽默一点。", "humour", "more"),
]
NO_STYLE = [
    "The film was too long.",
    "It took so long.",
    "The meeting was brief.",
    "I was too tired.",
    "Is it too long?",
    "He told me a joke.",
    "They give me short answers.",
    "My boss is too formal.",
    "这部电影太长了。",
    "我给他说得很详细。",
    "不用客气。",
    "他喜欢开玩笑。",
]


@pytest.mark.parametrize(("text", "kinds"), EVENTS)
def test_events_of_a_sentence(text, kinds):
    assert [reaction.kind for reaction in reactions_of(text)] == kinds


@pytest.mark.parametrize(("text", "aspect", "direction"), STYLES)
def test_requests_about_the_style_of_answers(text, aspect, direction):
    assert [(request.aspect, request.direction) for request in style_requests_of(text)] == [
        (aspect, direction)
    ]


@pytest.mark.parametrize("text", NO_STYLE)
def test_sentences_about_other_things_ask_for_no_style(text):
    assert style_requests_of(text) == []

"""What is set against another statement: exceptions and denials, in English and Chinese, and what only looks so."""

import pytest

from memgraph_core.language.contrast import is_denial_of, is_exception, refers_to_one_event


@pytest.mark.parametrize(
    "statement",
    [
        "Except on Sundays.",
        "But not in winter.",
        "Apart from the kitchen, nothing is done.",
        "除了星期天。",
        "但除了王芳以外都来了。",
        "周末除外。",
    ],
)
def test_an_exception_is_recognised_at_the_beginning_of_a_statement(statement):
    assert is_exception(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "I expect rain.",
        "Exceptional food!",
        "Apart from tennis I also play chess.",
        "He left, but not for long.",
        "除了北京，我还去过上海。",
        "删除了文件。",
    ],
)
def test_what_comes_on_top_or_only_sounds_alike_is_no_exception(statement):
    assert not is_exception(statement)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I like strong coffee.", "I don't like strong coffee anymore."),
        ("I never eat fish.", "I do eat fish now."),
        ("我喜欢喝咖啡。", "我不喜欢喝咖啡了。"),
        ("我在学法语。", "我没有在学法语。"),
    ],
)
def test_a_statement_denies_one_that_says_the_same(one, other):
    assert is_denial_of(one, other)
    assert is_denial_of(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I like strong coffee.", "I like strong coffee."),
        ("I don't eat meat.", "I eat meat on Sundays with my parents."),
        ("I don't know.", "I know."),
        ("I don't like tea.", "I don't like strong tea."),
        ("这家店不错。", "这家店真的好。"),
        ("我特别喜欢咖啡。", "我喜欢咖啡。"),
        ("我不在家。", "我在公司。"),
    ],
)
def test_a_statement_without_denial_or_on_another_subject_is_not_a_denial(one, other):
    assert not is_denial_of(one, other)


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("I ran in the Riverside Marathon.", "riverside marathon"),
        ("That charity race sounds great!", "charity race"),
        ("How was your first pottery class?", "pottery class"),
        ("我要参加秋季招聘会。", "秋季招聘会"),
    ],
)
def test_a_proper_name_or_a_demonstrative_refers_to_one_event(statement, name):
    assert refers_to_one_event(statement, name)


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("I took part in a charity race.", "charity race"),
        ("We always look forward to our camping trip.", "camping trip"),
        ("We went on another camping trip.", "camping trip"),
        ("I love watching the Song Contest.", "song contest"),
        ("I was in Rome for New Years.", "new years"),
        ("我们又一次参加了秋季招聘会，每年都去。", "秋季招聘会"),
        ("今年春节我回家了。", "今年春节"),
    ],
)
def test_events_of_a_kind_and_yearly_events_are_not_one_event(statement, name):
    assert not refers_to_one_event(statement, name)

import pytest

from memgraph_core.models.scripts import reads_english


@pytest.mark.parametrize(
    "text",
    [
        "",
        "42 + 1 = 43",
        "🎂🎉 ❤️",
        "Ada lives in Turin.",
        "Élodie mangeait à Zürich, mañana Łódź, Đà Nẵng",
        "Ａｄａ, full-width, and the 1ª sign",
        "She calls it 家 at home.",
        "The α of 0.05",
    ],
)
def test_latin_text_is_read_also_with_accents_and_a_few_letters_of_other_scripts(text):
    assert reads_english(text)


@pytest.mark.parametrize(
    "text",
    [
        "我三月搬到了都灵。",
        "彼女はトリノに住んでいます",
        "カタカナ",
        "그녀는 토리노에 산다",
        "Она живёт в Турине",
        "هي تعيش في تورينو",
        "Ζει στο Τορίνο",
        "היא גרה בטורינו",
        "वह ट्यूरिन में रहती है",
    ],
)
def test_other_scripts_are_not_read(text):
    assert not reads_english(text)


def test_thirty_percent_of_the_letters_may_be_of_another_script():
    assert reads_english("abcdefg我在工")
    assert not reads_english("abcdef我在工作")

"""Chinese words of derived notes."""

from datetime import date

from memgraph_core.language.derived_text import chinese_label
from memgraph_core.records.kinds import Grain


class ChineseDerivedText:
    """Chinese, whose verbs have one form."""

    code = "zh"

    def done(self, phrase: str) -> str:
        """The phrase itself."""
        return phrase

    def having(self, thing: str) -> str:
        """As in 有早会."""
        return f"有{thing}"

    def mentioning(self, thing: str) -> str:
        """As in 提到合唱团."""
        return f"提到{thing}"

    def without(self, thing: str) -> str:
        """As in 没有合唱团."""
        return f"没有{thing}"

    def day(self, moment: date, grain: Grain | None = None) -> str:
        """As in 2026年1月5日, 2026年1月 and 2026年."""
        if grain == "year":
            return f"{moment.year}年"
        if grain == "month":
            return f"{moment.year}年{moment.month}月"
        return f"{moment.year}年{moment.month}月{moment.day}日"

    def label(self, relation: str) -> str:
        """The name of the type in pictures, or its words."""
        return chinese_label(relation) or relation.lower().replace("_", " ")

"""Asides: signs and words at the beginning or end of a Chinese clause in chats that state nothing: emoji, 哈哈, 啦, 记得.

Before a text is tagged, each character of an aside is replaced by a comma, so that the offsets stay the same.
"""

import re

_DECORATION = re.compile(
    "[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f\u200d~～]+|(?:哈|嘿|呵|嘻|呜){2,}|(?<=[\u4e00-\u9fff])(?:23{2,}|hhh+|lol|orz|emmm+)"
)
_PARTICLES = re.compile(
    "(?<=[\u4e00-\u9fffA-Za-z0-9])(?:[呢哦喔噢耶嘛呗哟咯捏]|哒){1,4}(?=[，。！!,.…;；\\s]|$)"
)
_FUSED = re.compile("(?<=[\u4e00-\u9fffA-Za-z0-9])[啦喽](?=[，。！!,.…;；\\s]|$)")  # 了 and 啊 in one sign
_REMEMBER = re.compile(
    "(?:^|(?<=[，。！,;；]))(?:请|麻烦|帮我|你|要|也){0,4}(?:记得|记住|记一下|记下来?|提醒一下|别忘了|友情提示)(?=[，,：:]?(?:我|咱))"
)


def without_asides(text: str) -> str:
    """The text with a comma for each character of an aside, and 了 for 啦 and 喽. It has the same length."""
    for pattern in (_DECORATION, _PARTICLES, _REMEMBER):
        text = pattern.sub(lambda match: "，" * len(match[0]), text)
    return _FUSED.sub("了", text)

"""Recognises Chinese statements that describe a procedure, and those that state something lasting."""

import re

_STEPS_ZH = re.compile(
    r"(?:首先|先|第一步|一开始).{1,60}(?:再|然后|接着|之后|最后|第二步)|怎么(?:做|用|弄|装|修)[^？?]{0,20}[:：]"
    r"|(?:做法|步骤|方法|流程|操作|诀窍|窍门|秘诀)(?:是|如下|：|:)"
    r"|^(?:第[一二三四五六七八九十]步|步骤\d)|(?:记得|一定要|务必|千万(?:不要|别)|注意).{2,30}(?:之前|以后|之后"
    r"|的时候|时)|把.{1,20}(?:放进|加入|倒入|切成|煮|炒|炖|拌匀|搅拌|点击|按下|打开)"
)

_PAST_ZH = re.compile(
    r"昨|前天|上周|上个月|去年|刚才|刚刚|那天|[去来吃买看做走坐玩逛见]了|[了过](?:[。！，,!~～]|$)"
)

_HABIT_ZH = re.compile(
    r"每(?:天|周|年|月|个|次|到|晚|早)|总是|经常|常常|一般|通常|平时|一直|从来|从不|习惯|喜欢|讨厌|不喜欢|不爱"
    r"|爱吃|爱喝|最爱|擅长|过敏|害怕"
    r"|的(?:名字|生日|爱好|职业|电话|邮箱|地址|梦想|家乡|老家|身高|年龄|学历|性格)|我是|是(?:一[个名位只家座]"
    r"|我)|住在|来自|毕业于|叫"
)


def tells_how(text: str) -> bool:
    """Whether a text describes how something is done."""
    return _STEPS_ZH.search(text) is not None and _PAST_ZH.search(text) is None


def lasts(text: str) -> bool:
    """Whether a text states a habit, a preference or a property, and nothing past."""
    return _HABIT_ZH.search(text) is not None and _PAST_ZH.search(text) is None

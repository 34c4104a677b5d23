"""Which names stand in a Chinese sentence, and of what type they look."""

import pytest

from memgraph_core.language.entities import named_in


def typed(sentence, known=None, types=None):
    return [f"{name.text} {name.type}" for name in named_in(sentence, "zh", known, types)]


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("李娜和王芳去了北京", ["李娜 Person", "王芳 Person", "北京 Place"]),
        ("我在北京大学读书", ["北京大学 Organization"]),
        ("赵琴管哪块？", ["赵琴 Person"]),
        ("小陈管什么？", ["小陈 Person"]),
        ("张伟明管哪块？", ["张伟明 Person"]),
        ("我女儿大名小名各是什么？", []),
        ("我女儿大名小名分别是什么？", []),
        ("《三体》很好看", ["三体 Work"]),
        ("昨晚看了电影“夜航西飞”", ["夜航西飞 Work"]),
        ("王老师今天请假了", ["王老师 Person"]),
        ("李总明天到上海", ["李总 Person", "上海 Place"]),
        ("李总是我的老板", ["李总 Person"]),
        ("小王说老张病了", ["小王 Person", "老张 Person"]),
        ("我跟陈医生约了周五", ["陈医生 Person"]),
        ("欧阳娜娜和诸葛明来了", ["欧阳娜娜 Person", "诸葛明 Person"]),
        ("司马老师退休了", ["司马老师 Person"]),
        ("联系常主任就行", ["常主任 Person"]),
        ("日志走 fluentd，deadline 不变", ["fluentd Thing"]),
        ("她在吃缬沙坦，没吃感冒药", ["缬沙坦 Thing"]),
        ("孙悦婷喜欢画画", ["孙悦婷 Person"]),
        ("我同事叫周一鸣", ["周一鸣 Person"]),
        ("我女儿名叫朵朵", ["朵朵 Person"]),
        ("我养的猫叫团团", ["团团 Thing"]),
        ("她的狗名字叫可乐", ["可乐 Thing"]),
        ("我读卡尔·马克思的书", ["卡尔·马克思 Person"]),
        ("我在字节跳动上班", ["字节跳动 Organization"]),
        ("我们在星巴克见面", ["星巴克 Organization"]),
        ("他换了一副华为耳机", ["华为 Organization"]),
        ("我住在国贸附近", ["国贸 Place"]),
        ("我路过大润发，买了欧莱雅", ["大润发 Organization", "欧莱雅 Organization"]),
        ("她在青岛蓝鲸科技有限公司上班", ["青岛蓝鲸科技有限公司 Organization"]),
        ("我妈妈在海淀医院住院", ["海淀医院 Organization"]),
        ("我们约在紫竹院公园", ["紫竹院公园 Place"]),
        ("飞机在萧山机场降落", ["萧山机场 Place"]),
        ("我刚去的那个商场是银泰汇", ["银泰汇 Place"]),
        ("我家在浙江杭州", ["浙江 Place", "杭州 Place"]),
        ("我参加了星空音乐节", ["星空音乐节 Event"]),
        ("我报名了城市骑行挑战赛。", ["城市骑行挑战赛 Event"]),
        ("智慧农业峰会的地点是成都", ["智慧农业峰会 Event", "成都 Place"]),
        ("我用Python写代码", ["Python Thing"]),
        ("Alice送我一本《活着》", ["Alice Person", "活着 Work"]),
        ("我下个月去巴黎出差", ["巴黎 Place"]),
        ("他是长沙人", ["长沙 Place"]),
        ("我从清华毕业", ["清华 Organization"]),
        ("周末一起玩原神吧", ["原神 Work"]),
        ("微信上聊吧", ["微信 Thing"]),
        ("明年看世界杯", ["世界杯 Event"]),
        ("她去了一家叫蓝屿的游戏公司", ["蓝屿 Organization"]),
    ],
)
def test_a_name_has_the_type_that_it_or_its_context_shows(sentence, found):
    assert typed(sentence) == found


@pytest.mark.parametrize(
    "sentence",
    [
        "我早上喝咖啡",
        "我在一家互联网公司上班",
        "附近的公园很安静",
        "我妈妈和我爸爸都退休了",
        "我的同事喜欢听音乐会",
        "邮件发到zhang@example.com就行",
        "周一到周五都有时间",
        "春节想吃日本菜和火锅",
        "我叫外卖，你叫车",
        "她叫我起床",
        "这件中山装和大理石桌子都很贵",
        "高铁比汽车方便",
        "小区里有小孩和小狗",
        "老师说小学和中学都放假",
        "我的电话是13800000000",
        "他花了500元",
        "白天上班，晚上学英语",
        "看TV，吃BBQ，OK吗",
        "她叫花店送花",
        "他们开了家花店里面很大",
        "我们家花店里有玫瑰",
    ],
)
def test_text_without_names_gives_none(sentence):
    assert typed(sentence) == []


def test_a_known_chinese_name_is_found_in_any_segmentation():
    assert typed("今天带团团去打针", {"团团": "团团"}, {"团团": "Thing"}) == ["团团 Thing"]
    assert typed("我想买蓝鲸音箱送人", {"蓝鲸音箱": "蓝鲸音箱"}) == ["蓝鲸音箱 None"]
    assert typed("我读卡尔马克思", {"卡尔马克思": "卡尔·马克思"}) == ["卡尔·马克思 None"]


def test_a_known_name_is_not_found_inside_a_longer_word():
    assert typed("他忙得团团转", {"团团": "团团"}) == []
    assert typed("我想买大理石", {"大理": "大理"}, {"大理": "Place"}) == []


def test_the_longest_known_name_wins():
    known = {"北京": "北京", "北京大学": "北京大学"}
    assert typed("他在北京大学", known) == ["北京大学 Organization"]


def test_the_type_in_the_graph_is_trusted():
    assert typed("我喜欢团子", {"团子": "团子"}, {"团子": "Thing"}) == ["团子 Thing"]


def test_names_of_one_namespace_do_not_show_in_another():
    typed("蓝鲸音箱和墨团团到了", {"蓝鲸音箱": "蓝鲸音箱", "墨团团": "墨团团"})
    assert typed("蓝鲸音箱到了") == []


@pytest.mark.parametrize(
    ("sentence", "gender"), [("王女士来了", "f"), ("李先生来了", "m"), ("王老师来了", None)]
)
def test_a_title_shows_a_gender_if_it_is_unambiguous(sentence, gender):
    assert [name.gender for name in named_in(sentence, "zh")] == [gender]


@pytest.mark.parametrize(
    ("sentence", "name"),
    [
        ("小刚在医院做护士", "小刚"),
        ("我每周四跟老周下棋", "老周"),
        ("阿明说他不来", "阿明"),
        ("我们组的老韩也来", "老韩"),
    ],
)
def test_a_familiar_name_may_end_in_a_word_of_grammar_or_look_like_a_dynasty(sentence, name):
    assert f"{name} Person" in typed(sentence)

"""Chinese statements and what they say of two ends; what is asked, imagined or vague says nothing."""

import pytest
from marked import phrases, said

STATEMENTS = (
    ("我住在[北京](Place)。", ["小林 LIVES_IN 北京"]),
    ("[李娜]去年搬到了[上海](Place)。", ["李娜 LIVES_IN 上海"]),
    ("我从[苏州](Place)搬到了[厦门](Place)。", ["小林 LIVES_IN 厦门"]),
    ("我在一家设计公司上班，公司叫[云朵工作室](Organization)。", ["小林 WORKS_AT 云朵工作室"]),
    ("我元旦从[苏州](Place)搬到了[厦门](Place)。", ["小林 LIVES_IN 厦门"]),
    ("我三月初去了一趟[厦门](Place)。", ["小林 VISITED 厦门"]),
    ("我们家在[成都](Place)。", ["小林 LIVES_IN 成都"]),
    ("我住的小区叫翠湖苑。", ["小林 LIVES_IN 翠湖苑"]),
    ("我和[王芳](Person)一起住。", ["小林 LIVES_WITH 王芳"]),
    ("[李娜]在[恒拓软件](Organization)上班。", ["李娜 WORKS_AT 恒拓软件"]),
    ("[李娜]在[杭州](Place)工作。", ["李娜 WORKS_IN 杭州"]),
    ("我在一家医院当护士。", ["小林 WORKS_AT 医院", "小林 WORKS_AS 护士"]),
    ("[李娜]是护士。", ["李娜 WORKS_AS 护士"]),
    ("[李娜的表哥|我表哥]是做厨师的。", ["李娜的表哥 WORKS_AS 厨师"]),
    ("[李娜]的职业是律师。", ["李娜 WORKS_AS 律师"]),
    ("我的工作是程序员。", ["小林 WORKS_AS 程序员"]),
    ("[小林的姐姐|我姐姐]的单位是[市图书馆](Organization)。", ["小林的姐姐 WORKS_AT 市图书馆"]),
    ("[小林的同事|我同事]上班的公司叫青禾设计。", ["小林的同事 WORKS_AT 青禾设计"]),
    ("我入职了[麦笛科技](Organization)。", ["小林 WORKS_AT 麦笛科技"]),
    ("[老韩](Person)跳槽到了[蓝屿](Organization)。", ["老韩 WORKS_AT 蓝屿"]),
    ("[老韩](Person)去了一家叫[蓝屿](Organization)的游戏公司。", ["老韩 WORKS_AT 蓝屿"]),
    ("我在[北京大学](Organization)读书。", ["小林 STUDIES_AT 北京大学"]),
    ("我考上了[复旦大学](Organization)。", ["小林 STUDIES_AT 复旦大学"]),
    ("[李娜]毕业于[南开大学](Organization)。", ["李娜 GRADUATED_FROM 南开大学"]),
    ("我的专业是化学。", ["小林 STUDIES 化学"]),
    ("[李娜]学历是硕士。", ["李娜 EDUCATED_TO 硕士"]),
    ("[小林的表姐|我表姐]只念到高中。", ["小林的表姐 EDUCATED_TO 高中"]),
    ("我的老家在[沈阳](Place)。", ["小林 COMES_FROM 沈阳"]),
    ("[李娜]是[天津](Place)人。", ["李娜 COMES_FROM 天津"]),
    ("[小王]来自[青岛](Place)。", ["小王 COMES_FROM 青岛"]),
    ("我出生在[大连](Place)。", ["小林 BORN_IN 大连"]),
    ("我下周要去[青岛](Place)出差。", ["小林 VISITED? 青岛"]),
    ("现在在[麦笛科技](Organization)。", ["小林 WORKS_AT 麦笛科技"]),
    ("我戒烟两年了。", ["小林 LIKES† 烟"]),
    ("我不再喝咖啡了。", ["小林 DRINKS† 咖啡"]),
    ("我把车卖了。", ["小林 OWNS† 车"]),
    ("我丢了钱包。", ["小林 LOST 钱包"]),
    ("我有一辆电动三轮。", ["小林 OWNS 电动三轮"]),
    ("书法让我很平静。", ["小林 LIKES 书法"]),
    ("我加入了读书会。", ["小林 MEMBER_OF 读书会"]),
    ("我报名了马拉松。", ["小林 ENROLLED_IN 马拉松"]),
    ("我的生日是5月6日。", ["小林 BORN_ON 5月6日"]),
    ("[李娜]今年32岁了。", ["李娜 AGED 32岁"]),
    ("[豆豆]刚满五岁。", ["豆豆 AGED 五岁"]),
    ("[李娜]嫁给了[张伟](Person)。", ["李娜 MARRIED_TO 张伟"]),
    ("我和[张伟](Person)结婚了。", ["小林 MARRIED_TO 张伟"]),
    ("[李娜]跟[张伟](Person)分手了。", ["李娜 DATING† 张伟"]),
    ("我对芒果过敏。", ["小林 ALLERGIC_TO 芒果"]),
    ("[豆豆]对尘螨过敏。", ["豆豆 ALLERGIC_TO 尘螨"]),
    ("我有高血压。", ["小林 HAS_CONDITION 高血压"]),
    ("[外婆](Person)得了肺炎。", ["外婆 HAS_CONDITION 肺炎"]),
    ("我怕蛇。", ["小林 AFRAID_OF 蛇"]),
    ("[李娜]吃素。", ["李娜 FOLLOWS_DIET 吃素"]),
    ("我喜欢爬山和摄影。", ["小林 LIKES 爬山", "小林 LIKES 摄影"]),
    ("我特别爱吃火锅。", ["小林 LIKES 火锅"]),
    ("[李娜]迷上了陶艺。", ["李娜 LIKES 陶艺"]),
    ("我最喜欢的作家是[余华](Person)。", ["小林 FAVORITE_AUTHOR 余华", "小林 LIKES 余华"]),
    ("[李娜]的爱好是钓鱼。", ["李娜 LIKES 钓鱼"]),
    ("我不喜欢香菜。", ["小林 DISLIKES 香菜"]),
    ("我讨厌下雨天。", ["小林 DISLIKES 下雨天"]),
    ("我对天文很感兴趣。", ["小林 INTERESTED_IN 天文"]),
    ("我养了一只猫。", ["小林 HAS_PET 猫"]),
    ("我家有一只叫[年糕](Thing)的猫。", ["小林 HAS_PET 年糕"]),
    ("我家的狗叫[旺财](Thing)。", ["小林 HAS_PET 旺财"]),
    ("我买了一台相机。", ["小林 OWNS 相机"]),
    ("我用的手机是小米14。", ["小林 OWNS 小米14"]),
    ("我去过[敦煌](Place)。", ["小林 VISITED 敦煌"]),
    ("上周我们去了[故宫](Place)。", ["小林 VISITED 故宫"]),
    ("我参加了一个编程比赛。", ["小林 ATTENDED 编程比赛"]),
    ("我将要参加春季马拉松。", ["小林 ATTENDED? 春季马拉松"]),
    ("我报了个陶艺班。", ["小林 ENROLLED_IN 陶艺班"]),
    ("我最近在学古筝。", ["小林 LEARNING 古筝"]),
    ("[李娜]在小学教美术。", ["李娜 TEACHES 美术"]),
    ("我会弹吉他。", ["小林 PLAYS 吉他"]),
    ("我每天跑步。", ["小林 PRACTICES 跑步"]),
    ("我在读《[活着](Work)》。", ["小林 READ 活着"]),
    ("我看了电影《[流浪地球](Work)》。", ["小林 WATCHED 流浪地球"]),
    ("我写了一本小说。", ["小林 CREATED 小说"]),
    ("[李娜]获得了一等奖学金。", ["李娜 WON 一等奖学金"]),
    ("我开了一家花店。", ["小林 FOUNDED 花店"]),
    ("[李娜]负责设计团队。", ["李娜 LEADS 设计团队"]),
    ("我会说日语。", ["小林 SPEAKS 日语"]),
    ("我加入了学校合唱团。", ["小林 MEMBER_OF 学校合唱团"]),
    ("我在敬老院做志愿者。", ["小林 VOLUNTEERS_AT 敬老院"]),
    ("[恒拓](Organization)的总部在[深圳](Place)。", ["恒拓 LOCATED_IN 深圳"]),
    ("[竹溪书店](Organization)开在柳浦路上。", ["竹溪书店 LOCATED_IN 柳浦路"]),
    ("[春茶会](Event)的地点是[杭州](Place)。", ["春茶会 LOCATED_IN 杭州"]),
    ("我妹妹叫[许棠](Person)。", ["小林 SIBLING_OF 许棠"]),
    ("[李明](Person)是我的同事。", ["小林 COLLEAGUE_OF 李明"]),
    (
        "我表妹[许棠](Person)找到工作了，在[竹溪书店](Organization)当店员。",
        ["小林 RELATIVE_OF 许棠", "许棠 WORKS_AT 竹溪书店", "许棠 WORKS_AS 店员"],
    ),
    ("[陈梅](Person)是我的上司，其年龄是45岁。", ["小林 COLLEAGUE_OF 陈梅", "陈梅 AGED 45岁"]),
    ("我叫[林小满](Person)。", ["小林 NAMED 林小满"]),
    ("我以前住在[北京](Place)。", ["小林 LIVES_IN† 北京"]),
    ("我不再住在[北京](Place)了。", ["小林 LIVES_IN† 北京"]),
    ("我已经不在[腾讯](Organization)工作了。", ["小林 WORKS_AT† 腾讯"]),
    ("我从[腾讯](Organization)离职了。", ["小林 WORKS_AT† 腾讯"]),
    ("我把奶茶戒了。", ["小林 LIKES† 奶茶"]),
    ("我不喜欢跑步了。", ["小林 LIKES† 跑步"]),
    ("我没去过[西藏](Place)。", ["小林 VISITED¬ 西藏"]),
    ("我不住在[北京](Place)。", ["小林 LIVES_IN¬ 北京"]),
    ("我没养猫。", ["小林 HAS_PET¬ 猫"]),
    ("我打算开一家书店。", ["小林 PLANS_TO 开一家书店"]),
    ("我想学法语。", ["小林 WANTS 学法语"]),
    ("我准备明年去[日本](Place)旅行。", ["小林 PLANS_TO 明年去日本旅行"]),
    ("[李娜]现在只喝豆浆。", ["李娜 DRINKS 豆浆"]),
    ("我每天都喝咖啡。", ["小林 DRINKS 咖啡"]),
    ("我好像对花生过敏。", ["小林 ALLERGIC_TO 花生"]),
    ("[李娜](Person)和[王芳](Person)住在[上海](Place)。", ["李娜 LIVES_IN 上海", "王芳 LIVES_IN 上海"]),
    ("我周末去钓鱼。", ["小林 PRACTICES 钓鱼"]),
    ("我练瑜伽。", ["小林 PRACTICES 瑜伽"]),
    ("我的车是[比亚迪](Organization)。", ["小林 OWNS 比亚迪"]),
    ("[小秦](Person)认识了[老韩](Person)。", ["小秦 MET 老韩"]),
)

NOTHING = (
    "你住在哪里？",
    "[李娜]在[腾讯](Organization)上班吗？",
    "你喜欢什么？",
    "她住在[上海](Place)。",
    "他搬到[北京](Place)了。",
    "我爱上了她。",
    "我喜欢你。",
    "我喜欢的歌。",
    "我住在这里。",
    "我喜欢这个。",
    "如果我住在[北京](Place)就好了。",
    "要是能去[西藏](Place)玩就好了。",
    "我差点搬到[上海](Place)。",
    "[小米](Organization)喜欢得不得了。",
    "谢谢你！",
    "好的，没问题。",
    "我不知道。",
    "我想说谢谢。",
    "我想知道怎么走。",
    "我想你了。",
    "我没有时间。",
    "我有点累。",
    "我有事。",
    "我去上班了。",
    "我在家。",
    "我在等车。",
    "我吃饭了。",
    "我觉得很好。",
    "我教你。",
    "我学不会。",
    "我怕是不行。",
    "我怕你生气。",
    "天气真好。",
    "今天下雨了。",
    "公司给了我一个新项目。",
    "喜欢得不得了。",
    "都五岁啦！",
    "我妈妈住在[杭州](Place)。",
    "我同事是不是[天津](Place)人？",
    "我是好人。",
    "我开了门。",
    "我看了看。",
    "我拿了东西。",
    "我做了个梦。",
    "我爱你们大家。",
    "[北京](Place)上班的人很多。",
    "把书给[李娜]。",
)


@pytest.mark.parametrize(("sentence", "relations"), STATEMENTS)
def test_a_statement_says_it(sentence, relations):
    assert said(sentence, "zh") == relations


@pytest.mark.parametrize("sentence", NOTHING)
def test_what_is_asked_imagined_or_vague_says_nothing(sentence):
    assert said(sentence, "zh") == []


@pytest.mark.parametrize("question", [s for s, _ in STATEMENTS])
def test_a_question_states_nothing(question):
    assert said(question.rstrip("。") + "吗？", "zh") == []


def test_a_clause_without_a_subject_goes_on_with_the_one_before():
    assert said("[李娜](Person)住在[深圳](Place)，在[腾讯](Organization)上班，喜欢画画。", "zh") == [
        "李娜 LIVES_IN 深圳",
        "李娜 WORKS_AT 腾讯",
        "李娜 LIKES 画画",
    ]


def test_after_somebody_unknown_a_dropped_subject_is_nobody():
    assert said("她最近很忙，住在[深圳](Place)。", "zh") == []


def test_the_first_clause_without_a_subject_is_the_speakers_and_less_sure():
    (phrase,) = phrases("去年搬到了[苏州](Place)。", "zh")
    assert (phrase.subject, phrase.confidence) == ("小林", 0.6)


def test_qi_is_the_subject_of_the_clause_before():
    assert said("[陈梅](Person)很能干，其职业是律师。", "zh") == ["陈梅 WORKS_AS 律师"]


def test_a_place_or_a_firm_does_nothing_that_people_do():
    assert said("[竹溪书店](Organization)喜欢猫。", "zh") == []


def test_who_is_not_sure_is_less_believed():
    (sure,) = phrases("我对花生过敏。", "zh")
    (unsure,) = phrases("我好像对花生过敏。", "zh")
    assert unsure.confidence < sure.confidence


@pytest.mark.parametrize("sentence", ["我没在[北京](Place)住过。", "我以前没在[北京](Place)住过。"])
def test_a_denial_in_the_past_is_a_denial_and_no_end(sentence):
    assert said(sentence, "zh") == ["小林 LIVES_IN¬ 北京"]

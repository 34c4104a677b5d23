"""Chinese words for time. Seen from Wednesday, 15 May 2024, 14:30; how a time is written is in `times_shown`."""

import pytest
from times_shown import shown

DAYS = [
    ("我昨天买了菜。", "2024-05-14"),
    ("今天我请客。", "2024-05-15"),
    ("明天爸妈过来。", "2024-05-16"),
    ("后天考试。", "2024-05-17"),
    ("前天水管坏了。", "2024-05-13"),
    ("大前天我去爬山了。", "2024-05-12"),
    ("大后天出结果。", "2024-05-18"),
    ("昨晚我没睡着。", "2024-05-14T18:00/2024-05-15T06:00"),
    ("今天早上我游泳了。", "2024-05-15T06:00/2024-05-15T12:00"),
    ("上周四我卖了车。", "2024-05-09"),
    ("下周四她要走。", "2024-05-23"),
    ("这周五看牙医。", "2024-05-17"),
    ("上上周一我请假了。", "2024-04-29"),
    ("上个星期天我们去了海边。", "2024-05-12"),
    ("周六我们跳舞了。", "2024-05-11"),
    ("周六我们要去跳舞。", "2024-05-18"),
    ("医生把我的预约改到了周一。", "2024-05-20"),
    ("考试推迟到周二。", "2024-05-21"),
    ("星期一见！", "2024-05-20"),
    ("礼拜五晚上去看电影吧。", "2024-05-17T18:00/2024-05-18"),
    ("他生于1985年12月10日。", "1985-12-10"),
    ("聚会定在六月五号。", "2024-06-05"),
    ("二〇二一年五月三日开业。", "2021-05-03"),
    ("备份时间是2023-11-02。", "2023-11-02"),
    ("我们20号交房租。", "2024-05-20"),
    ("上个月5号我搬家了。", "2024-04-05"),
    ("昨兒我去了醫院。", "2024-05-14"),
    ("体检约在6月3，早上空腹。", "2024-06-03"),
    ("婚礼六月十六，在酒店办。", "2024-06-16"),
    ("票退了，27号走。", "2024-05-27"),
    ("端午不去爬山了。", "2024-06-10"),
]
STRETCHES = [
    ("我上周开始学陶艺。", "2024-05-06/2024-05-13"),
    ("下周考试。", "2024-05-20/2024-05-27"),
    ("上週末我們去露營了。", "2024-05-11/2024-05-13"),
    ("这个周末有展览。", "2024-05-18/2024-05-20"),
    ("我们上个月在奥斯陆。", "2024-04"),
    ("下個月我換工作。", "2024-06"),
    ("她去年毕业了。", "2023"),
    ("他们明年结婚。", "2025"),
    ("前年我还在上学。", "2022"),
    ("我三月加入了合唱团。", "2024-03"),
    ("去年十月他卖了房子。", "2023-10"),
    ("2020年10月成立。", "2020-10"),
    ("我2016年住在京都。", "2016"),
    ("那是2019年夏天的事。", "2019-06-01/2019-09-01"),
    ("去年冬天我们去滑雪了。", "2023-12-01/2024-03-01"),
    ("去年底他回国了。", "2023-12"),
    ("今年年底交房。", "2024-12"),
    ("下个月初开工。", "2024-06-01/2024-06-11"),
    ("月底发奖金。", "2024-05-22/2024-06-01"),
    ("八十年代爸妈认识了。", "1980-01-01/1990-01-01"),
    ("今年上半年很忙。", "2024-01-01/2024-07-01"),
    ("3月到5月我在上海。", "2024-03-01/2024-06-01"),
    ("五月二十号到二十四号放假。", "2024-05-20/2024-05-25"),
    ("从2018年到2020年她在那里读书。", "2018-01-01/2021-01-01"),
    ("过去两周我读了很多书。", "2024-05-01/2024-05-16"),
]
STEPS = [
    ("我三天前戒了咖啡。", "2024-05-12"),
    ("两周前我们领养了一只猫。", "2024-05-01"),
    ("三个月前我搬来了。", "2024-02"),
    ("我们十年前认识的。", "2014"),
    ("一年前我还在秘鲁。", "2023-05"),
    ("半年前他开始跑步。", "2023-11"),
    ("一年半前我换了工作。", "2022-11"),
    ("半小时前他打来电话。", "2024-05-15T14:00"),
    ("几天前我看见一只狐狸。", "2024-05-10/2024-05-14"),
    ("三天后我回来。", "2024-05-18"),
    ("两个月后孩子要出生。", "2024-07"),
    ("今年国庆节前三天我们要出发。", "2024-09-28"),
]
CLOCKS = [
    ("明天下午三点开会。", "2024-05-16T15:00"),
    ("今晚八点有演唱会。", "2024-05-15T20:00"),
    ("后天早上七点半出发。", "2024-05-17T07:30"),
    ("明天下午三點一刻見。", "2024-05-16T15:15"),
    ("下周二晚上7:30吃饭。", "2024-05-21T19:30"),
    ("5月20日上午10点面试。", "2024-05-20T10:00"),
]
HOLIDAYS = [
    ("去年春节我们在家。", "2023-01-22"),
    ("今年中秋节我要回家。", "2024-09-17"),
    ("国庆节我们要去云南。", "2024-10-01"),
    ("端午节我回了老家。", "2023-06-22"),
    ("2020年情人节他求婚了。", "2020-02-14"),
]
RECURRENCES = [
    ("我每周二练瑜伽。", "WEEKLY;BYDAY=TU"),
    ("我每周二和周四去跑步。", "WEEKLY;BYDAY=TU,TH"),
    ("每个月第一个周一我们有读书会。", "MONTHLY;BYDAY=1MO"),
    ("我每天早上跑步。", "DAILY"),
    ("每周一、三、五我去游泳。", "WEEKLY;BYDAY=MO,WE,FR"),
    ("每个周末我都睡懒觉。", "WEEKLY;BYDAY=SA,SU"),
    ("她每两周来一次。", "WEEKLY;INTERVAL=2"),
    ("我一周健身两次。", "WEEKLY"),
    ("我每周健身。", "WEEKLY"),
    ("每周三次课。", "WEEKLY"),
    ("每个月五号交房租。", "MONTHLY;BYMONTHDAY=5"),
    ("每年三月我们体检。", "YEARLY;BYMONTH=3"),
    ("我每年8月15日去青岛。", "YEARLY;BYMONTH=8;BYMONTHDAY=15"),
    ("他天天都加班。", "DAILY"),
    ("每年春节我们都团圆。", "YEARLY"),
    ("每隔一天吃一粒。", "DAILY;INTERVAL=2"),
]
OPEN = [
    ("我从2019年住在这里。", ">2019-01-01"),
    ("自从上周五她就病了。", ">2024-05-10"),
    ("我们结婚三年了。", ">2021-01-01"),
    ("我学希腊语已经一个月了。", ">2024-04-01"),
    ("我五年没抽烟了。", ">2019-01-01"),
    ("从下周起我在家上班。", ">2024-05-20"),
    ("去年六月以后她画了什么？", ">2023-07-01"),
    ("周五之前交。", "<2024-05-17"),
    ("2020年以前他住哪里？", "<2020-01-01"),
    ("我一直待到上周日为止。", "<2024-05-13"),
]
LENGTHS = [
    ("我们在西班牙待了三个星期。", "for_week"),
    ("他还要住院三周了。", "for_week"),
    ("他学了两年钢琴。", "for_year"),
    ("会议开了三个小时。", "for_hour"),
]
VAGUE = [
    "我最近在学下棋。",
    "过几天再说。",
    "前阵子他不写了。",
    "这几天有点累。",
    "改天见面吧。",
    "以前我住在农村。",
]
DATE_FREE = [
    "等我一下。", "这一点很重要。", "我有一点饿。", "早点休息。", "快一点！", "他住五号楼。", "三号线很挤。", "坐二路车。",
    "他叫周一鸣。", "周杰伦唱得好。", "周末愉快！", "我姓周。", "第三天最难。", "第一名是她。", "天天是我的狗。", "天气真好。",
    "月亮很圆。", "日本菜好吃。", "他有三个孩子。", "版本3.12发布了。", "电话是13800138000。", "房间号是1408。", "票价二十块。",
    "比分是3比1。", "他四十岁。", "年轻真好。", "时间不够。", "春天花会开。", "中秋节要吃月饼。", "春节是最重要的节日。",
    "先天不足后天补。",
    "百年好合。", "一天到晚忙。", "他是九零后。", "节日快乐！", "小时候我怕黑。", "点一份外卖。", "这本书共十二章。",
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), DAYS)
def test_a_day_in_chinese(text, expected):
    assert shown(text, "zh") == expected


@pytest.mark.parametrize(("text", "expected"), STRETCHES)
def test_a_week_a_month_a_year_or_a_stretch_in_chinese(text, expected):
    assert shown(text, "zh") == expected


@pytest.mark.parametrize(("text", "expected"), STEPS)
def test_so_many_units_ago_or_ahead_in_chinese(text, expected):
    assert shown(text, "zh") == expected


@pytest.mark.parametrize(("text", "expected"), CLOCKS)
def test_a_time_of_day_belongs_to_the_day_beside_it_in_chinese(text, expected):
    assert shown(text, "zh") == expected


@pytest.mark.parametrize(("text", "expected"), HOLIDAYS)
def test_a_holiday_in_chinese(text, expected):
    assert shown(text, "zh") == expected


@pytest.mark.parametrize(("text", "expected"), RECURRENCES)
def test_a_recurrence_has_a_rule_and_no_date_in_chinese(text, expected):
    assert shown(text, "zh") == expected


@pytest.mark.parametrize(("text", "expected"), OPEN)
def test_since_and_until_leave_a_side_open_in_chinese(text, expected):
    assert shown(text, "zh") == expected


@pytest.mark.parametrize(("text", "expected"), LENGTHS)
def test_how_long_is_no_date_in_chinese(text, expected):
    assert shown(text, "zh") == expected


@pytest.mark.parametrize("text", VAGUE)
def test_a_vague_word_is_kept_vague_in_chinese(text):
    assert shown(text, "zh") == "~"


@pytest.mark.parametrize("text", DATE_FREE)
def test_a_chinese_sentence_without_a_date_has_none(text):
    found = [time for time in shown(text, "zh").split() if time[0] in "12<>"]
    assert found == []


@pytest.mark.parametrize("text", ["我在读《百年孤独》。", "《七月与安生》和《三日谈》都好看。"])
def test_the_title_of_a_book_gives_no_time(text):
    assert shown(text, "zh") == ""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "票买好了，六月二号出发。",
            "2024-06-02",
        ),  # seen from May: what was bought is past, the journey is not
        ("我辞职了，从六月起在家工作。", ">2024-06-01"),
        ("我报名了十一月的马拉松。", "2024-11"),
        ("四月的时候，我们去了北京。", "2024-04"),
    ],
)
def test_a_clause_with_words_of_its_own_has_its_own_tense(text, expected):
    assert shown(text, "zh") == expected

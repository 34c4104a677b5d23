"""What must not go round, and what only looks like it."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pace
from memgraph_core.language import secrets
from memgraph_core.language.secrets import redacted, secrets_in
from memgraph_core.language.stating.checksums import is_card, is_chinese_id, is_iban

TOKEN = "a1B2" * 9  # no key of anybody

SECRETS = [
    ("My card is 4111 1111 1111 1111, thanks.", "My card is [card number], thanks."),
    ("Visa 4111111111111111", "Visa [card number]"),
    ("amex 3782-822463-10005 works", "amex [card number] works"),
    ("Mastercard 5555555555554444 expires soon", "Mastercard [card number] expires soon"),
    ("My IBAN: DE89 3704 0044 0532 0130 00, ok", "My IBAN: [bank account], ok"),
    ("Send it to GB82WEST12345698765432.", "Send it to [bank account]."),
    ("My SSN is 123-45-6789", "My SSN is [social security number]"),
    ("social security number 123 45 6789", "social security number [social security number]"),
    ("My passport number is X1234567.", "My passport number is [passport number]."),
    ("passport: AB123456", "passport: [passport number]"),
    (f"the key is sk-{TOKEN}", "the key is [key]"),
    (f"token ghp_{TOKEN}", "token [key]"),
    ("AKIAABCDEFGHIJKLMNOP is ours", "[key] is ours"),
    (f"jwt eyJ{TOKEN}.eyJ{TOKEN}.{TOKEN}", "jwt [key]"),
    ("-----BEGIN PRIVATE KEY-----\nMIIB\nAbc=\n-----END PRIVATE KEY-----\nok", "[key]\nok"),
    ("use postgres://ada:s3cret@db.local/x", "use postgres://ada:[password]@db.local/x"),
    ("my password is hunter2.", "my password is [password]."),
    ("My password is swordfish.", "My password is [password]."),
    ("The wifi password: sunflower", "The wifi password: [password]"),
    ("password for the wifi is abc12345", "password for the wifi is [password]"),
    ("I changed my password to Blue$ky!", "I changed my password to [password]!"),
    ('The password is "open sesame" today', 'The password is "[password]" today'),
    ("My passphrase is correct horse battery staple.", "My passphrase is [password]."),
    ("log in with password hunter2 please", "log in with password [password] please"),
    ("my PIN is 4821", "my PIN is [access code]"),
    ("My PIN 4711 expires on June 3rd.", "My PIN [access code] expires on June 3rd."),
    ("use the gate code 55120 at night", "use the gate code [access code] at night"),
    ("The door code is *1234#", "The door code is [access code]"),
    ("Your code is 482913.", "Your code is [access code]."),
    ("the garage code: 55 12", "the garage code: [access code]"),
    ("CVV is 123", "CVV is [access code]"),
    ("My account number is 12345678", "My account number is [bank account]"),
    ("api key = k9d8s7f6", "api key = [key]"),
    ("Don't tell anyone, I have diabetes. Bye.", "[health detail]. Bye."),
    ("Between you and me: she was diagnosed with HIV.", "[health detail]."),
    ("I am pregnant! Please keep this private.", "[health detail]! Please keep this private."),
    ("我的卡号是4111111111111111。", "我的卡号是[card number]。"),
    ("卡号6222021234567890123", "卡号[bank account]"),
    ("银行账号：6217000012345678", "银行账号：[bank account]"),
    ("我的银行卡号是 6228 4800 1234 5678", "我的银行卡号是 [bank account]"),
    ("我的身份证是11010519491231002X。", "我的身份证是[identity number]。"),
    ("身份证号１１０１０５１９４９１２３１００２Ｘ", "身份证号[identity number]"),
    ("护照号E12345678", "护照号[passport number]"),
    ("护照号码是G87654321，别丢了", "护照号码是[passport number]，别丢了"),
    ("密码是abc123", "密码是[password]"),
    ("wifi密码：sunny88", "wifi密码：[password]"),
    ("密码改成了Blue_Sky", "密码改成了[password]"),
    ("支付密码 908070", "支付密码 [password]"),
    ("门禁密码1234#", "门禁密码[password]"),
    ("开机口令为qwerty", "开机口令为[password]"),
    ("验证码 384920，请勿泄露", "验证码 [access code]，请勿泄露"),
    ("取件码是5-2-3088", "取件码是[access code]"),
    ("我的wifi password是sunny88", "我的wifi password是[password]"),
    ("密钥是k9d8s7f6", "密钥是[key]"),
    (f"我的token是ghp_{TOKEN}", "我的token是[key]"),
    ("别告诉别人，我确诊了抑郁症。", "[health detail]。"),
    ("这事要保密。我怀孕了！", "这事要保密。[health detail]！"),
    ("我得了糖尿病，千万别跟同事说。", "[health detail]。"),
    ("只跟你说，他在戒毒。改天聊", "[health detail]。改天聊"),
    ("德国账户DE89370400440532013000已开通", "德国账户[bank account]已开通"),
    ("数据库是mysql://root:abc123@10.0.0.1/x", "数据库是mysql://root:[password]@10.0.0.1/x"),
    ("秘密：妈妈做了肿瘤手术。", "[health detail]。"),
    ("信用卡号 5555 5555 5555 4444 有效期明年", "信用卡号 [card number] 有效期明年"),
    ("解锁码1379", "解锁码[access code]"),
    ("护照是EA1234567", "护照是[passport number]"),
    ("助记词是apple", "助记词是[password]"),
]

HARMLESS = [
    "Call me at +49 151 23456789", "My phone number is 415-555-2671", "order number 1234567890123456",
    "order 4111111111111111 has shipped", "tracking number 9400110200881234567890", "I use a password manager",
    "I forgot my password.", "My password is too weak.", "the password is required",
    "Password must be at least 8 characters",
    "password protected files", "my password is stored in the vault", "What is the password?",
    "Wifi password please?",
    "version 1.2.3.4000", "On 2024-01-01 12:00:00 it rained", "zip code is 90210", "born 19900101",
    "The pin is broken",
    "his PIN was wrong three times", "the key is under the mat", "She has diabetes.", "My dad had surgery in March.",
    "room 123-45-6789", "Keep this private: the party is on Friday", "the secret is patience",
    "my passport expires in 2027",
    "the combination is great", "My account manager is Tom", "my library card number is 1234567",
    "ISBN 9780140449136",
    "pi is 3.14159265358979", "I ran 10000 steps and 12000 the day after", "See https://example.com/a/1234567890",
    "The score was 110 105 194", "4111111111111112 is no card", "DE00 3704 0044 0532 0130 00",
    "13800138000", "我的手机号是13800138000", "快递单号773012345678901", "110105194912310021",
    "密码是我的生日", "忘记密码了",
    "密码太简单了", "验证码没收到", "请输入密码", "我有糖尿病。", "妈妈下周做手术", "保密工作做得好",
    "别告诉别人我们周五聚会",
    "我的微信账号是12345678", "订单号2024010112345678", "版本号是1.20.3", "今年2024年", "我住1203房间",
    "身高178体重65",
    "会员卡很划算", "护照明年到期", "他的口令很奇怪", "电话010-88886666", "银行在街对面", "QQ号123456789",
    "车牌京A12345",
    "价格是12999元", "航班CA1234明早8点", "告诉我你的地址", "",
]  # fmt: skip


@pytest.mark.parametrize(("text", "safe"), SECRETS)
def test_a_secret_is_found_and_redacted(text, safe):
    assert redacted(text) == safe


@pytest.mark.parametrize("text", HARMLESS)
def test_text_that_only_resembles_a_secret_is_kept(text):
    assert secrets_in(text) == []


PIECES = st.sampled_from(
    [text for text, _ in SECRETS]
    + HARMLESS
    + [
        "password is ",
        "PIN ",
        "密码",
        "是",
        ": ",
        '"',
        "[password]",
        "4111",
        " 1111",
        "confidential",
        "cancer",
    ]
)


@given(st.lists(st.one_of(PIECES, st.text(max_size=8)), max_size=8), st.sampled_from(["", " ", "\n", "，"]))
def test_redacting_leaves_no_secret_and_happens_once(pieces, between):
    text = between.join(pieces)
    safe = redacted(text)
    assert secrets_in(safe) == []
    assert redacted(safe) == safe


@given(st.lists(st.one_of(PIECES, st.text(max_size=8)), max_size=8))
def test_secrets_have_correct_offsets_in_order_without_overlaps(pieces):
    text = " ".join(pieces)
    found = secrets_in(text)
    assert all(0 <= s.start < s.end <= len(text) for s in found)
    assert all(one.end <= other.start for one, other in pairwise(found))


@given(st.text(max_size=60))
def test_a_text_without_digits_or_cues_stays_as_it_is(text):
    if not secrets_in(text):
        assert redacted(text) == text


@pytest.mark.parametrize(
    "piece",
    ["1", "1 ", "password is ", "eyJaaaaaaaaaaaa", "a://:", "AB12 ", "-----BEGIN PRIVATE KEY-----", "密码是",
     "confidential cancer ", "pin ", 'password: "', "passphrase is aa bb cc ", "告诉别", "https://a", "sk-"],
)  # fmt: skip
def test_a_hostile_megabyte_takes_about_a_second(piece):
    text = piece * (300_000 // len(piece))  # a third of it, so that a busy machine does not fail
    pace.assert_under(1, lambda: secrets_in(text))


TELLING = [
    "123", "my PIN", "Passw", "eyJ", "sk-", "AKIA", "_abcdefghij0123456789", "combination", "a://b@", "don't share", "key",
    "between us", "tell any", "CODE", "xox", "pwd", "ſecret", "密码", "-----BEGIN", "nobody knows", "confiden", "token",
]  # fmt: skip


@given(st.lists(st.sampled_from([*TELLING, "tea", " ", "P", "y", "ey", "."]), max_size=6))
def test_the_fast_check_finds_the_same_texts_as_the_full_pattern(pieces):
    text = "".join(pieces)
    assert secrets._may_hold_one(text) == (secrets._HINT.search(text) is not None)


# Checksums


def test_one_wrong_digit_makes_a_number_of_another_sort():
    assert is_card("4111111111111111")
    assert not is_card("4111111111111112")
    assert is_iban("DE89370400440532013000")
    assert not is_iban("DE89370400440532013001")
    assert is_chinese_id("11010519491231002X")
    assert not is_chinese_id("110105194912310021")


@pytest.mark.parametrize(
    "characters", ["", "X", "4", "0" * 16, "DE", "11010519491331002X", "９" * 18, "中" * 18]
)
def test_text_that_is_not_a_number_fails_every_checksum(characters):
    assert [check(characters) for check in (is_card, is_iban, is_chinese_id)] == [False] * 3

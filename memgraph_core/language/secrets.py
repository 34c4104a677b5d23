"""Secrets in a text: numbers of cards, accounts and documents, keys, passwords, private health details.

A number or key is recognised by its format and checksum. Without a checksum it must be announced ("my PIN is …",
密码是 …), because an order number, a phone number or a version is not a secret. A health detail is private if the text
asks to keep it private. A note with a secret gets the kind `vault`, and the secret is redacted before a text is sent to
a model.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from memgraph_core.language.stating.checksums import iban_length, is_card, is_chinese_id, is_iban
from memgraph_core.language.stating.phrases import phrases_of
from memgraph_core.language.traditional import simplified

SecretSort = Literal[
    "card number", "bank account", "identity number", "social security number", "passport number", "key",
    "password", "access code", "health detail",
]  # fmt: skip

# Full-width characters become ASCII, one character for one character, so that offsets stay valid.
_PLAIN = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_REACH = 48  # characters before a number that are searched for a word that announces it

_HINT = re.compile(  # a text without a match has no secret; most texts have none
    r"\d{3}|://[^\s]{0,80}@|-----BEGIN|eyJ|_[A-Za-z0-9]{20}|sk-|AKIA|ASIA|AIza|xox|(?i:passw|passp|passc"
    r"|\bpwd?\b|\bpin\b|\bcode\b|combination|phrase"
    r"|secret|confiden|private|between (?:us|you)|tell any|nobody knows|don['’]t share|\bkey\b|token)"
    r"|密码|口令|[证验态件取锁禁门请]码|[账帐卡]号|[私密]钥|助记词|门禁|保密|秘密|告诉|外传|别[说跟和对让]"
    r"|不要[跟和对让]|不能[跟和对让]|私下|只[跟和]你|没人知道"
)
# The same for ASCII texts, 20 times as fast: the lower-case text contains one of these, or three digits.
_HINTS = (
    "://", "-----begin", "eyj", "_", "sk-", "akia", "asia", "aiza", "xox", "pass", "pw", "pin", "code", "combination",
    "phrase", "secret", "confiden", "private", "between", "tell any", "nobody knows", "share", "key", "token",
)  # fmt: skip
_DIGITS = re.compile(r"\d{3}")
_BEGIN_KEY = "-----BEGIN "
_KEY_HEAD = re.compile(r"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY[A-Z ]{0,10}-----[A-Za-z0-9+/=\s]{0,8000}+")
_KEY_TAIL = re.compile(r"-----END [A-Z0-9 ]{0,40}-----")
_TOKEN = re.compile(
    r"(?<![\w.\-])(?:sk-[\w-]{16,200}+|[sr]k_(?:live|test)_\w{16,100}+|gh[pousr]_[A-Za-z0-9]{20,255}+|github_pat_\w{20,255}+"
    r"|glpat-[\w-]{16,100}+|(?:AKIA|ASIA)[A-Z0-9]{16}(?!\w)|AIza[\w-]{35}(?![\w-])|xox[abposr]-[\w-]{10,200}+"
    r"|npm_[A-Za-z0-9]{30,80}+"
    r"|hf_[A-Za-z0-9]{24,80}+|eyJ[\w-]{8,4000}+\.eyJ[\w-]{2,4000}+\.[\w-]{8,2000}+)",
    re.ASCII,
)
_ADDRESS = re.compile(
    r"(?<![A-Za-z0-9+.\-])[A-Za-z][A-Za-z0-9+.\-]{1,20}://[^\s:/@]{0,64}:([^\s/@\[\]]{1,128})@"
)
_NUMBER = re.compile(r"(?<![\w.])(?<!\d[ -])\d(?:[ -]?\d){5,28}[Xx]?(?!\w|[ -]\d)", re.ASCII)
_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,32}")
_SSN = re.compile(r"(?!000|666|9)\d{3}([- ]?)(?!00)\d{2}\1(?!0000)\d{4}$")
_SSN_CUE = re.compile(r"\bssn\b|social security|\bsocial (?:number|is)\b", re.IGNORECASE)
_ACCOUNT_CUE = re.compile(
    r"\b(?:bank account|account|acct|routing|iban|debit card|credit card|card(?=\s?(?:n|#)))\s?(?:number|no\.?"
    r"|num|#)?\s?(?:is|was|:|=)?\s?[\"“]?$"
    r"|(?:银行账[号户]|银行卡号?|账号|帐号|卡号|信用卡号?|账户)(?:就?是|为)?\s?[:：]?\s?[\"“「]?$",
    re.IGNORECASE,
)
_NO_ACCOUNT = re.compile(
    r"\b(?:order|tracking|invoice|ticket|case|phone|tel|call|library|gift|loyalty|member\w{0,4})\b|订单|快递"
    r"|单号|电话|手机|微信|QQ",
    re.IGNORECASE,
)
_PASSPORT = re.compile(
    r"(?:\bpassport|护照)(?:\s?(?:number|no\.?|num|#|号码?))?\s?(?:is|was|就?是|为|:|："
    r"|=)?\s?[\"“「]?([A-Z]{0,2}\d{6,9})(?!\w)",
    re.IGNORECASE | re.ASCII,
)

_EN, _ZH = phrases_of("secrets_en"), phrases_of("secrets_zh")
_IS_EN = (
    r"(?:\s?[:=]|\s(?:is|was|are|will be|=|to)(?:\s(?:now|still|just|currently|set to|simply|always))?\s?:?)"
)
_CUED_EN = re.compile(
    rf"(?<!\w)({_EN['called']})(?:s)?(?:\s(?:for|to|of|on|at)(?:\s[\w'’-]{{1,20}}){{1,5}}?)?{_IS_EN}\s{{0,3}}",
    re.IGNORECASE | re.ASCII,
)
_BARE_EN = re.compile(rf"(?<!\w)({_EN['called']})\s{{1,2}}(?=\S{{4,40}}(?:\s|$))", re.IGNORECASE | re.ASCII)
_QUOTED = re.compile(r"[\"“'‘`「]([^\"”'’`」\n]{2,80})[\"”'’`」]")
_PHRASE = re.compile(r"(?:[a-z]{2,10}\s){2,23}[a-z]{2,10}(?=[.!,\s]*+(?:$|\n))", re.IGNORECASE)
_VALUE = re.compile(r"[^\s\"“”「」，。；、！？\[\]]{3,64}")
_CODE = re.compile(r"[*#]?\d(?:[ -]?\d){2,9}[*#]?(?!\w)|(?=[A-Za-z]{0,9}\d)[A-Za-z0-9]{4,10}(?!\w)", re.ASCII)
_MIXED = re.compile(
    r"(?=.*[A-Za-z])(?=.*[\d!@#$%^&*_+=~?])|(?=.*[a-z])(?=.*[a-z][A-Z])|^\d{4,}$|^(?=.*\d)[\d\W]{4,}$"
)
_NO_PASSWORD = re.compile(_EN["nopassword"], re.IGNORECASE)
_CUED_ZH = re.compile(
    rf"({_ZH['called']})(?:还是|现在是|改成了?|换成了?|设成了?|设置成了?|设为|就?是|为)?\s{{0,2}}[:：=]?\s{{0,2}}[\"“「]?"
    r"(?=[*#A-Za-z0-9!@$%^&])([*#A-Za-z0-9!@#$%^&._+?\-]{3,64})"
)
_CODES = re.compile(r"pin|code|combination|cvv|cvc|otp|码$", re.IGNORECASE)

_PRIVACY = re.compile(f"{_EN['privacy']}|{_ZH['privacy']}", re.IGNORECASE)
_HEALTH = re.compile(rf"\b{_EN['health']}\b|{_ZH['health']}", re.IGNORECASE)
_SENTENCE_MARK = re.compile(r"[.!?](?=\s|$)|[。！？\n]")
# Maximal number of characters between a word for an illness and the request to keep it private.
_HEALTH_REACH = 300


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret in a text, `text[start:end]`, and what it is."""

    start: int
    end: int
    sort: SecretSort


def secrets_in(text: str) -> list[Secret]:
    """The secrets in a text, in order, without overlaps. Of two with the same start, the longer one is kept."""
    plain = text if text.isascii() else simplified(text.translate(_PLAIN))
    if not _may_hold_one(plain):
        return []
    found = [
        *_keys(plain), *_addresses(plain), *_numbers(plain), *_ibans(plain), *_passports(plain), *_passwords(plain),
        *_chinese_passwords(plain), *_health(plain),
    ]  # fmt: skip
    chosen: list[Secret] = []
    for secret in sorted(found, key=lambda s: (s.start, -s.end, s.sort)):
        if chosen and secret.start < chosen[-1].end:
            continue
        chosen.append(secret)
    return chosen


def _may_hold_one(plain: str) -> bool:
    small = plain.lower()
    if plain.isascii() and not any(hint in small for hint in _HINTS) and not _DIGITS.search(plain):
        return False
    return _HINT.search(plain) is not None


def redacted(text: str) -> str:
    """The text with each secret replaced by its kind, such as `[card number]`. Idempotent."""
    while found := secrets_in(text):
        starts = [0, *(secret.end for secret in found)]
        kept = [text[start : secret.start] for start, secret in zip(starts, found, strict=False)]
        pieces = [f"{piece}[{secret.sort}]" for piece, secret in zip(kept, found, strict=True)]
        text = "".join(pieces) + text[starts[-1] :]
    return text


def _keys(text: str) -> Iterator[Secret]:
    for match in _TOKEN.finditer(text):
        yield Secret(match.start(), match.end(), "key")
    at = text.find(_BEGIN_KEY)
    while at >= 0:
        head = _KEY_HEAD.match(text, at)
        if head:
            tail = _KEY_TAIL.match(text, head.end())
            end = tail.end() if tail else head.end()
            yield Secret(at, end, "key")
        at = text.find(_BEGIN_KEY, head.end() if head else at + 1)


def _addresses(text: str) -> Iterator[Secret]:
    """Passwords in addresses: `scheme://user:password@host`."""
    for match in _ADDRESS.finditer(text) if "://" in text else ():
        yield Secret(match.start(1), match.end(1), "password")


def _numbers(text: str) -> Iterator[Secret]:
    for match in _NUMBER.finditer(text):
        sort = _sort_of_number(match[0], text[max(0, match.start() - _REACH) : match.start()])
        if sort:
            yield Secret(match.start(), match.end(), sort)


def _sort_of_number(number: str, before: str) -> SecretSort | None:
    digits = number.replace(" ", "").replace("-", "")
    if is_chinese_id(digits):
        return "identity number"
    if digits[-1] in "Xx":
        return None
    if is_card(digits) and not _NO_ACCOUNT.search(before):
        return "card number"
    if len(digits) == 9 and _SSN.match(number) and _SSN_CUE.search(before):
        return "social security number"
    if _ACCOUNT_CUE.search(before) and not _NO_ACCOUNT.search(before[-24:]):
        return "bank account"
    return None


def _ibans(text: str) -> Iterator[Secret]:
    for match in _IBAN.finditer(text):
        length, taken, end = iban_length(match[0][:2]), "", match.start()
        while length and len(taken) < length and end < match.end():
            taken += text[end].strip()
            end += 1
        if is_iban(taken) and not re.match(r"[A-Za-z0-9]", text[end : end + 1]):
            yield Secret(match.start(), end, "bank account")


def _passports(text: str) -> Iterator[Secret]:
    for match in _PASSPORT.finditer(text):
        yield Secret(match.start(1), match.end(1), "passport number")


def _passwords(text: str) -> Iterator[Secret]:
    for match in _CUED_EN.finditer(text):
        if found := _value(text, match.end(), match[1], match[0].rstrip()[-1] in ":="):
            yield found
    for match in _BARE_EN.finditer(text):
        value = _VALUE.match(text, match.end())
        bare = value[0].rstrip(".,;:!?)'’") if value else ""
        is_mixed = any(c.isdigit() for c in bare) and any(c.isalpha() for c in bare) and _MIXED.search(bare)
        if is_mixed or (_sort_of(match[1]) == "access code" and re.fullmatch(r"\d{4,8}", bare, re.ASCII)):
            yield Secret(match.end(), match.end() + len(bare), _sort_of(match[1]))


def _value(text: str, start: int, called: str, marked: bool) -> Secret | None:
    """The password or code after the words that announce it. `marked`: a colon is before it."""
    sort = _sort_of(called)
    if quoted := _QUOTED.match(text, start):
        return None if quoted[1].startswith("[") else Secret(quoted.start(1), quoted.end(1), sort)
    if "phrase" in called.lower() and (phrase := _PHRASE.match(text, start, start + 300)):
        return Secret(phrase.start(), phrase.end(), sort)
    if sort == "access code":
        code = _CODE.match(text, start)
        return Secret(code.start(), code.end(), sort) if code else None
    value = _VALUE.match(text, start)
    bare = value[0].rstrip(".,;:!?)'’") if value else ""
    if len(bare) < 3 or _NO_PASSWORD.fullmatch(bare):
        return None
    last = re.match(r"[.,;!)]{0,3}\s{0,3}(?:$|\n|[.;])", text[start + len(bare) : start + len(bare) + 8])
    letters = re.sub("['’-]", "", bare)
    ordinary = letters.isalpha() and (bare.lower().endswith(("ed", "ing", "ly")) or not last)
    if _MIXED.search(bare) or (marked and last) or not ordinary:
        return Secret(start, start + len(bare), sort)
    return None


def _chinese_passwords(text: str) -> Iterator[Secret]:
    """Chinese passwords. A value without a digit needs 是 or a colon before it."""
    for match in _CUED_ZH.finditer(text):
        link = text[match.end(1) : match.start(2)].strip(' "“「')
        linked = bool(link) and not (link + match[1]).isascii()
        if linked or (not match[1].isascii() and any(c.isdigit() for c in match[2])):
            yield Secret(match.start(2), match.end(2), _sort_of(match[1]))


def _sort_of(called: str) -> SecretSort:
    if re.search(r"\b(?:key|token)$|密钥|私钥", called, re.IGNORECASE):
        return "key"
    if re.search(r"\b(?:wi-?fi|wireless|network|router)\b", called, re.IGNORECASE):
        return "password"  # also if the text calls it a code
    return "access code" if _CODES.search(called) and "密码" not in called else "password"


def _health(text: str) -> Iterator[Secret]:
    """The sentences about an illness that are near a request to keep something private."""
    requests = [match.start() for match in _PRIVACY.finditer(text)]
    done = 0
    for match in _HEALTH.finditer(text) if requests else ():
        if match.start() < done or not _is_near(requests, match.start()):
            continue
        first = max(done, match.start() - _HEALTH_REACH)
        marks = [mark.end() for mark in _SENTENCE_MARK.finditer(text, first, match.start())]
        start = marks[-1] if marks else first
        mark = _SENTENCE_MARK.search(text, match.end(), match.end() + _HEALTH_REACH)
        done = mark.start() if mark else min(len(text), match.end() + _HEALTH_REACH)
        yield Secret(start + len(text[start:done]) - len(text[start:done].lstrip()), done, "health detail")


def _is_near(offsets: list[int], offset: int) -> bool:
    """Whether one of the sorted offsets is at most `_HEALTH_REACH` characters away."""
    index = bisect_left(offsets, offset - _HEALTH_REACH)
    return index < len(offsets) and offsets[index] <= offset + _HEALTH_REACH

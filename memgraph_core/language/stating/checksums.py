"""Validate card, bank account and identity numbers by their checksums."""

from datetime import date
from itertools import cycle

# Prefix → possible lengths of card numbers. The longest matching prefix decides.
_CARDS: dict[str, tuple[int, ...]] = {
    "4": (13, 16, 19),
    **{str(prefix): (16,) for prefix in (*range(51, 56), *range(2221, 2721), 6011, 65, *range(644, 650))},
    **{"34": (15,), "37": (15,), "36": (14,), "38": (14,), "39": (14,)},
    **{str(prefix): (14,) for prefix in range(300, 306)},
    **{str(prefix): (16, 17, 18, 19) for prefix in (*range(3528, 3590), 62, 81)},
}
_LONGEST_PREFIX = 4
_IBAN_LENGTHS = {
    "AD": 24, "AE": 23, "AT": 20, "BE": 16, "BG": 22, "CH": 21, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "EE": 20,
    "ES": 24, "FI": 18, "FR": 27, "GB": 22, "GR": 27, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IS": 26, "IT": 27,
    "LI": 21, "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MT": 31, "NL": 18, "NO": 15, "PL": 28, "PT": 25, "RO": 24,
    "RS": 22, "SA": 24, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "TR": 26, "UA": 29,
}  # fmt: skip
_CHINESE_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_CHINESE_CHECKS = "10X98765432"


def is_card(digits: str) -> bool:
    """Whether digits are a card number: a known prefix, its length, and the Luhn checksum (mod 10)."""
    prefixes = (digits[:length] for length in range(_LONGEST_PREFIX, 0, -1))
    lengths = next((_CARDS[prefix] for prefix in prefixes if prefix in _CARDS), ())
    return len(digits) in lengths and len(set(digits)) > 1 and _luhn(digits)


def iban_length(country: str) -> int | None:
    """The number of characters of an IBAN of a country. None if the country has no IBANs in the table."""
    return _IBAN_LENGTHS.get(country)


def is_iban(characters: str) -> bool:
    """Whether capital letters and digits are an IBAN: the length of its country, and checksum 1 modulo 97."""
    if len(characters) != _IBAN_LENGTHS.get(characters[:2]) or not (
        characters.isascii() and characters.isalnum()
    ):
        return False
    return int("".join(str(int(c, 36)) for c in characters[4:] + characters[:4])) % 97 == 1


def is_chinese_id(characters: str) -> bool:
    """Whether 18 characters are a Chinese resident number: province, date of birth, and checksum modulo 11."""
    digits, check = characters[:17], characters[17:].upper()
    if len(characters) != 18 or not (digits.isascii() and digits.isdigit()) or not "11" <= digits[:2] <= "82":
        return False
    total = sum(int(d) * w for d, w in zip(digits, _CHINESE_WEIGHTS, strict=True))
    return check == _CHINESE_CHECKS[total % 11] and _is_date(digits[6:14])


def _luhn(digits: str) -> bool:
    doubled = (int(d) * factor for d, factor in zip(reversed(digits), cycle((1, 2)), strict=False))
    return sum(d - 9 if d > 9 else d for d in doubled) % 10 == 0


def _is_date(digits: str) -> bool:
    try:
        born = date(int(digits[:4]), int(digits[4:6]), int(digits[6:]))
    except ValueError:
        return False
    return 1900 <= born.year <= 2100

"""Short forms of chats, written out for the parser: "im", "'s" for `is`, "w/"."""

import re
from collections.abc import Iterator

from memgraph_core.language.en.fragments import OPENING_WORDS

_AT_SOMEBODY = re.compile(
    r"\b(?:at|in|from|near|to|outside|by)\s(?:[A-Z][\w.]*\s?){1,3}$"
)  # "at St. Anne's on Friday"
_HAS = re.compile(
    r"['’]s(?<=\w['’]s)(?=\s(?:(?:just|already|finally|now|recently|never|also|only) )?(?:gone|got|been|had|become"
    r"|taken up|lost|started|finished|bought|given|kept|moved|sold|found|made|joined|broken|switched|put|raised|upped"
    r"|doubled|halved|cut|lowered|reduced|increased|changed|bumped|slipped|left|passed|outgrown|stopped|grown"
    r"|packed|dropped|retired|changed|grown|passed|closed|split|turned (?:vegan|vegetarian|\d\d)|quit)\b)"
)
_DEGREE = re.compile(r"['’]s\b(?:(?<=\bmaster['’]s)|(?<=\bbachelor['’]s))")
_IS = re.compile(
    r"['’]s(?<=\w['’]s)(?=\s(?:a|an|the|my|our|not|been|already|still|now|on|in|at|from|into|also|just|really|so|too"
    r"|only|always|never|both"
    r"|allergic|afraid|scared|terrified|married|engaged|pregnant|vegan|vegetarian|diabetic|single|based|called"
    r"|named|fluent|into|due"
    r"|remarried|retired|back|over|obsessed|moving|working|living|learning|studying|going|getting|leaving"
    r"|starting|playing|training"
    r"|taking|doing|coming|running|writing|joining|turning|having|automating|responsible|interested|gone|mad|crazy"
    r"|staying|visiting|selling|buying|planning|looking|keeping|teaching|pescatarian"
    r"|divorced|separated"
    r"|off (?:to|on|sick|work|school|until|till)|with|part of|good at|bad at|keen|fond|proud|happy|ill|sick"
    r"|unwell|away|home|here|vegan|coeliac|asthmatic|\d{1,2}(?! ?%))\b)"
    r"|['’]s(?<=\w['’]s)(?=\s(?-i:[A-Z])[a-z]+(?:an|ish|ese|ch|ic|ek)\W*$)",
    re.IGNORECASE,
)
_THINGS = ("manager", "boss", "gp", "GP", "dentist", "therapist", "landlord", "name", "phone", "laptop", "car", "bank", "browser",
           "restaurant", "film", "band", "book", "song", "colour", "team")  # fmt: skip
_OF_THING = "(?:" + "|".join(rf"(?<=\b{word}['’])" for word in _THINGS) + ")"
_SHORT_FORMS = (
    # The parser takes a noun after these verbs for a verb if the sentence has no subject: "can't eat gluten".
    (re.compile(r"(?:(?<=\beat )|(?<=\bdrink ))(?=[a-z]{3,}\W*(?:$|and |but |or ))"
                r"(?!(?:too|it|out|here|there|that)\b)"), "the "),
    (re.compile(r"\blet(?= (?:me|us|him|her|them) go\b)", re.IGNORECASE), "fired"),
    (re.compile(r"(?:(?<=\bgot )|(?<=\bbeen )|(?<=\bwas )|(?<=\bwere )|(?<=\bgetting )|(?<=\bbeing ))let go\b(?! of)"), "fired"),
    (re.compile(r" go\b(?:(?<=\blet (?:me|us) go)|(?<=\blet (?:him|her) go)|(?<=\blet them go))", re.IGNORECASE), ""),
    (re.compile(r"\bup (?=to (?:[£$€]\d|\d))(?:(?=to [£$€])|(?<=\bgone up )|(?<=\bwent up )|(?<=\brent up )|(?<=\bprice up )"
                r"|(?<=\bprices up )|(?<=\bfee up )|(?<=\bfees up )|(?<=\bsalary up ))"), ""),
    # "My GP's Dr Bell these days": a name ends the clause.
    (re.compile(r"['’]" + _OF_THING + r"s(?= (?:[A-Z]|a |an ))"), " is"),
    # "The team lead for payments": the parser takes `lead` for a verb.
    (re.compile(r"(?:(?<=\bteam lead)|(?<=\btech lead)|(?<=\bproject lead)|(?<=\bsquad lead))(?=\W|$)"), "er"),
    (re.compile(r"(?<=\ballergic to )(?=[a-z])"), "the "),
    (re.compile(r"(?:(?<=\bhave )|(?<=\bhad )|(?<=\bhas ))(?=type [12] )"), "the "),
    (re.compile(r"(?:(?<=can['’]t )|(?<=cannot ))have (?=(?:any )?(?:dairy|gluten|nuts|peanuts|milk|eggs|sugar|shellfish|soy|wheat"
                r"|lactose|seafood|pork|meat|fish|cheese|bread)\b)", re.IGNORECASE), "eat the "),
    (re.compile(r"\bim\b(?=\s)", re.IGNORECASE), "I'm"), (re.compile(r"\bive\b(?=\s)", re.IGNORECASE), "I've"),
    (re.compile(r"\bhes\b(?=\s)", re.IGNORECASE), "he's"), (re.compile(r"\bshes\b(?=\s)", re.IGNORECASE), "she's"),
    (re.compile(r"\bu\b(?=\s)", re.IGNORECASE), "you"), (re.compile(r"\bw/ ", re.IGNORECASE), "with "),
    (re.compile(r"(?<=[a-z] )does (?=(?:the|all|our|all the) (?!dishes|trick|job|math|same|washing|laundry|shopping|cooking)\w"
                r"|[a-z]{4,}s(?:\W*$|, | and ))"), "works on "),
    # The parser takes `more` for the object: "isn't vegan any more", but not "don't want any more tea".
    (re.compile(r"any (?:more|longer)(?=\W*$|[,;.!?)]"
                r"| (?:and|but|so|since|because|as|now|though|after|at|in|on|with|for)\b)"), "anymore"),
    (re.compile(r"(?<=\w )yrs?\b", re.IGNORECASE), "years"), (re.compile(r"(?<=\w )wks?\b", re.IGNORECASE), "weeks"),
    (re.compile(r"\bi(?=['’ ])(?<![\w'’]i)", re.IGNORECASE), "I"),
    (re.compile(r"(?<=[^\W\d])\s?\+\s?(?=[^\W\d])"), " and "),
    (re.compile(rf"^(?:\W*(?:{OPENING_WORDS}|small update|heads up|quick heads up|big day|typo|oops|correction|my mistake|my bad"
                r"|sorry|wait|no wait|scratch that|turns out)\b[\s,:!.]+)+", re.IGNORECASE), ""),
)  # fmt: skip


# Words without their apostrophe, and words of chats.
_WORDS = {
    "dont": "don't", "doesnt": "doesn't", "didnt": "didn't", "cant": "can't", "wont": "won't", "isnt": "isn't", "arent": "aren't",
    "havent": "haven't", "theyre": "they're", "thats": "that's", "gotta": "have to", "wanna": "want to", "gonna": "going to",
    "rn": "now", "atm": "now",
}  # fmt: skip
_WORD = re.compile(rf"\b(?:{'|'.join(_WORDS)})\b", re.IGNORECASE)


# "Litestar it is": a decision
_IT_IS = re.compile(
    r"(?:^|(?<=[,;:.!] ))(?!\w+day )(?P<name>[A-Z][\w.+-]*(?: [\w.+-]+)?)(?P<it> it is)(?=$|[,.;!])"
)


def written_out(part: str) -> Iterator[tuple[int, int, str]]:
    """The short forms of a text as ranges, each with the words that replace it."""
    for match in _IT_IS.finditer(part):
        yield match.start(), match.start(), "we decided on "
        yield match.start("it"), match.end("it"), ""
    for match in _WORD.finditer(part):
        yield match.start(), match.end(), _WORDS[match[0].lower()]
    for pattern, words in ((_DEGREE, "s"), (_HAS, " has"), (_IS, " is"), *_SHORT_FORMS):
        for match in pattern.finditer(part):
            if pattern is not _IS or not _AT_SOMEBODY.search(part, 0, match.start()):
                yield match.start(), match.end(), words

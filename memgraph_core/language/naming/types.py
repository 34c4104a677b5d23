"""The type of an English name, from the name itself and from the words around it."""

import re

from memgraph_core.language.names import name_key
from memgraph_core.language.naming.lists import first_cues, last_cues, listed, ordinary
from memgraph_core.language.people import gender_of, is_given_name
from memgraph_core.language.spans import Gender
from memgraph_core.records.kinds import EntityType

# a word before a name that is not a part of it
OFFICES = frozenset(("CTO", "CEO", "CFO", "COO", "CMO", "CIO", "VP", "PM", "HR"))
HONORIFICS: dict[str, Gender | None] = {
    "mr": "m", "mr.": "m", "mrs": "f", "mrs.": "f", "ms": "f", "ms.": "f", "miss": "f", "mx.": None, "dr": None,
    "dr.": None, "drs.": None, "prof": None, "prof.": None, "professor": None, "doctor": None, "sir": "m",
    "madam": "f", "lady": "f", "lord": "m", "uncle": "m", "aunt": "f", "auntie": "f", "grandma": "f",
    "grandpa": "m", "coach": None, "captain": None, "capt.": None, "lt.": None, "sgt.": None, "sergeant": None,
    "gen.": None, "rev.": None, "fr.": "m", "father": "m", "sister": "f", "brother": "m", "chef": None,
    "detective": None, "officer": None, "president": None, "king": "m", "queen": "f", "prince": "m",
    "princess": "f", "judge": None, "senator": None, "pastor": None, "rabbi": None, "nurse": None, "cousin": None,
    "sr.": None, "saint": None,
}  # fmt: skip
_BEFORE = 44  # number of characters before a name that are searched for cues
_PERSON_CUE = (  # last words of a name that can be surnames or words for places and events
    "hill hall woods church house day ball bush march walk lake bridge park gate stone"
)
_NAMED = r"(?:,? (?:who is |is |was |that is |which is )?(?:named|called)|'s name is|’s name is|,|:)?"
_PETS = (
    r"(?:dogs?|cats?|pupp(?:y|ies)|pups?|kittens?|kitt(?:y|ies)|pets?|hamsters?|rabbits?|bunn(?:y|ies)|parrots?|"
    r"birds?|horses?|pon(?:y|ies)|turtles?|tortoises?|fish|goldfish|guinea pigs?|snakes?|lizards?|geckos?|"
    r"ferrets?|furry friends?|(?:named|called|name) it|retriever|labrador|poodle|husky|shepherd|corgi|beagle|terrier|bulldog)"
)
_KIN = (
    r"(?:friends?|bff|buddy|pal|mate|mom|mum|mother|dad|father|sister|sis|brother|bro|cousin|aunt|uncle|niece|"
    r"nephew|son|daughter|wife|husband|partner|girlfriend|boyfriend|fianc[ée]e?|spouse|grandma|grandpa|"
    r"grandmother|grandfather|twins?|kids?|child|children|baby|boss|manager|colleague|coworker|co-worker|"
    r"teammate|classmate|roommate|flatmate|neighbou?r|teacher|professor|mentor|coach|therapist|doctor|dentist|"
    r"nurse|boy|girl|guy|man|woman|lady|person|singer|actor|actress|author|writer|poet|painter|artist|"
    r"musician|drummer|guitarist|director|player|president|ceo|founder|chef|host|character|client|student)"
)
_IS_PET = re.compile(rf"\b{_PETS}{_NAMED} $")
_IS_A_PET = re.compile(
    rf",? (?:is |was |who is )?(?:a|an|my|our|his|her|the) (?:[\w-]{{2,15}} ){{0,2}}{_PETS}\b"
)
_IS_PERSON = re.compile(
    rf"\b{_KIN}{_NAMED} $"
    r"|\b(?:with|told|tell|asked|ask|met|meet|married|marry|dating|hugged|thanked|thanks|thank you|hi|hello|hey|"
    r"bye|dear|love you|miss you|congrats|written by|directed by|painted by|sung by|by author|name is|name's|i'm|i am|"
    r"(?:book|books|novel|novels|song|songs|piece|pieces|painting|paintings|film|films|movie|album|poem|poems|works?|series|story|stories|"
    r"art|music|track|photo|photos|dress|quote|quotes|lyrics) by|according to|quoted?|"
    r"this is|see you|talked to|spoke to|talk to|speak to|called|remember|invited|helped|visited by),? $"
)
_NAMED_AFTER_A_SAINT = re.compile(r"(?:St\.?|Saint) \w+['’]s$")
_SAINT = frozenset(["saint", "st", "st.", "sainte", "ste.", "san", "santa", "santo", "são"])
_IN_PLACE = re.compile(r"\b(?:in|to|from|near|around|outside|via|through)(?: the)? $")
_IS_NAMED = re.compile(r"\b(?:named|called) $")
_IS_ORGANIZATION = re.compile(
    r"\b(?:work(?:s|ed|ing)? (?:at|for)|job (?:at|with)|offer from|hired by|intern(?:s|ed|ing|ship)? (?:at|with)|"
    r"interview(?:ed|ing)? (?:at|with)|employed (?:at|by)|position at|studie[sd] at|studying at|study at|enrolled (?:at|in)|"
    r"graduated from|join(?:ed|ing)?|startup|company|brand|band|group|team|club|charity|organi[sz]ation|"
    r"manufacturer|sponsored by|signed with|playing for|plays? for|deal with|sponsor)(?: called| named|,)? (?:the )?$"
)
_FIRM = (
    r"(?:company|firm|startup|start-up|business|charity|nonprofit|foundation|agency|studio|publisher|publishing house|magazine|"
    r"newspaper|shop|[a-z]+shop|store|[a-z]+store|bakery|brewery|winery|restaurant|caf[eé]|coffee house|bar|pub|club|hotel|hostel|"
    r"gym|salon|clinic|practice|school|academy|gallery|theat(?:er|re)|label|brand|band|choir|team)"
)
_IS_FIRM = re.compile(rf"\b{_FIRM} (?:called|named) (?:the )?$")
# After these, a name of several words is an organisation, unless it begins with a given name: Lantern House.
_IS_EMPLOYER = re.compile(
    r"\b(?:(?:work(?:s|ed|ing)?|intern(?:s|ed|ing)?|job|internship|position)(?: (?:part|full)[- ]time)? (?:at|for) (?:the )?"
    r"|(?:company|firm|startup|charity|nonprofit|foundation|agency|publisher|magazine|newspaper|bookshop|bookstore|bakery),? )$"
)
_IS_OF_BUSINESS = re.compile(
    r"\b(?:meeting|call|contract|deal|partnership|negotiations?|interview|account|project) with $"
)
_IS_PLACE = re.compile(
    r"\b(?:live[sd]? in|living in|mov(?:e|es|ed|ing) (?:back )?(?:to|from)|from [\w ]{3,20} to|"
    r"trip (?:back )?to|travel(?:s|ed|ing|led|ling)? (?:to|in|through|around)|"
    r"fl(?:y|ies|ew|ying|own) to|flight to|drove to|drive to|driving to|visit(?:s|ed|ing)?|vacation(?:ed|ing)? (?:in|to)|"
    r"holiday in|born in|grew up in|raised in|based in|located in|arrived in|stay(?:s|ed|ing)? in|stop(?:ped)? in|"
    r"back from|back in|came from|com(?:e|es|ing) from|comes from|went to|go(?:ing|es)? to|gone to|been to|headed to|"
    r"heading to|explor(?:e|ed|ing)|hik(?:e|ed|ing) (?:in|to)|camp(?:ed|ing) (?:in|at)|near|outside|somewhere in|"
    r"place in|city of|town of|island of|country of|all over|across|in|downtown)(?: (?:beautiful|sunny|rural|northern|"
    r"southern|eastern|western|downtown|central|upstate|the))? $"
)
_IS_SURELY_PLACE = re.compile(
    r"\b(?:live[sd]? in|living in|mov(?:e|es|ed|ing) (?:back )?(?:to|from)|trip to|travel(?:s|ed|ing|led|ling)? to|flight to|"
    r"fl(?:y|ies|ew|ying|own) to|drove to|driving to|born in|grew up in|raised in|arrived in|back (?:from|in)|went to|gone to|"
    r"been to)(?: (?:beautiful|sunny|rural|downtown))? $"
)
_IS_HOME = re.compile(
    r"\b(?:live[sd]? in|living in|mov(?:e|es|ed|ing) (?:back )?to|born in|grew up in|raised in) $"
)
_IS_WORK = re.compile(
    r"\b(?:read(?:s|ing)?|re-?read(?:ing)?|watch(?:es|ed|ing)?|rewatch(?:ed|ing)?|binge(?:d|ing)?(?:-watch(?:ed|ing))?|"
    r"finish(?:ed|ing)|stream(?:ed|ing)|listen(?:s|ed|ing)? to|play(?:s|ed|ing)?|book|books|novel|movie|movies|film|films|"
    r"show|shows|series|song|album|game|games|sequel|episode of|season of|season \d of|"
    r"anime|manga|musical|play|painting|piece|poem|comic|podcast|video game|board game|classic|trilogy)"
    r"(?: (?:is|was|were|are|like|called|named|titled|of|such as|the|my favorite|and)){0,4},?"
    r"(?: [\w' ]{1,24}(?:,? and|,))? $"
)
_AFTER_PERSON = re.compile(
    r"(?:['’]s (?:mom|dad|mother|father|sister|brother|wife|husband|son|daughter|friend|house|place|birthday|party|"
    r"wedding|dog|cat|car|job|boss|team|name|kids|family|apartment|dress|hair|voice|performance|style|outfit|shoes|arm|leg|knee|"
    r"phone|idea|advice|email|desk|room|kitchen|lyrics|acting|face|smile|letter|message|text|recipe|number)\b"
    r"|,? (?:and|&) I\b"
    r"|(?: (?:also|just|really|never|always|still|has|had|already|finally))? (?:said|says|told|tells|asked|asks|works|"
    r"worked|lives|lived|loves|loved|likes|liked|hates|hated|wants|wanted|thinks|thought|knows|knew|calls|texted|"
    r"called(?! (?-i:[A-Z]))|"
    r"came (?:over|by|home|back|along|with|to)|comes from|went|goes|bought|buys|gave me|gave us|got (?:married|engaged|back|"
    r"home|a job|promoted|sick)|moved|helped|plays|played|studies|studied|teaches|taught|married|met|quit|joined|wrote|"
    r"writes|sent|brought|invited|agreed|decided|planned|prefers|owns|speaks|enjoys|enjoyed|cooks|cooked|visited|visits|"
    r"suggested|recommended|believes|hopes|feels|felt|died|drives|swims|sings|sang|adopted|passed away|"
    r"will be|can't|can)\b(?! be\b)"
    r"| (?:is|was) (?:working|living|studying|born|allergic|engaged|married|pregnant|vegetarian|vegan|afraid|coming|going to|"
    r"visiting|staying|moving|my|your|his|her|our)\b"
    r"|, (?:my|your|his|her|our|who)\b)"
)


def type_of_name(name: str, text: str, start: int, end: int) -> EntityType | None:
    """The type of the name at `text[start:end]`. None if neither the name nor its context shows it."""
    words = name.lower().split()
    before, after = text[max(0, start - _BEFORE) : start].lower().replace("’", "'"), text[end : end + 30]
    if len(words) > 1 and (kind := listed().get(name_key(name))):
        return kind
    if words[0] in _SAINT and len(words) > 1 and not name.endswith(("'s", "’s")) and _IN_PLACE.search(before):
        return "Place"
    if words[0] in HONORIFICS and len(words) > 1 and words[-1] not in last_cues():
        return "Person"
    if _NAMED_AFTER_A_SAINT.match(name):
        return "Organization"
    if _IS_PET.search(before) or _IS_A_PET.match(after):
        return "Thing"
    if _is_firm(words, before):
        return "Organization"
    if " & " in name and not (is_possible_given_name(words[0]) and is_possible_given_name(words[-1])):
        return "Organization"
    if (
        looks_like_identifier(name)
        and name_key(_NUMBER.sub("", name)) not in listed()
        and words[-1] not in last_cues()
    ):
        return "Organization" if _IS_ORGANIZATION.search(before) and name.isalpha() else None
    return (
        _by_list(name, words, before, after)
        or _by_cue(words, before)
        or _by_context(name, words, before, after)
    )


def type_by_strong_cue(name: str, text: str, start: int, end: int) -> EntityType | None:
    """The type that the context clearly shows for an ambiguous name, even if it has another type in the graph.

    In "We went to Paris" it is not a person; in "Jordan moved to Leeds" it is not a country. None for a name that is
    not ambiguous, and without a clear cue.
    """
    words, kind = name.lower().split(), listed().get(name_key(name))
    before = text[max(0, start - _BEFORE) : start].lower().replace("’", "'")
    if kind is None and not is_possible_given_name(words[0]) and _is_firm(words, before):
        return "Organization"
    if kind != "Place":
        return None
    if _IS_SURELY_PLACE.search(before):
        return "Place"
    return (
        "Person"
        if is_possible_given_name(words[0]) and is_followed_like_a_person(text[end : end + 30])
        else None
    )


def looks_like_identifier(name: str) -> bool:
    """Whether a name is in capitals, or has a digit or an inner capital. Names of people and places have none of these."""
    in_capitals = len(name) > 1 and name.isupper() and name.isalpha()
    return in_capitals or any(c.isdigit() for c in name) or bool(_CAMEL.search(name))


def gender_of_name(name: str) -> Gender | None:
    """The gender that an honorific or a given name shows."""
    words = name.split()
    has_neutral_title = (
        len(words) > 1 and words[0].lower() in HONORIFICS and HONORIFICS[words[0].lower()] is None
    )
    return gender_of(" ".join(words[1:]) if has_neutral_title else name)


def _is_firm(words: list[str], before: str) -> bool:
    is_employer = len(words) > 1 and not is_possible_given_name(words[0]) and _IS_EMPLOYER.search(before)
    return bool(_IS_FIRM.search(before) or is_employer)


def is_possible_given_name(word: str) -> bool:
    """Whether a word is a given name of the list. Its case does not matter."""
    return is_given_name(word[:1].upper() + word[1:])


def is_followed_like_a_person(after: str) -> bool:
    """Whether the text after a word is typical for the text after the name of a person, such as a verb of speech."""
    return bool(_AFTER_PERSON.match(after))


def has_naming_cue(before: str) -> bool:
    """Whether the text before a name ends in "named" or "called"."""
    return bool(_IS_NAMED.search(before.lower()))


def has_group_cue(before: str) -> bool:
    """Whether the words before a quoted name show that it is a group or a company."""
    return bool(
        re.search(
            r"\b(?:group|band|team|club|company|startup|charity|organi[sz]ation)(?: called| named|,)? $",
            before,
        )
    )


def has_work_cue(before: str) -> bool:
    """Whether the words before a name show that it is read, watched, heard or played."""
    return bool(_IS_WORK.search(before.lower())) or has_naming_cue(before)


def _by_list(name: str, words: list[str], before: str, after: str) -> EntityType | None:
    type_ = listed().get(name_key(_NUMBER.sub("", name)))
    if type_ is None or len(words) > 1:
        return type_
    if type_ == "Work" and not has_work_cue(before):  # Coco, Elf
        return None
    if is_possible_given_name(words[0]):  # Paris, Florence, Austin, Coco
        if is_followed_like_a_person(after) or _IS_PERSON.search(before):
            return "Person"
        return (
            type_
            if _IS_PLACE.search(before) or type_ != "Place" or not _is_address(before, after)
            else "Person"
        )
    if type_ == "Organization" and _IS_WORK.search(before) and words[0] in ordinary():
        return None
    return type_


_CAMEL = re.compile(
    r"(?<!\bMc)(?<!\bMac)(?<!\bDe)(?<!\bLa)(?<!\bLe)(?<!\bDi)(?<!\bDu)(?<!\bVan)(?<!\bFitz)(?<=[a-z])[A-Z]"
)
_OWNED = re.compile(r"\b(?:my|your|his|her|our|their|the|this|that|an?|some|of) $")
_NUMBER = re.compile(r" \d{1,4}$")


def _is_address(before: str, after: str) -> bool:
    """Whether a name is an address: alone between commas, or at the start or the end of a sentence."""
    return before.rstrip()[-1:] in ("", ",") and after.lstrip()[:1] in ("", ",", "!", "?", ".")


def _by_cue(words: list[str], before: str) -> EntityType | None:
    if len(words) < 2:
        return None
    last, first = last_cues().get(words[-1].strip(".")), first_cues().get(words[0])
    if last and len(words) == 2 and words[-1] in _PERSON_CUE.split() and is_possible_given_name(words[0]):
        return None if _IS_PLACE.search(before) or re.search(r"\b(?:the|at) $", before) else "Person"
    return last or first


def _by_context(name: str, words: list[str], before: str, after: str) -> EntityType | None:
    if _IS_HOME.search(before) and not after.startswith(("'", "’")):
        return "Place"  # "we moved to Chester"
    is_given = name[0].isupper() and is_possible_given_name(words[0].split("-")[0]) and len(words) <= 3
    if (
        is_given
        and "of" not in words
        and not (words[0] in ordinary() and len(words) == 1 and _IS_WORK.search(before))
    ):
        return "Person"
    if _IS_ORGANIZATION.search(before):
        return "Organization"
    if _IS_OF_BUSINESS.search(before):
        return None
    if _IS_PERSON.search(before) or (is_followed_like_a_person(after) and not _OWNED.search(before)):
        return "Person"
    if _IS_WORK.search(before):
        return "Work"
    if _IS_PLACE.search(before) and words[0] not in ordinary():
        return "Place"
    return None

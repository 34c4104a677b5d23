"""Relation types and what is known of them, and the record of a relation as a sentence words it.

An extractor may use other types: `relation_of` answers for any name, with nothing known of it.
"""

from dataclasses import dataclass, replace

from memgraph_core.language.pack import pack_of
from memgraph_core.language.word_lists import groups_by_word
from memgraph_core.records.kinds import EntityType


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation type of the vocabulary. Of a single one a subject has one object at a time."""

    type: str
    single: bool = False
    object_type: EntityType | None = None
    subject_type: EntityType | None = "Person"
    symmetric: bool = False  # what holds one way holds the other
    inverse: str | None = None  # the type that says the same from the other end
    literal: bool = False  # the object is a value such as a date, no thing of the world
    fixed: bool = False  # it cannot change: another object is a correction
    shared: bool = False  # several of one name may each have one: a new one takes the place of the last alone


_LIVING = (
    Relation("LIVES_IN", single=True, object_type="Place"),
    Relation("LIVES_WITH", object_type="Person", symmetric=True),
    Relation("MOVED_FROM", object_type="Place"),
    Relation("COMES_FROM", single=True, object_type="Place", fixed=True),
    Relation("BORN_IN", single=True, object_type="Place", fixed=True),
    Relation("BORN_ON", single=True, literal=True, fixed=True),
    Relation("AGED", single=True, literal=True),
    Relation("LOCATED_IN", single=True, object_type="Place", subject_type=None),
    Relation("PART_OF", subject_type=None),
    Relation("VISITED", object_type="Place"),
)
_WORK_AND_STUDY = (
    Relation("WORKS_AT", single=True, object_type="Organization"),
    Relation("WORKS_IN", single=True),  # a city or a line of business
    Relation("WORKS_AS", single=True, object_type="Concept"),
    Relation("WORKS_ON"),
    Relation("LEADS"),
    Relation("FOUNDED"),
    Relation("STARTED"),
    Relation("VOLUNTEERS_AT"),
    Relation("TEACHES"),
    Relation("STUDIES_AT", single=True, object_type="Organization"),
    Relation("STUDIES", object_type="Concept"),
    Relation("LEARNING"),
    Relation("ENROLLED_IN"),
    Relation("GRADUATED_FROM", object_type="Organization"),
    Relation("EDUCATED_TO", single=True, object_type="Concept"),  # the highest level reached
    Relation("SPEAKS", object_type="Concept"),
    Relation("APPLIED_TO"),
    Relation("HELPS"),
    Relation("GAVE"),
)
_PEOPLE = (
    Relation("MARRIED_TO", single=True, object_type="Person", symmetric=True),
    Relation("ENGAGED_TO", single=True, object_type="Person", symmetric=True),
    Relation("DATING", single=True, object_type="Person", symmetric=True),
    Relation("DIVORCED_FROM", object_type="Person", symmetric=True),
    Relation("PARENT_OF", object_type="Person", inverse="CHILD_OF"),
    Relation("CHILD_OF", object_type="Person", inverse="PARENT_OF"),
    Relation("SIBLING_OF", object_type="Person", symmetric=True),
    Relation("RELATIVE_OF", object_type="Person", symmetric=True),
    Relation("FRIEND_OF", object_type="Person", symmetric=True),
    Relation("COLLEAGUE_OF", object_type="Person", symmetric=True),
    Relation("NEIGHBOR_OF", object_type="Person", symmetric=True),
    Relation("KNOWS", object_type="Person", symmetric=True),
    Relation("MET", object_type="Person", symmetric=True),
    Relation("HAS_PET"),
    Relation("NAMED", single=True, subject_type=None),
    Relation("IS_A", object_type="Concept", subject_type=None),
    Relation("MEMBER_OF"),
)
_LIKING = (
    Relation("LIKES"),
    Relation("DISLIKES"),
    Relation("INTERESTED_IN"),
    Relation("INSPIRED_BY"),
    Relation("AFRAID_OF"),
    Relation("WANTS", object_type="Concept"),
    Relation("PLANS_TO", object_type="Concept"),
    Relation("LOOKS_FORWARD_TO"),
    Relation("TRIED"),
    Relation("RECOMMENDS"),
    Relation("DISCUSSED"),
    Relation("VALUES"),
    Relation("MISSES"),
)
_HEALTH_AND_FOOD = (
    Relation("ALLERGIC_TO"),
    Relation("HAS_CONDITION", object_type="Concept"),
    Relation("FOLLOWS_DIET", object_type="Concept"),
    Relation("INJURED", object_type="Concept"),
    Relation("EXPERIENCED", object_type="Event"),
    Relation("FELT", object_type="Concept"),
    Relation("EATS"),
    Relation("DRINKS"),
)
_DOING = (
    Relation("OWNS"),
    Relation("USES"),
    Relation("COLLECTS"),
    Relation("GROWS"),
    Relation("RECEIVED"),
    Relation("LOST"),
    Relation("PLAYS"),
    Relation("PRACTICES", object_type="Concept"),
    Relation("READ", object_type="Work"),
    Relation("WATCHED", object_type="Work"),
    Relation("LISTENS_TO"),
    Relation("CREATED", object_type="Work"),
    Relation("WON"),
    Relation("SAW"),
    Relation("ATTENDED", object_type="Event"),
    Relation("ORGANIZED", object_type="Event"),
    Relation("HAPPENS_ON", single=True, subject_type="Event", literal=True, shared=True),
)

VOCABULARY: dict[str, Relation] = {
    r.type: r for r in (*_LIVING, *_WORK_AND_STUDY, *_PEOPLE, *_LIKING, *_HEALTH_AND_FOOD, *_DOING)
}


# What somebody does who brings a relation about, in English and in Chinese: a plan is told with it.
_TO_DO: dict[str, tuple[str, str]] = {
    "LIVES_IN": ("move to", "搬到"),
    "VISITED": ("visit", "去"),
    "ATTENDED": ("attend", "参加"),
    "WORKS_AT": ("work at", "入职"),
    "STUDIES": ("study", "学"),
    "STUDIES_AT": ("study at", "就读"),
    "ENROLLED_IN": ("take", "报名"),
    "MEMBER_OF": ("join", "加入"),
    "FOUNDED": ("start", "创办"),
    "OWNS": ("get", "买"),
    "HAS_PET": ("get", "养"),
    "PRACTICES": ("go", "练"),
    "PLAYS": ("play", "玩"),
    "CREATED": ("make", "做"),
    "ORGANIZED": ("organize", "组织"),
    "MARRIED_TO": ("marry", "嫁娶"),
    "MET": ("meet", "见"),
    "GRADUATED_FROM": ("graduate from", "毕业于"),
    "READ": ("read", "读"),
    "WATCHED": ("watch", "看"),
    "TRIED": ("try", "试试"),
    "LEARNING": ("learn", "学"),
    "GAVE": ("give", "给"),
}


_FAVOURITE = "FAVORITE_"


def relation_of(type_: str) -> Relation:
    """The relation of a type; one that is not in the vocabulary holds any number of objects, but for favourites: of
    each kind somebody has one.
    """
    if type_.startswith(_FAVOURITE):
        return Relation(type_, single=True)
    return VOCABULARY.get(type_) or Relation(type_, subject_type=None)


def favourite(kind: str) -> str | None:
    """The relation to the favourite thing of a kind, `colour` or 颜色: FAVORITE_COLOR; None for kinds not listed."""
    named = groups_by_word("favourites").get(kind)
    return f"{_FAVOURITE}{next(iter(named))}" if named else None


@dataclass(frozen=True, slots=True)
class Phrase:
    """A relation as a sentence words it.

    At most one of `ended`, `denied` and `plan` is true. With none of them the sentence says that it holds.
    PLANS_TO and WANTS hold as they are; their object is what is planned, as a verb phrase.
    """

    subject: str  # a name: that of a span, or of the speaker
    type: str
    object: str
    ended: bool = False  # it held once and holds no longer
    only_if: EntityType | None = None  # what the object must be known to be: "I left Fiat", "I left Turin"
    denied: bool = False  # it does not hold, and nothing says that it ever did
    plan: bool = False  # it may hold one day
    object_type: EntityType | None = None  # from the object's span, else from its head word or the relation
    start: int = 0  # where in the sentence the subject, or else the clause, begins
    confidence: float = 0.7
    dated: bool = True  # whether the time that the sentence tells is that of the relation
    is_new: bool = False  # said of another one of that name ("a meeting"): it takes no other's place

    def as_plan(self, language: str) -> "Phrase | None":
        """What is planned as a plan that holds: `I'll visit Rome` is PLANS_TO visit Rome; None without words for it."""
        words = _TO_DO.get(self.type)
        if words is None:
            return None
        object_ = pack_of(language).pick(f"{words[0]} {self.object}", f"{words[1]}{self.object}")
        return replace(self, type="PLANS_TO", object=object_, object_type="Concept", plan=False)

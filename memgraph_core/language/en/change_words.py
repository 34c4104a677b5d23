"""The words by which an English text ends, moves, pauses or resumes something planned, as patterns for `schedule_changes.py`."""

import re

from memgraph_core.language.timing.words_en import ANY_WEEKDAY, MONTH, NUMBER_WORD

CLAUSE = re.compile(
    r"[;!?\n]+|\.(?!\d)|,|\s-\s|[()]|\s(?:so|because|cos|'cause|but|although|which)\s"
    r"|\s(?:and|then)\s(?=(?:he|she|it|they|we|i|the|my|now|i'm|we're|it's)\b)|\sas\s(?=(?:he|she|it|they|we|i|the|my)\b)",
    re.IGNORECASE,
)
UNSURE = re.compile(
    r"\b(?:if|could (?:we|you|i)|can (?:we|you|i)|should (?:we|i)|might|maybe|perhaps|wish|hop(?:e|ing)"
    r"|wants? (?:me )?to|wonder(?:ing)?|thinking (?:of|about)"
    r"|considering|tempted|would|almost|nearly|never (?:miss|going to)|don't (?:forget|miss)|can't wait"
    r"|haven't (?:stopped|quit|missed))\b|'d\b",
    re.IGNORECASE,
)
_IS = r"(?:'s|'re|'ve|\b(?:is|are|was|were|has|have|had|been|got|gets|getting|being|be))"
_ADVERB = r"(?: (?:now|all|just|already|officially|finally|also|both|been|being|sadly|definitely|completely|totally|kind of))*"
_AFTER = (
    r"(?=$|[,.)]|\s(?:then|now|again|for|until|till|til|this|next|on|from|because|after|today|tonight|tomorrow|sadly|due"
    r"|while|already"
    r"|as|and|so|altogether|completely|by|in|at|with|over|during|that)\b|\s\d)"
)
STATE = re.compile(
    rf"(?:{_IS}{_ADVERB} (?:over|finished|done|gone|no more|history|off|out|cancell?ed|scrapped|axed|ended|folded"
    rf"|disbanded|free again|shut(?: down)?"
    r"|closed(?: down)?|called off|come to an end|coming to an end|at an end|on hold|on pause|on a break|paused"
    r"|suspended|postponed|not (?:on|happening|going ahead|running)"
    r"|no longer (?:on|happening|running|a thing)|stopping|ending|finishing|closing)"
    r"|\b(?:is|are|was|were)n't (?:on|happening|going ahead|running)\b|\bwon't be (?:on|happening|running|going ahead)\b"
    r"|(?:'s|\b(?:has|have|had|just|all))? ?\b(?:fell through|fallen through|folded|disbanded|fizzled out|bailed"
    r"|wrapped up|wound up|packed up|split up|broke(?:n)? up|dissolved)"
    rf"|\b(?:stops|ends|finishes|breaks up|wraps up|winds up|closes)){_AFTER}",
    re.IGNORECASE,
)
MAY_BE_DONE = re.compile(
    r"\b(?:done|sorted|finished|ticked|sent|handed|submitted|posted|renewed|filed|returned|picked|collected|completed)\b",
    re.IGNORECASE,
)
# What has been done before its day: "sent the passport form off". It leaves routines.
DONE_BY = re.compile(
    r"^\W*(?:(?:i|we)(?:'ve| have)? (?:just |already |finally )?)?(?:sent|handed in|submitted|posted|renewed|filed"
    r"|returned|picked up|collected"
    r"|sorted(?: out)?|finished|completed) (?P<thing>.+?)(?: (?:off|in|back))?\W*$",
    re.IGNORECASE,
)
# What has been done before its day: "Haircut done, they had a slot today".
DONE = re.compile(
    r"^\W*(?:(?:the|my|our|that) )?(?P<thing>[\w'-]+(?: [\w'-]+){0,2}?)(?<! is)(?<! are)(?<! was)(?<! been)(?<!'s)"
    r" (?:(?:all |now |finally )?(?:done|sorted"
    r"|finished)|ticked off|done and dusted)\W*$",
    re.IGNORECASE,
)
ACT = re.compile(
    r"\b(?:quit\b|quitting|stopped|stopping|giv(?:en|ing) up|gave up|packed in|packing in|packed (?=.{3,25} in\b)"
    r"|jacked in|jacking in"
    r"|ditch(?:ed|ing)|binn(?:ed|ing)|dropp(?:ed|ing) (?!off\b|the kids|(?:\w+ )?(?:him|her|them) off)|dropped out of"
    r"|cancel(?:led|ling|ed|ing)?|call(?:ed|ing) off"
    r"|scrapp(?:ed|ing)|done with|finished with|(?:left|leaving) (?=(?:the|my|our|that) )|pull(?:ed|ing) out of|(?:(?:'m"
    r"|'re|'s|am|is|are) )out of|bailed on|bailing on"
    r"|no longer (?:doing |going to |at )?|no more|had enough of|knock(?:ed|ing) (?=.{3,30} on the head)|not renewing"
    r"|not going back to"
    r"|hand(?:ed|ing) over|hand(?:ed|ing) (?=.{3,40} over\b)|(?:taking|taken|took|having) a (?:break|breather) from"
    r"|(?:signed off|discharged) (?:by|from)"
    r"|that's (?=(?:my|the|our) [\w' -]{2,25} (?:gone|over|finished)\b)"
    r"|(?:not|isn't|aren't) (?:doing|having|running|holding|teaching))\s*",
    re.IGNORECASE,
)
CANNOT = re.compile(
    r"(?:\b(?:ca|do|does|wo|is|are|could)n't|\bcannot|\bnot|'m not|\bunable to)\s(?:be )?(?:able to )?"
    r"(?P<verb>do(?:ing)?|make|making|come|coming|go(?:ing)?|get|manage|run(?:ning)?|work(?:ing)?|be|teach(?:ing)?|take"
    r"|host(?:ing)?|play(?:ing)?|see(?:ing)?|sign(?:ing)?)\b",
    re.IGNORECASE,
)
NO_LONGER = re.compile(
    r"(?:n't|\bnot|\bnever)\b(?P<thing>.{0,60}?)\b(?:any ?more|any longer|ever again)\b", re.IGNORECASE
)
# Verbs and states that end something for good; their day is the first one without it.
FOR_GOOD = re.compile(
    r"\b(?:quit|quitting|stop\w*|giv\w+ up|gave up|pack\w+ in|jack\w+ in|drop\w*|left|leaving|done with|finish\w*|over"
    r"|gone|end\w*|fold\w*"
    r"|disband\w*|no more|no longer|hand\w*|signed off|discharged)\b",
    re.IGNORECASE,
)
AT_END = re.compile(r"\b(?:at the end of|after)\b", re.IGNORECASE)
ANY_MORE = re.compile(
    r"\b(?:any ?more|any longer|after all|again|ever again|for good|this (?:year|term|season))\b|\b(?:past|beyond|after)\b",
    re.IGNORECASE,
)
LAST = re.compile(
    r"\b(?:last|final)(?: ever)? (?!(?:week|weeks|night|month|months|year|years|time|minute|weekend|day off|summer"
    r"|winter|spring|autumn"
    r"|term|chance|straw|leg|stage|thing|bit|few|couple|of|place|orders|resort|name|seen|nerve|word)\b|\w+day\b)",
    re.IGNORECASE,
)
NONE = re.compile(
    r"\b(?:no (?!(?:wait|later|idea|doubt|problem|way|one|news|need|rush|longer|clue|luck|change|fun|time|point|matter"
    r"|reason|big|more|less"
    r"|good|worries|sign|thanks|date(?! night)|replacement|excuse)\b)|skip(?:ping|ped)?\b|miss(?:ing)?\b)\s*",
    re.IGNORECASE,
)
MOVED = re.compile(
    r"\b(?:(?:go|gone|going) back (?=to (?:the )?\d)|(?:moved|moving|changed|changing|shifted|shifting|switched"
    r"|switching)(?! (?:in|out|house|home|away|job|jobs"
    r"|my mind)\b)"
    r"|(?:moves|changes|shifts|switches|slips|goes) (?=to\b)|(?:move|change|switch|swap|shift) (?=it|that|things|to\b|from\b)"
    r"|push(?:ed|ing)(?: back| out)?|postponed?|reschedul(?:ed?|ing)|rebook(?:ed|ing)?|rearrang(?:ed?|ing)|delayed|bump(?:ed|ing)"
    r"|slipp(?:ed|ing)"
    r"|brought forward|put (?:back|off|forward)|swapp(?:ed|ing)|instead|from now on|going forward"
    r"|new (?=(?:[a-z]+ ){0,3}(?:day|date|time|slot|night)\b)|(?:put|fitted|fit|squeezed|booked) (?:me|us|him|her) in"
    r"|make (?:it|that))\b",
    re.IGNORECASE,
)
MOVED_SOMEWHEN = re.compile(
    r"\b(?:moved|slipped|postponed|rescheduled|pushed|bumped|delayed|shifted|put (?:back|off)|brought forward"
    r"|changed (?:it|that|this))\b",
    re.IGNORECASE,
)
CORRECTED = re.compile(
    r"\b(?:correction|no wait|scratch that|my mistake|i (?:was|got (?:it|that|the \w+)) wrong"
    r"|(?:got|had) the wrong (?:day|date|week)|wrong (?:day|date)|i meant"
    r"|(?:turns out|actually) (?:it's|it is|that's|the|my))\b",
    re.IGNORECASE,
)
ONE_WEEK = re.compile(r"\b(?:this|next|today|tonight|tomorrow|once|\d{1,2}(?:st|nd|rd|th)?)\b", re.IGNORECASE)
NOW = re.compile(r"\b(?:now|only|from now on)\b", re.IGNORECASE)
NEAR = 12  # characters between a day and "now"
FROM = re.compile(r"\bfrom(?: (?:on|the|a))* ?$", re.IGNORECASE)
FORMER = re.compile(r"\b(?:not|instead of|rather than|no longer|from)(?: (?:on|the|a))* ?$", re.IGNORECASE)
RESUMED = re.compile(
    r"\b(?:(?<!pushed )(?<!pushing )(?<!put )(?<!set )(?<!moved )"
    rf"back(?! (?:pain|door|garden|home|yard|injury|then|when|problem|to work|from(?! (?:this|next|the \d|\d"
    rf"|{ANY_WEEKDAY}|{MONTH})\b)))|resum\w+|restart\w*|start(?:s"
    r"|ing)? (?:up )?again|\w+ing again|again from)\b",
    re.IGNORECASE,
)
FOR_WEEKS = re.compile(
    rf"\bfor (?:the next |another |about |at least )?(?P<n>\d{{1,2}}|{NUMBER_WORD}|a couple of|a few|a) (?P<u>weeks?"
    rf"|fortnight|months?|days?)\b",
    re.IGNORECASE,
)
WORK = re.compile(
    r"\b(?:last (?:day|shift|week) (?:at (?:work|the|my)|of work|there|in the job|with)|(?:quit|left|leaving|lost) (?:my"
    r"|the) job|quit work"
    r"|made redundant|laid off|let (?:me )?go from|got (?:fired|sacked)|new job starts?|start(?:ing|ed|s)? (?:my|the|a"
    r"|at my) new job|(?:i|i'm|i've|we) (?:\w+ )?retir(?:e|ed|ing))\b",
    re.IGNORECASE,
)
SCHOOL = re.compile(
    r"\b(?:i|i've|i'm|we|we've|we're)(?: have| am)? (?:\w+ )?(?:graduat(?:ed|ing)|dropp(?:ed|ing) out of (?:uni"
    r"|university|college|school)|finish(?:ed|ing)"
    r" (?:uni|university|college|school)|left (?:uni|university|college|school)(?! (?:at|early|late)\b))\b",
    re.IGNORECASE,
)
# The speaker's town or employer, which the speaker leaves for good.
PLACE_LEFT = re.compile(
    r"\b(?:[Ii]|[Ww]e)(?:'ve|'m|'re| have| had| am| are)? (?:(?:just|finally|officially|now) )?(?:mov(?:ed"
    r"|ing) (?:away |out )?(?:from|of)|(?:left|leaving)(?= [A-Z][^.,;!?]{1,30} for good)"
    r"|(?:left|quit|leaving) my job (?:at|with)|no longer (?:live in|work (?:at"
    r"|for))) (?P<place>[A-Z][\w'&-]*(?: [A-Z][\w'&-]*){0,2})"
)
# The new time of day of what stays on its days: "moved to 9:45", "now at seven instead of eight".
NEW_CLOCK = re.compile(
    r"\b(?:now|now at|now on at|(?:to|until|till)(?: at)?) (?P<clock>\d{1,2}(?:[.:]\d\d)? ?(?:[ap]m)?"
    rf"|(?:(?:half|(?:a )?quarter|ten|twenty|five)(?: past| to)? )?{NUMBER_WORD}|noon)"
    r"(?=$|[,.;!)]| (?:from|now|instead|on|for|so|because|and|but|every|o'clock)\b)",
    re.IGNORECASE,
)
# A clause that does not name its thing: "they come on Sunday now", "moved again", "the 20th is free".
REFERS = re.compile(
    r"\W*(?:and |but |so |now |also |oh |well |then |not (?:on )?)*(?:(?:it|that|this|they|he|she|we|i)\b|the \d|\d|\w+day(?:'s| is"
    r"| isn't| won't)\b|moved|changed|cancelled|postponed|pushed"
    r"|rescheduled|slipped|make|back|playing|only|last one|no more\b)",
    re.IGNORECASE,
)
# A clause whose subject is in an earlier one: "Silvia, who teaches us Italian, has asked to switch to Mondays".
HEADLESS = re.compile(r"\W*(?:has|have|is|are|will|won't)\b", re.IGNORECASE)
NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+|\b[A-Z][a-z]+(?='s\b)")
# A change by a number of days: "put back a week", "brought forward two days".
SHIFTED = re.compile(
    rf"\b(?:(?P<later>put (?:it |that |me |us |him |her )?(?:back|off)|push(?:ed|ing) (?:it |that |me |us )?(?:back"
    rf"|out)|postponed|delayed|deferred|slipped|moved back|set back)"
    rf"|(?P<sooner>brought (?:it |that |me |us )?forward|moved (?:forward|up)|put forward))(?: by| for)? (?:about |another )?"
    rf"(?P<n>\d{{1,2}}|{NUMBER_WORD}|a couple of|a few|an?) (?P<u>days?|weeks?|fortnights?|months?)\b",
    re.IGNORECASE,
)

"""Is a text well worded? Judged only where it can be told: in English, and in doubt with a yes."""

import re
import unicodedata
from collections.abc import Collection

from volition.actions.importers import words_of


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_NO_VERBS = _words(
    # Articles, pronouns and the like.
    "a an the this that these those it its they there here he she we i you "
    "your my our any some all each every "
    # Prepositions and conjunctions.
    "for from with without in into on of to at by as if when while whether how what which who where and or "
    # What a definition is, instead of what it does.
    "tool tools function functions utility helper wrapper api endpoint method action "
    # Adjectives that are no verbs.
    "new current simple various useful helpful advanced fast quick powerful primary main basic general "
    "generic autonomous semantic useful easy latest next previous optional additional available "
    "responsible able"
)
_VERBS_IN_ING = _words("bring ping ring sing swing string spring sling fling wring sting cling king")
_VERBS_IN_LY = _words("apply reply supply multiply comply rely fly tally rally ally imply bully")
_NOUN_END = re.compile(r"(?:tion|sion|ment|ness|ity|ance|ence)s?\Z")
_VERBS_LIKE_NOUNS = _words(
    "mention question position reposition condition function caution station section transition partition "
    "provision commission decommission auction action version vision envision pension reference evidence "
    "comment document implement increment decrement supplement augment experiment segment fragment "
    "complement cement pigment advance enhance finance balance rebalance glance dance silence sequence "
    "license influence experience witness harness evidence distance instance ration apportion proportion "
    "requisition petition audition moment lament ferment torment instrument"
)


def starts_with_verb(brief: str) -> bool:
    """Whether the first word may be a verb; True when that cannot be told.

    >>> starts_with_verb("Permanently delete a note."), starts_with_verb("Deletion of a note.")
    (True, False)
    """
    words = re.findall(r"[A-Za-z]+(?:['’-][A-Za-z]+)*", brief[:200].casefold())
    if not words or not _may_be_english(brief) or not brief.lstrip(" *_`\"'").startswith(tuple(_LATIN)):
        return True
    if words[0].endswith("ly") and words[0] not in _VERBS_IN_LY and len(words) > 1:
        words = words[1:]
    return not _is_no_verb(words[0])


_LATIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _is_no_verb(word: str) -> bool:
    plain = word.removesuffix("s")
    if word in _NO_VERBS:
        return True
    if word.endswith("ing"):
        return word not in _VERBS_IN_ING and len(word) > len("ping")
    return bool(_NOUN_END.search(word)) and not {word, plain} & _VERBS_LIKE_NOUNS and len(word) > 6


def _may_be_english(text: str) -> bool:
    """Whether all letters are ASCII; a word from elsewhere among them is no matter."""
    letters = [each for each in text if each.isalpha()]
    return sum(not each.isascii() for each in letters) * 10 <= len(letters)


_VAGUE = (
    re.compile(
        r"\b(?:various|miscellaneous|misc\.?|all kinds of|all sorts of|some kind of|different) "
        r"(?:things?|stuff|tasks?|operations?|data|purposes)\b"
    ),
    re.compile(
        r"\b(?:do|does|doing) (?:some |many |the )?"
        r"(?:stuff|things?|something|anything|everything|work)\b"
    ),
    re.compile(r"\bstuff\b"),
    re.compile(
        r"^(?:handle|process|manage|perform|do|execute|run|deal with|work with|take care of)s? "
        r"(?:the |a |an |some |any |all |your )?"
        r"(?:data|things?|it|inputs?|information|work|something|anything|everything|requests?|operations?)\W*$"
    ),
    re.compile(
        r"^(?:a |an |the )?(?:\w+ )?"
        r"(?:tool|function|action|utility|helper|wrapper|method|endpoint)\W*$"
    ),
)  # fmt: skip - each pattern stays together


def vague(brief: str) -> str:
    """The words that say too little; empty when there are none.

    >>> vague("Handle data."), vague("Process a refund for an order.")
    ('Handle data.', '')
    """
    line = " ".join(brief.split())
    for pattern in _VAGUE:
        found = pattern.search(line.casefold())
        if found:
            return line[found.start() : found.end()] if len(line.casefold()) == len(line) else found.group()
    is_one_word = re.fullmatch(r"\w+\W*", line) is not None and _is_spaced(line)
    return line if is_one_word else ""


def _is_spaced(text: str) -> bool:
    """Whether the script puts spaces between words, so that one word can be told from a sentence."""
    scripts = ("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN", "HANGUL")
    return not any(unicodedata.name(each, "").startswith(scripts) for each in text)


_EMPTY_WORDS = _words(
    "a an the of for to in on from by with at as and or is its this that some tool action function"
)


def repeats_name(brief: str, name: str) -> bool:
    """Whether a brief says nothing that the name does not say, or begins with the name as it is written.

    >>> repeats_name("Gets the user.", "get_user"), repeats_name("Get a user by e-mail.", "get_user")
    (True, False)
    """
    if re.search(r"[_-]|[a-z][A-Z]", name) and brief.strip(" `*\"'").startswith(name):
        return True
    said = {_stem(each) for each in re.findall(r"\w+", brief.casefold())}
    known = {_stem(each) for each in re.findall(r"[^\W_]+", words_of(name).casefold())}
    told = said - _EMPTY_WORDS
    return bool(told) and told <= known


def _stem(word: str) -> str:
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word


_SAYS_OPTIONAL = re.compile(
    r"^\W*optional\b(?! (?:when|if|for|unless|only|in case))"
    r"|[(\[]\s*optional\s*[)\],;]|\bis optional\b(?! (?:when|if|for|unless))|,\s*optional\s*(?:$|[,.;)])"
    r"|\b(?:if|when) omitted\b|\b(?:can|may) be omitted\b",
    re.IGNORECASE,
)
_SAYS_REQUIRED = re.compile(
    r"^\W*(?:required|mandatory)\s*(?:$|[.:)\],;!-])|[(\[]\s*(?:required|mandatory)\s*[)\]]"
    r"|\b(?:is|always) (?:required|mandatory)\s*(?:$|[.;!)])",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:when|if|unless|except|either|depending|only|one of|for|in case|at least|together|otherwise)\b",
    re.IGNORECASE,
)


def says_optional(description: str) -> bool:
    """Whether a description says that its field may be left out.

    >>> says_optional("Colour (optional)."), says_optional("The optional parts to print.")
    (True, False)
    """
    return _SAYS_OPTIONAL.search(description) is not None


def says_required(description: str) -> bool:
    """Whether a description says that its field must be given, whatever else is.

    >>> says_required("Required. The colour."), says_required("Required when drawing.")
    (True, False)
    """
    for sentence in re.split(r"(?<=[.;!])\s+", description):
        if _SAYS_REQUIRED.search(sentence) and not _CONDITION.search(description):
            return True
    return False


_TOKEN = r"[\"'`“‘]?[\w][\w./+-]{0,40}[\"'`”’]?"  # noqa: S105 - a word of a list, no secret
_QUOTED = r"[\"'`“‘][^\"'`“”‘’\s]{1,40}[\"'`”’]"
_NOTE = r"(?:\s*\([^()]{0,120}\))?"
_AND = r"\s*(?:,\s*(?:or|and)?|\bor\b|\band\b|\||/)\s*"
_LISTS = (
    re.compile(
        r"\b(?:one of|either|(?:possible|allowed|valid|accepted|supported|available)\s+(?:values?|options?)"
        r"(?:\s+(?:are|include|is))?|values are|options are|options|choices|choose from|must be)"
        rf"(?:\s+the following)?\s*[:=]?\s*[(\[]?({_QUOTED}{_NOTE}(?:{_AND}{_QUOTED}{_NOTE})+)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\bcan be\s+(?:either\s+|one of\s+)?:?\s*({_QUOTED}{_NOTE}(?:{_AND}{_QUOTED}{_NOTE})+)",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:one of|(?:possible|allowed|valid|accepted|supported)\s+(?:values?|options?)"
        rf"(?:\s+are)?)\s*:?\s*[(\[]?({_TOKEN}(?:{_AND}{_TOKEN})+)(?=\s*(?:$|[.;)\]]|\n))",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:must be|can be|is|be)\s+either\s+({_TOKEN}\s+or\s+{_TOKEN})(?=\s*(?:$|[.;,)\]]))",
        re.IGNORECASE,
    ),
    re.compile(rf"({_QUOTED}(?:\s*\|\s*{_QUOTED})+)"),
)
_EXPLAINED = (
    re.compile(rf"(?:[(,;]|\b(?:and|or))\s*({_QUOTED})\s+(?:for|means|to)\s"),
    re.compile(rf"\(({_QUOTED})\)"),
    re.compile(rf"(?:^|\s)[-*•]\s+({_QUOTED})\s*(?:[-–—:]|$)"),
)
"""Values that are told with what each of them means, by twos at least."""
_OPEN = re.compile(
    r"\b(?:etc|e\.g|such as|for example|for instance|and more|or any|or an?\b|or other|"
    r"among others|like)\b|\.\.\.|…",
    re.IGNORECASE,
)


def choices_in(description: str, *, names: Collection[str] = ()) -> list[str]:
    """The values that a text lists as all there are; empty when it lists none.

    >>> choices_in("Sort order, one of asc, desc.")
    ['asc', 'desc']

    Args:
        description: The text.
        names: Names of fields: a choice between those is no choice of values.
    """
    for sentence in re.split(r"(?<=[.;!])\s+(?=[A-Z])", description[:2_000]):
        for pattern in _LISTS:
            found = pattern.search(sentence)
            if found is None or _OPEN.search(sentence):
                continue
            bare = re.sub(r"\([^()]*\)", " ", found.group(1))
            values = [each.strip(" \"'`“”‘’.") for each in re.split(_AND, bare) if each.strip()]
            if len(values) > 1 and _are_values(values) and not set(values) & set(names):
                return values
    for pattern in _EXPLAINED:
        values = [each.strip("\"'`“”‘’") for each in pattern.findall(description[:2_000])]
        if len(values) > 1 and not set(values) & set(names) and not _OPEN.search(description):
            return values
    return []


def _are_values(values: list[str]) -> bool:
    """Whether words may be values: no JSON types, and capitals all alike, unlike in a list of kinds."""
    alike = len({each[:1].isupper() for each in values if each[:1].isalpha()}) < 2
    return alike and not set(values) <= _TYPE_WORDS


_TYPE_WORDS = _words("string number integer boolean array object null list true false none")

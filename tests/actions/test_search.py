"""Finding actions by a text."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from volition.actions import search
from volition.actions.action import Action


def act(name: str, brief: str = "", *, fields: dict[str, Any] | None = None, **more: Any) -> Action:
    """An action with few words."""
    return Action(name=name, brief=brief, schema={"type": "object", "properties": fields or {}}, **more)


def found(actions: list[Action], text: str, limit: int = 10) -> list[str]:
    """The names of the hits."""
    return [hit.action.name for hit in search.Index(actions).search(text, limit)]


HOME = [
    act("set_alarm", "Ring at a time."),
    act("playMusic", "Start a song, an album or a playlist.", fields={"artist": {"type": "string"}}),
    act("light-set", "Change the brightness of a lamp."),
    act("vacuum.start", "Clean the floor.", tags=("robot", "hoover")),
    act("get_weather", "Tell the forecast.", fields={"unit": {"enum": ["celsius", "fahrenheit"]}}),
    act(
        "cancel_booking",
        "Give back a table.",
        examples={
            "description": "Frees what was reserved in a restaurant.",
            "instructions": {"when_to_use": "The guests cannot come.", "notes": ["Ask for the code first."]},
            "examples": [{"scenario": "we are ill tonight", "payload": {"place": "Trattoria Da Enzo"}}],
        },
    ),
]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("an alarm for six", "set_alarm"),
        ("music please", "playMusic"),
        ("turn the light up", "light-set"),
        ("brightness", "light-set"),
        ("something by this artist", "playMusic"),
        ("how many fahrenheit is it", "get_weather"),
        ("send the hoover", "vacuum.start"),
        ("our guests", "cancel_booking"),
        ("that restaurant", "cancel_booking"),
        ("everybody is ill", "cancel_booking"),
        ("trattoria", "cancel_booking"),
    ],
)
def test_every_part_is_searched(text, name):
    """Name parts, brief, field names, allowed values, tags and the third tier all lead to an action."""
    assert name == found(HOME, text)[0]


@pytest.mark.parametrize("text", ["ALARMS", "alarm's", "set-alarm", "setAlarm", "SetAlarm!", "alarming"])
def test_spelling_of_words_does_not_matter(text):
    """Case, plural, possessive, verb endings and ways to join words make no difference."""
    assert "set_alarm" == found(HOME, text)[0]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("play_list", "my playlist"),
        ("playlist", "my play list"),
        ("YouTubeSearch", "youtube"),
        ("HTTPServerStart", "the http server"),
        ("rollover401k", "my 401k"),
    ],
)
def test_words_are_one_or_two(name, text):
    """Words that are written together in one place and apart in the other are found."""
    assert [name] == found([act("other_thing"), act(name)], text)


@pytest.mark.parametrize(
    "text", ["wether", "waether", "weathr", "ewather", "weatherr", "forcast", "fahrenhiet"]
)
def test_a_slip_of_the_fingers_is_forgiven(text):
    """One wrong, missing, doubled or swapped letter still finds the word."""
    assert "get_weather" == found(HOME, text)[0]


def test_a_known_word_is_not_taken_for_a_slip():
    """A word that stands somewhere is looked up as it is, however near another one is."""
    assert ["book"] == found([act("cook"), act("book"), act("look")], "book")


MANY_SCRIPTS = (
    *("조명_끄기", "음악_재생", "照明を消す", "アラーム設定", "关灯", "查询天气", "เปิดเพลง", "บันทึก"),
    *("बत्ती_जलाओ", "गाना", "تشغيل", "تشغيل_الموسيقى", "музыка", "погода", "światło", "pogoda"),
    *("poner_música", "apagar", "Licht", "Schalter", "φώς", "καιρός", "bat_den"),
)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("조명을 꺼 줘", "조명_끄기"),
        ("음악을 틀어 주세요", "음악_재생"),
        ("リビングの照明を消してください", "照明を消す"),
        ("アラームを7時にセット", "アラーム設定"),
        ("把客厅的灯关掉", "关灯"),
        ("明天天气怎么样", "查询天气"),
        ("เปิดเพลงหน่อย", "เปิดเพลง"),
        ("बत्ती जला दो", "बत्ती_जलाओ"),
        ("شغّل الموسيقى", "تشغيل_الموسيقى"),
        ("поставь музыку", "музыка"),
        ("włącz światła w kuchni", "światło"),
        ("enciende la musica en el salón", "poner_música"),
        ("mach das Wohnzimmerlicht an", "Licht"),
        ("άναψε το φως", "φώς"),
        ("bật đèn phòng khách", "bat_den"),
    ],
)
def test_languages(text, name):
    """Names in many scripts are found, without accents, inside compounds and by pairs of characters."""
    assert name == found([act(each) for each in MANY_SCRIPTS], text)[0]


def test_several_requests_in_one_text():
    """What a sentence alone asks for is not hidden by many relatives of what the others ask for."""
    relatives = [act(f"solve_{each}_equation", "Find the roots of an equation.") for each in "abcdefgh"]
    actions = [*relatives, act("reverse_text", "Turn a text round."), act("mix_colour", "Mix two colours.")]
    text = "Find the roots of the equation 2x + 1 = 0. Then reverse this text: hello. What do colours mix to?"
    assert {"reverse_text", "mix_colour"} <= set(found(actions, text, 5))


def test_equals_keep_their_order():
    """Among actions that fit equally well the catalogue's order decides, in any direction."""
    actions = [act(f"lamp_{each}") for each in "qwtdbf"]
    assert [each.name for each in actions] == found(actions, "lamp")
    assert [each.name for each in actions[::-1]] == found(actions[::-1], "lamp")


def test_nothing_in_common():
    """An action that shares nothing with the text is no hit, but has its place in a ranking."""
    assert [] == found(HOME, "xyzzy quux")
    assert ["set_alarm"] == found(HOME, "alarm")
    assert sorted(each.name for each in HOME) == sorted(
        each.name for each in search.Index(HOME).ranking("alarm")
    )
    assert HOME == search.Index(HOME).ranking("")


def test_scores_fall():
    """Hits come with positive scores, the highest first."""
    scores = [hit.score for hit in search.Index(HOME).search("set the alarm and the light")]
    assert scores == sorted(scores, reverse=True)
    assert min(scores) > 0


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\t ",
        "?!… — «»",
        "\x00\x1b[31m\x7f\u202e",
        "\ud800\udfff\udc00",
        "🎉🎊👩‍👩‍👧",
        "a" * 1_000_000,
        "word " * 200_000,
        "照" * 1_000_000,
        "\u0301" * 10_000,
        "." * 500_000,
        "set\x00alarm " * 1000,
        ", then" * 100_000,
    ],
    ids=lambda text: ascii(text[:12]),
)
def test_hostile_text(text):
    """No text breaks or stalls a search."""
    hits = search.Index(HOME).search(text, 3)
    assert len(hits) <= 3


@pytest.mark.parametrize("limit", [0, -1])
def test_no_room_for_hits(limit):
    """A limit below one gives nothing."""
    assert [] == found(HOME, "alarm", limit)


def test_an_empty_catalogue():
    """Nothing is found among no actions."""
    assert [] == found([], "alarm")
    assert [] == search.Index([]).ranking("alarm")
    assert 0 == len(search.Index([]))


def test_hostile_actions():
    """Huge, deep and oddly shaped definitions are indexed by what can be read of them."""
    deep: dict[str, Any] = {"type": "string", "description": "abyss"}
    for _ in range(100):
        deep = {"type": "object", "properties": {"down": deep}}
    actions = [
        act("huge", "A needle.", examples={"description": "hay " * 1_000_000}),
        act("deep", fields={"down": deep}),
        act("wide", fields={f"field_{each}": {"type": "string"} for each in range(10_000)}),
        act(
            "odd", examples={"description": 7, "instructions": "plain text", "examples": [1, {"payload": []}]}
        ),
        act("名前 🎉 \ud800"),
        act("🎉"),
    ]
    assert ["huge"] == found(actions, "needle")
    assert ["deep"] == found(actions, "abyss")
    assert ["odd"] == found(actions, "odd")
    assert ["名前 🎉 \ud800"] == found(actions, "名前は")


def pseudo_words(rng: random.Random) -> list[str]:
    """Words that no language has."""
    parts = ("ba", "ne", "ki", "lor", "su", "tam", "vi", "go", "pre", "zul")
    return ["".join(rng.choices(parts, k=rng.randint(2, 4))) for _ in range(400)]


def test_reading_less_gives_the_same():
    """The shortcut that a small limit allows in a large catalogue changes neither hits nor scores."""
    rng = random.Random(7)
    words = pseudo_words(rng)
    weights = [1 / (place + 2) for place in range(len(words))]
    actions = [
        act(
            "_".join([*rng.choices(words, weights, k=2), str(place)]),
            " ".join(rng.choices(words, weights, k=9)),
        )
        for place in range(4_000)
    ]
    index = search.Index(actions)
    for size in (1, 3, 8, 20, 60):
        for _ in range(6):
            text = " ".join(rng.choices(words, weights, k=size))
            assert index.search(text, len(actions))[:7] == index.search(text, 7)


NAMES = st.lists(
    st.text("abcdelmnoprst_ 照明", min_size=1, max_size=12), min_size=0, max_size=12, unique=True
)


@given(names=NAMES, text=st.text(max_size=60), limit=st.integers(1, 12))
def test_a_smaller_limit_gives_the_beginning(names, text, limit):
    """A search with a smaller limit is the beginning of one with a larger limit, every time."""
    index = search.Index([act(name, name[::-1]) for name in names])
    assert index.search(text, 100)[:limit] == index.search(text, limit)

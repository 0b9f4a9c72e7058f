"""German: 24-hour clock, day first, words written together."""

from volition.values.words.language import AFTERNOON, DAWN, EVENING, MIDDAY, MORNING, NIGHT, TONIGHT, Language

# A table is read in rows.
# fmt: off

_ORDINALS = (
    "erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft dreizehnt vierzehnt fünfzehnt "
    "sechzehnt siebzehnt achtzehnt neunzehnt zwanzigst"
)

_ENDINGS = ("e", "en", "er", "es")

GERMAN = Language(
    code="de",
    compounds=True,
    cardinals={
        "null": 0, "ein": 1, "eins": 1, "eine": 1, "einer": 1, "einem": 1, "einen": 1, "zwei": 2, "zwo": 2,
        "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "elf": 11,
        "zwölf": 12, "dreizehn": 13, "vierzehn": 14, "fünfzehn": 15, "sechzehn": 16, "siebzehn": 17,
        "achtzehn": 18, "neunzehn": 19, "zwanzig": 20, "dreißig": 30, "dreissig": 30, "vierzig": 40,
        "fünfzig": 50, "sechzig": 60, "siebzig": 70, "achtzig": 80, "neunzig": 90, "ein paar": 2,
    },
    multipliers={
        "hundert": 100, "tausend": 1000, "million": 10**6, "millionen": 10**6, "mio": 10**6,
        "milliarde": 10**9, "milliarden": 10**9, "dutzend": 12,
    },
    articles=frozenset({"ein", "eine", "einer", "einem", "einen"}),
    weak_numbers=frozenset({"ein", "eine", "einer", "einem", "einen", "acht"}),
    counters=frozenset({
        "personen", "leute", "stück", "plätze", "karten", "mal", "gäste", "erwachsene", "kinder",
    }),
    number_joints=frozenset({"und"}),
    inverted=True,
    points=frozenset({"komma", "punkt"}),
    minus=frozenset({"minus"}),
    percent=frozenset({"prozent"}),
    fractions={
        "halb": 0.5, "halbe": 0.5, "halben": 0.5, "halber": 0.5, "halbes": 0.5, "eine halbe": 0.5,
        "einer halben": 0.5, "ein halbes": 0.5, "einem halben": 0.5, "ein halber": 0.5, "viertel": 0.25,
        "ein viertel": 0.25, "dreiviertel": 0.75, "drei viertel": 0.75, "ein drittel": 1 / 3,
        "anderthalb": 1.5, "eineinhalb": 1.5, "ein halbes dutzend": 6, "einer viertel": 0.25,
        "einer dreiviertel": 0.75, "eine dreiviertel": 0.75, "eine viertel": 0.25,
    },
    halves={"einhalb": 0.5, "und eine halbe": 0.5, "und ein halbes": 0.5, "und ein viertel": 0.25},
    thousands=frozenset({"k", "tsd"}),
    ordinals={
        **{stem + end: number for number, stem in enumerate(_ORDINALS.split(), 1) for end in _ENDINGS},
        "siebente": 7, "siebenten": 7, "dreißigste": 30, "dreißigsten": 30, "dreißigster": 30, "letzte": -1,
        "letzten": -1, "letzter": -1, "letztes": -1, "vorletzte": -2, "vorletzten": -2, "vorletzter": -2,
    },
    ordinal_marks=frozenset({"."}),
    ordinal_templates=("nummer {number}", "option {number}", "nr . {number}", "nr {number}", "# {number}"),
    units={
        "sekunde": "second", "sekunden": "second", "sek": "second", "minute": "minute", "minuten": "minute",
        "min": "minute", "stunde": "hour", "stunden": "hour", "std": "hour", "stündchen": "hour",
        "tag": "day", "tage": "day", "tagen": "day", "woche": "week", "wochen": "week", "monat": "month",
        "monate": "month", "monaten": "month", "jahr": "year", "jahre": "year", "jahren": "year",
    },
    short_units={"s": "second", "m": "minute", "h": "hour"},
    lengths={
        "viertelstunde": (0.25, "hour"), "dreiviertelstunde": (0.75, "hour"), "halbstunde": (0.5, "hour"),
        "viertel stunde": (0.25, "hour"), "halbes jahr": (6, "month"), "halben jahr": (6, "month"),
    },
    length_joints=frozenset({"und"}),
    of=frozenset(),
    days={
        "heute": 0, "morgen": 1, "übermorgen": 2, "gestern": -1, "vorgestern": -2, "überübermorgen": 3,
        "später heute": 0, "heut": 0,
    },
    day_parts={
        "heute morgen": (0, MORNING), "heute früh": (0, MORNING), "heute vormittag": (0, MORNING),
        "heute mittag": (0, MIDDAY), "heute nachmittag": (0, AFTERNOON), "heute abend": (0, TONIGHT),
        "heute nacht": (0, NIGHT), "morgen früh": (1, MORNING), "gestern abend": (-1, EVENING),
        "letzte nacht": (-1, NIGHT), "diesen abend": (0, TONIGHT),
    },
    parts={
        "morgen": MORNING, "am morgen": MORNING, "morgens": MORNING, "früh": MORNING, "in der früh": MORNING,
        "vormittag": MORNING, "vormittags": MORNING, "am vormittag": MORNING, "mittag": MIDDAY,
        "mittags": MIDDAY, "am mittag": MIDDAY, "nachmittag": AFTERNOON, "nachmittags": AFTERNOON,
        "am nachmittag": AFTERNOON, "abend": EVENING, "abends": EVENING, "am abend": EVENING, "nacht": NIGHT,
        "nachts": NIGHT, "in der nacht": NIGHT, "am frühen morgen": DAWN, "am späten abend": NIGHT,
        "im morgengrauen": DAWN,
    },
    named_hours={"zwölf uhr mittags": 12, "12 uhr mittags": 12, "mitternacht": 24, "um mittag": 12},
    weekdays={
        "montag": 0, "dienstag": 1, "mittwoch": 2, "donnerstag": 3, "freitag": 4, "samstag": 5,
        "sonnabend": 5, "sonntag": 6,
    },
    months={
        "januar": 1, "jänner": 1, "februar": 2, "märz": 3, "april": 4, "mai": 5, "juni": 6, "juli": 7,
        "august": 8, "september": 9, "oktober": 10, "november": 11, "dezember": 12, "jan": 1, "feb": 2,
        "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "okt": 10, "nov": 11, "dez": 12,
        "juno": 6,
    },
    weekday_templates={
        "{weekday}": "coming", "diesen {weekday}": "this", "dieser {weekday}": "this",
        "kommenden {weekday}": "coming", "kommender {weekday}": "coming", "nächsten {weekday}": "next",
        "nächster {weekday}": "next", "letzten {weekday}": "last", "letzter {weekday}": "last",
        "vergangenen {weekday}": "last",
    },
    weeks={
        "diese woche": 0, "dieser woche": 0, "nächste woche": 1, "nächster woche": 1, "kommende woche": 1,
        "kommender woche": 1, "in der nächsten woche": 1, "übernächste woche": 2, "letzte woche": -1,
        "letzter woche": -1, "vorige woche": -1,
    },
    months_away={
        "diesen monat": 0, "dieses monats": 0, "nächsten monat": 1, "nächsten monats": 1,
        "kommenden monat": 1, "letzten monat": -1,
    },
    years_away={
        "dieses jahr": 0, "dieses jahres": 0, "nächstes jahr": 1, "nächsten jahres": 1, "letztes jahr": -1,
    },
    dates=(
        "[am] {day} . {month} [{year}]", "[den] {day} . {month} [{year}]", "[der] {day} . {month} [{year}]",
        "[am] {nth} {month} [{year}]", "[den] {nth} {month} [{year}]", "[der] {nth} {month} [{year}]",
        "[am] {day} {month} [{year}]",
    ),
    faint_dates=("am {day} .", "der {day} .", "den {day} .", "{day} .", "am {nth}", "der {nth}", "den {nth}"),
    holidays={
        "weihnachten": (12, 25), "heiligabend": (12, 24), "silvester": (12, 31), "neujahr": (1, 1),
        "nikolaus": (12, 6), "valentinstag": (2, 14), "heilige drei könige": (1, 6),
    },
    now=frozenset({"jetzt", "sofort", "gleich jetzt", "jetzt gleich"}),
    clocks={
        "{clock}": 0, "{clock} uhr": 0, "{dotted} uhr": 0, "{hour} uhr": 0, "{hour} uhr {minute}": 1,
        "{hour} h": 0, "halb {hour}": -30, "viertel nach {hour}": 15, "viertel vor {hour}": -15,
        "dreiviertel {hour}": -15, "drei viertel {hour}": -15, "viertel {hour}": -45,
        "{minute} nach {hour}": 1, "{minute} vor {hour}": -1, "{minute} minuten nach {hour}": 1,
        "{minute} minuten vor {hour}": -1, "{minute} vor halb {hour}": (-30, -1),
        "{minute} nach halb {hour}": (-30, 1), "{minute} minuten vor halb {hour}": (-30, -1),
        "halb {hour} uhr": -30,
    },
    faint_clocks={"{hour}": 0, "{dotted}": 0},
    hour_leads={
        "um": True, "gegen": True, "ab": True, "so um": True, "um circa": True, "um etwa": True,
        "um punkt": True, "punkt": True, "bis": False, "so gegen": True,
    },
    hour_contexts=frozenset({"wecker", "weck", "wecke"}),
    offsets={
        "in {length}": 1, "in etwa {length}": 1, "in circa {length}": 1, "in rund {length}": 1,
        "in ca . {length}": 1, "nach {length}": 1, "{length} ab jetzt": 1, "{length} später": 1,
        "heute in {length}": 1, "vor {length}": -1,
    },
    anchors={"{length} vor": -1, "{length} nach": 1, "{length} bevor": -1},
    leads=frozenset({
        "um", "am", "an", "im", "in", "bis", "ab", "gegen", "für", "zu", "zum", "von", "vom", "bis zum",
        "nach", "kommenden", "den", "der", "bis um", "ab dem", "bis am", "auf", "an diesem",
    }),
    glue=frozenset({
        "um", "am", "an", "im", "gegen", "ab", "bis", "der", "den", "dem", "des", "von", "vom", ",", "-", "–",
        "so", "circa", "ca", "etwa", "(", "dann", "zu", "in der", "für",
    }),
    blocks=frozenset({"seit", "vor", "bevor"}),
    denials=frozenset({"nicht", "nicht am", "nicht um", "außer", "nie"}),
    not_moments=(
        "jeden {weekday}", "jeden {unit}", "jede {unit}", "jedes {unit}", "jeden {part}", "jede {part}",
        "alle {number} {unit}", "alle {unit}", "montags", "dienstags", "mittwochs", "donnerstags", "freitags",
        "samstags", "sonntags", "täglich", "wöchentlich", "monatlich", "jährlich", "stündlich", "werktags",
        "wochentags", "von {hour} bis {hour}", "zwischen {hour} und {hour}", "von {clock} bis {clock}",
        "von {hour} uhr bis {hour}", "jeden zweiten {unit}",
    ),
    alternatives=frozenset({"oder", "bis", "-", "–", "und", "oder um"}),
    continuations=frozenset({
        "und", "für", "mit", "bitte", "zu", "zum", "zur", "an", "am", "im", "in", "dass", "weil", "wenn",
        "ob", "oder", "ist", "wäre", "passt", "geht", "ich", "du", "wir", "sie", "er", "es", "mich", "mir",
        "uns", "den", "die", "das", "der", "auf", "aus", "bei", "nach", "vor", "anrufen", "wecken",
        "erinnern", "erinnere", "auch", "noch", "dann", "danke", "los", "beim", "vom", "kann", "soll", "muss",
        "einen", "eine", "ein", "statt",
    }),
    counted=frozenset({
        "personen", "leute", "euro", "prozent", "grad", "mal", "stück", "kilo", "kg", "km", "meter", "liter",
        "%", "€", "$", "°", "plätze", "karten", "tickets", "gäste", "kinder", "erwachsene", "cent", "seiten",
        "minuten", "stunden", "tage", "wochen", "monate", "jahre", "sekunden", "tagen", "jahren", "monaten",
        "katzen", "hunde", "zimmer", "x", "+", "=",
    }),
    idioms=frozenset({
        "nicht abbrechen", "nicht stoppen", "nicht aufhören", "nicht beenden", "nicht stornieren",
        "guten morgen", "guten abend", "guten tag", "gute nacht", "jahrhundert", "jahrtausend", "jahrzehnt",
        "24/7", "in acht", "gib acht", "acht geben", "zum ersten mal", "letztes mal", "das letzte mal",
        "eine sekunde", "einen moment", "mai tai", "noch einen", "noch ein", "noch eine", "einer von",
        "eine von", "eines tages", "schönen abend", "schönen tag", "vor allem", "am ersten mal", "erst recht",
        "vor kurzem", "nach hause",
    }),
    fillers=frozenset({
        "bitte", "danke", "ok", "okay", "ja", "gut", "ähm", "äh", "also", "sagen", "wir", "so", "etwa",
        "ungefähr", "um", "am", "gegen", "circa", "ca", "dann", "vielleicht", "gern", "gerne", "uhr", "passt",
        "der", "den", "für", "ist", "mir", "würde", "ich", "mal", "einfach", "das",
    }),
    misspellings={
        "moregn": "morgen", "mogen": "morgen", "morgn": "morgen", "uebermogen": "übermorgen",
        "mitwoch": "mittwoch", "mittwoche": "mittwoch", "donerstag": "donnerstag", "donnerstg": "donnerstag",
        "dinstag": "dienstag", "freitga": "freitag", "samsatg": "samstag", "sontag": "sonntag",
        "febuar": "februar", "minutn": "minuten", "haute": "heute", "heuet": "heute", "nechsten": "nächsten",
        "naechste": "nächste",
    },
    yes=frozenset({
        "ja", "jo", "jup", "jawohl", "jep", "jap", "ja klar", "klar", "na klar", "sicher", "natürlich",
        "selbstverständlich", "ok", "okay", "gut", "gerne", "gern", "sehr gerne", "richtig", "stimmt",
        "das stimmt", "genau", "korrekt", "einverstanden", "passt", "passt so", "perfekt", "super", "prima",
        "in ordnung", "geht klar", "mach das", "mach es", "mach mal", "bestätigt", "bestätige",
        "auf jeden fall", "unbedingt", "absolut", "warum nicht", "weiter", "los", "nur zu", "ich denke schon",
        "ich glaube schon", "so ist es", "wahr", "j", "definitiv", "alles klar", "meinetwegen", "toll",
        "bitte ja", "👍", "✅", "👌", "✔", "💯",
    }),
    no=frozenset({
        "nein", "nee", "ne", "nö", "nein danke", "auf keinen fall", "keinesfalls", "niemals", "nicht",
        "nicht jetzt", "jetzt nicht", "heute nicht", "lieber nicht", "eher nicht", "ich glaube nicht",
        "ich denke nicht", "falsch", "das ist falsch", "stimmt nicht", "nicht richtig", "nicht korrekt",
        "das stimmt nicht", "bitte nicht", "gar nicht", "überhaupt nicht", "natürlich nicht", "sicher nicht",
        "bestimmt nicht", "will ich nicht", "ich will nicht", "ich möchte nicht", "nein nein", "negativ", "n",
        "👎", "❌",
    }),
    cancel=frozenset({
        "abbrechen", "abbruch", "brich ab", "stopp", "stop", "halt", "aufhören", "hör auf", "vergiss es",
        "vergiss das", "lass es", "lass das", "lass gut sein", "egal", "schon gut", "doch nicht", "storniere",
        "stornieren", "beenden", "ende", "schluss", "ich habe es mir anders überlegt", "hat sich erledigt",
        "nicht mehr", "🛑",
    }),
    maybe=frozenset({
        "vielleicht", "eventuell", "möglicherweise", "weiß nicht", "ich weiß nicht", "ich weiß es nicht",
        "weiß ich nicht", "keine ahnung", "kommt darauf an", "kommt drauf an", "mal sehen", "mal schauen",
        "bin nicht sicher", "ich bin nicht sicher", "nicht sicher", "unsicher", "kann sein", "wahrscheinlich",
        "schwer zu sagen", "ich bin mir nicht sicher", "bin mir nicht sicher", "🤷",
    }),
    politeness=frozenset({
        "bitte", "danke", "danke schön", "vielen dank", "dankeschön", "ähm", "äh", "ach", "oh", "na", "also",
        "so", "das", "ist", "es", "sehr", "ganz", "wirklich", "doch", "mal", "dann", "für mich", "alles",
        "ich", "sage", "und", "sagen", "würde", "herr", "frau", "schön", "bitte schön",
    }),
    requests=frozenset({
        "ich", "möchte", "will", "hätte", "nehme", "nehmen", "gib", "mir", "den", "die", "das", "der", "eine",
        "einen", "ein", "bitte", "gerne", "lieber", "wähle", "option", "nummer", "wahl", "mit", "wir", "von",
        "liste", "mal", "es", "soll", "sein", "ist", "dem", "für", "würde",
    }),
    negators=frozenset({"nicht", "kein", "keine", "keinen", "ohne", "außer", "weder", "noch", "statt"}),
    questions=frozenset({"ist das", "ist es", "bist du", "sind", "stimmt das", "was"}),
)

"""French: 24-hour clock, day first."""

from volition.values.words.language import AFTERNOON, DAWN, EVENING, MIDDAY, MORNING, NIGHT, TONIGHT, Language

# A table is read in rows.
# fmt: off

_ORDINAL_STEMS = {
    "deuxi": 2, "troisi": 3, "quatri": 4, "cinqui": 5, "sixi": 6, "septi": 7, "huiti": 8, "neuvi": 9,
    "dixi": 10, "onzi": 11, "douzi": 12, "treizi": 13, "quatorzi": 14, "quinzi": 15, "seizi": 16,
    "vingti": 20,
}

FRENCH = Language(
    code="fr",
    cardinals={
        "zéro": 0, "un": 1, "une": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "six": 6, "sept": 7,
        "huit": 8, "neuf": 9, "dix": 10, "onze": 11, "douze": 12, "treize": 13, "quatorze": 14, "quinze": 15,
        "seize": 16, "vingt": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60,
        "septante": 70, "huitante": 80, "octante": 80, "nonante": 90, "quatre vingt": 80, "quatre vingts": 80,
        "une paire": 2,
    },
    multipliers={
        "cent": 100, "cents": 100, "mille": 1000, "million": 10**6, "millions": 10**6, "milliard": 10**9,
        "milliards": 10**9, "douzaine": 12, "millier": 1000, "milliers": 1000,
    },
    articles=frozenset({"un", "une"}),
    weak_numbers=frozenset({"un", "une", "neuf", "mille"}),
    counters=frozenset({"personnes", "places", "billets", "fois", "adultes", "enfants", "euros"}),
    number_joints=frozenset({"et"}),
    tens_from=10,
    tens_before_teens=(60, 80),
    points=frozenset({"virgule"}),
    minus=frozenset({"moins"}),
    percent=frozenset({"pour cent", "pourcent", "pourcents"}),
    fractions={
        "demi": 0.5, "demie": 0.5, "une demi": 0.5, "un demi": 0.5, "la moitié": 0.5, "un quart": 0.25,
        "trois quarts": 0.75, "un tiers": 1 / 3, "une demi douzaine": 6, "demi douzaine": 6,
    },
    halves={"et demi": 0.5, "et demie": 0.5, "et quart": 0.25, "et un quart": 0.25, "trois quarts": 0.75},
    ordinals={
        "premier": 1, "première": 1, "second": 2, "seconde": 2,
        **{stem + "ème": number for stem, number in _ORDINAL_STEMS.items()}, "dernier": -1, "dernière": -1,
        "avant dernier": -2, "avant dernière": -2,
    },
    ordinal_marks=frozenset({"er", "re", "e", "eme", "ere", "nd", "nde", "ieme"}),
    ordinal_templates=("numéro {number}", "option {number}", "n ° {number}", "no {number}", "# {number}"),
    units={
        "seconde": "second", "secondes": "second", "sec": "second", "minute": "minute", "minutes": "minute",
        "min": "minute", "heure": "hour", "heures": "hour", "jour": "day", "jours": "day", "journée": "day",
        "semaine": "week", "semaines": "week", "mois": "month", "an": "year", "ans": "year", "année": "year",
        "années": "year",
    },
    short_units={"s": "second", "mn": "minute", "m": "minute", "h": "hour", "j": "day"},
    lengths={
        "quinzaine": (2, "week"), "huitaine": (1, "week"), "quart d'heure": (0.25, "hour"),
        "quarts d'heure": (0.25, "hour"),
    },
    length_joints=frozenset({"et"}),
    of=frozenset({"de", "d"}),
    days={
        "aujourd'hui": 0, "demain": 1, "après-demain": 2, "après demain": 2, "hier": -1, "avant-hier": -2,
        "avant hier": -2, "le lendemain": 1, "ojd": 0, "auj": 0, "ce jour": 0,
    },
    day_parts={
        "ce soir": (0, TONIGHT), "cette nuit": (0, NIGHT), "ce matin": (0, MORNING),
        "cet après-midi": (0, AFTERNOON), "cette après-midi": (0, AFTERNOON), "ce midi": (0, MIDDAY),
        "cet aprem": (0, AFTERNOON), "hier soir": (-1, EVENING), "la nuit dernière": (-1, NIGHT),
        "cette soirée": (0, TONIGHT),
    },
    parts={
        "matin": MORNING, "du matin": MORNING, "le matin": MORNING, "au matin": MORNING, "matinée": MORNING,
        "dans la matinée": MORNING, "après-midi": AFTERNOON, "de l'après-midi": AFTERNOON,
        "l'après-midi": AFTERNOON, "dans l'après-midi": AFTERNOON, "aprem": AFTERNOON, "soir": EVENING,
        "du soir": EVENING, "le soir": EVENING, "au soir": EVENING, "soirée": EVENING,
        "dans la soirée": EVENING, "nuit": NIGHT, "la nuit": NIGHT, "de la nuit": NIGHT, "à l'aube": DAWN,
        "l'heure du déjeuner": MIDDAY,
    },
    named_hours={"midi": 12, "minuit": 24},
    weekdays={
        "lundi": 0, "mardi": 1, "mercredi": 2, "jeudi": 3, "vendredi": 4, "samedi": 5, "dimanche": 6,
        "lun": 0, "mar": 1, "mer": 2, "jeu": 3, "ven": 4, "sam": 5, "dim": 6,
    },
    months={
        "janvier": 1, "février": 2, "mars": 3, "avril": 4, "mai": 5, "juin": 6, "juillet": 7, "août": 8,
        "septembre": 9, "octobre": 10, "novembre": 11, "décembre": 12, "janv": 1, "févr": 2, "fév": 2,
        "avr": 4, "juil": 7, "sept": 9, "oct": 10, "nov": 11, "déc": 12,
    },
    faint=frozenset({"lun", "mar", "mer", "jeu", "ven", "sam", "dim", "auj"}),
    weekday_templates={
        "{weekday}": "coming", "ce {weekday}": "this", "{weekday} prochain": "next",
        "{weekday} qui vient": "coming", "prochain {weekday}": "next", "le prochain {weekday}": "coming",
        "{weekday} dernier": "last", "{weekday} passé": "last", "{weekday} en huit": "after",
    },
    weeks={
        "cette semaine": 0, "la semaine prochaine": 1, "semaine prochaine": 1, "de la semaine prochaine": 1,
        "la semaine dernière": -1, "semaine dernière": -1, "de cette semaine": 0, "la semaine suivante": 1,
    },
    months_away={
        "ce mois": 0, "de ce mois": 0, "ce mois-ci": 0, "le mois prochain": 1, "mois prochain": 1,
        "du mois prochain": 1, "le mois dernier": -1,
    },
    years_away={"cette année": 0, "l'année prochaine": 1, "l'an prochain": 1, "l'année dernière": -1},
    dates=(
        "[le] {day} {month} [{year}]", "[le] {nth} {month} [{year}]", "{weekday} {day}", "{weekday} le {day}",
        "{weekday} [le] {day} {month} [{year}]", "{weekday} [le] {nth} {month} [{year}]",
    ),
    faint_dates=("le {day}", "le {nth}"),
    holidays={
        "noël": (12, 25), "veille de noël": (12, 24), "nouvel an": (1, 1), "jour de l'an": (1, 1),
        "saint sylvestre": (12, 31), "saint valentin": (2, 14), "fête nationale": (7, 14),
        "toussaint": (11, 1),
    },
    now=frozenset({"maintenant", "tout de suite", "immédiatement"}),
    clocks={
        "{clock}": 0, "{hour} h": 0, "{hour} h {minute}": 1, "{hour} heures": 0, "{hour} heure": 0,
        "{hour} heures {minute}": 1, "{hour} heure {minute}": 1, "{hour} heures et demie": 30,
        "{hour} heure et demie": 30, "{hour} heures et quart": 15, "{hour} heure et quart": 15,
        "{hour} heures moins le quart": -15, "{hour} heure moins le quart": -15,
        "{hour} heures moins {minute}": -1, "{hour} heure moins {minute}": -1, "{hour} h et demie": 30,
        "{hour} h moins le quart": -15, "{hour} h et quart": 15, "{hour} et demi": 30, "{hour} et demie": 30,
        "{hour} et quart": 15, "{hour} moins le quart": -15, "{hour} moins {minute}": -1,
        "{hour} heures pile": 0, "{hour} heures trois quarts": 45,
    },
    faint_clocks={"{hour}": 0},
    hour_leads={
        "après": False, "à": False, "vers": False, "dès": False, "pour": False, "avant": False,
        "vers les": False,
    },
    hour_contexts=frozenset({"réveil", "réveille", "alarme"}),
    offsets={
        "dans {length}": 1, "d'ici {length}": 1, "dans environ {length}": 1, "{length} plus tard": 1,
        "il y a {length}": -1, "y a {length}": -1, "dans exactement {length}": 1,
    },
    anchors={"{length} avant": -1, "{length} après": 1},
    leads=frozenset({
        "à", "le", "la", "pour", "pour le", "vers", "d'ici", "jusqu'à", "dès", "de", "du", "au", "en", "dans",
        "à partir de", "avant le", "jusqu'au", "les",
    }),
    glue=frozenset({
        "à", "le", "la", "de", "du", "au", "en", "dans", ",", "-", "–", "vers", "pour", "dès", "environ",
        "les", "(", "d", "des", "aux alentours de",
    }),
    blocks=frozenset({"depuis", "avant"}),
    denials=frozenset({"pas", "sauf", "jamais"}),
    not_moments=(
        "chaque {weekday}", "chaque {unit}", "chaque {part}", "tous les {weekday}",
        "tous les {number} {unit}", "tous les {unit}", "toutes les {number} {unit}", "toutes les {unit}",
        "tous les lundis", "tous les mardis", "tous les mercredis", "tous les jeudis", "tous les vendredis",
        "tous les samedis", "tous les dimanches", "tous les {part}", "tous les soirs", "tous les matins",
        "quotidiennement", "hebdomadaire", "le lundi et", "entre {hour} heures et {hour}",
        "de {hour} à {hour}", "de {hour} h à {hour}", "entre {hour} h et {hour}", "un jour sur deux",
        "de {hour} heures à {hour}", "entre {hour} et {hour}",
    ),
    alternatives=frozenset({"ou", "à", "-", "–", "et", "ou à", "ou bien"}),
    continuations=frozenset({
        "de", "et", "pour", "avec", "s'il te plaît", "s", "à", "au", "que", "parce", "si", "ou", "est",
        "mais", "dans", "du", "le", "la", "les", "un", "une", "je", "tu", "il", "nous", "vous", "en", "sur",
        "chez", "merci", "svp", "stp", "puis", "aussi", "me", "te", "sera", "convient", "pile", "environ",
        "d",
    }),
    counted=frozenset({
        "personnes", "euros", "euro", "degrés", "degré", "%", "€", "$", "°", "fois", "km", "kg", "mètres",
        "places", "billets", "litres", "grammes", "ans", "jours", "minutes", "secondes", "mois", "semaines",
        "enfants", "adultes", "chats", "chiens", "pages", "rue", "avenue", "x", "+", "=",
    }),
    plural_ending="s",
    idioms=frozenset({
        "bon matin", "bonne nuit", "bon soir", "bonne soirée", "bonne journée", "bon après-midi", "24/7",
        "un jour", "une seconde", "première fois", "dernière fois", "la première fois", "la dernière fois",
        "tout neuf", "neuf et", "à la une", "l'un", "l'une", "un autre", "une autre", "un peu", "du coup",
        "quelle heure", "à quelle heure", "un de", "une de", "chacun", "l'un ou l'autre", "le même jour",
        "un moment", "tout à l'heure",
    }),
    fillers=frozenset({
        "s'il te plaît", "s'il vous plaît", "svp", "stp", "merci", "ok", "oui", "bon", "alors", "euh",
        "disons", "vers", "environ", "à", "le", "la", "pour", "plutôt", "d'accord", "ça", "va", "je",
        "dirais", "voilà", "donc", "de", "c'est",
    }),
    misspellings={
        "demian": "demain", "deamin": "demain", "dmain": "demain", "2main": "demain", "aujourdhui": "auj",
        "aujourdui": "auj", "lundy": "lundi", "mecredi": "mercredi", "mercredit": "mercredi",
        "vendrdi": "vendredi", "vendredis": "vendredi", "samdi": "samedi", "dimache": "dimanche",
        "dimance": "dimanche", "minui": "minuit", "apres": "après", "fevrier": "février", "heur": "heure",
        "heurs": "heures", "prochin": "prochain",
    },
    yes=frozenset({
        "oui", "ouais", "ouaip", "si", "ok", "okay", "d'accord", "d'acc", "bien sûr", "certainement",
        "certes", "absolument", "exactement", "exact", "tout à fait", "correct", "c'est correct", "c'est ça",
        "c'est exact", "c'est bon", "c'est bien", "parfait", "très bien", "super", "génial", "vas-y",
        "allez-y", "allons-y", "volontiers", "avec plaisir", "je confirme", "confirmé", "confirmer",
        "ça marche", "ça me va", "ça va", "pourquoi pas", "entendu", "bien", "vrai", "c'est vrai", "continue",
        "continuez", "je pense que oui", "je crois que oui", "affirmatif", "évidemment", "faites", "fais-le",
        "juste", "o", "👍", "✅", "👌", "✔", "💯",
    }),
    no=frozenset({
        "non", "nan", "nope", "non merci", "pas du tout", "absolument pas", "certainement pas",
        "bien sûr que non", "pas maintenant", "pas aujourd'hui", "pas question", "jamais", "faux",
        "c'est faux", "incorrect", "pas correct", "ce n'est pas correct", "ce n'est pas ça", "c'est pas ça",
        "pas vraiment", "je ne pense pas", "je ne crois pas", "je pense que non", "je crois que non",
        "négatif", "surtout pas", "pas encore", "je ne veux pas", "non non", "n", "👎", "❌",
    }),
    cancel=frozenset({
        "annule", "annuler", "annulez", "annule tout", "annule ça", "arrête", "arrêter", "arrêtez", "stop",
        "laisse tomber", "laissez tomber", "oublie", "oublie ça", "oubliez", "peu importe", "tant pis",
        "quitter", "quitte", "abandonne", "abandonner", "j'ai changé d'avis", "laisse", "plus besoin", "🛑",
    }),
    maybe=frozenset({
        "peut-être", "peut être", "je ne sais pas", "je sais pas", "sais pas", "chais pas", "aucune idée",
        "pas sûr", "pas sûre", "je ne suis pas sûr", "je ne suis pas sûre", "je suis pas sûr", "ça dépend",
        "possible", "c'est possible", "probablement", "sans doute", "on verra", "éventuellement",
        "difficile à dire", "je n'en sais rien", "🤷",
    }),
    politeness=frozenset({
        "s'il te plaît", "s'il vous plaît", "svp", "stp", "merci", "merci beaucoup", "merci bien", "monsieur",
        "madame", "euh", "ah", "oh", "eh bien", "ben", "alors", "donc", "c'est", "c", "est", "très",
        "vraiment", "pour moi", "tout", "je", "dis", "dirais", "que", "et", "ça", "cela", "bon", "hein",
    }),
    requests=frozenset({
        "je", "voudrais", "veux", "prends", "prendrai", "préfère", "choisis", "donne", "moi", "le", "la",
        "les", "un", "une", "celui", "celle", "de", "du", "s'il", "te", "plaît", "vous", "option", "choix",
        "numéro", "avec", "pour", "l", "liste", "s", "il", "d", "des", "ce", "sera", "mets", "plutôt",
        "aimerais",
    }),
    negators=frozenset({"pas", "non", "sans", "sauf", "ni", "excepté"}),
    questions=frozenset({"est", "est-ce que", "es-tu"}),
)

"""Italian: 24-hour clock, day first."""

from volition.values.words.language import AFTERNOON, DAWN, EVENING, MIDDAY, MORNING, NIGHT, TONIGHT, Language

# A table is read in rows.
# fmt: off

_ORDINALS = (
    "prim second terz quart quint sest settim ottav non decim undicesim dodicesim tredicesim "
    "quattordicesim quindicesim sedicesim diciassettesim diciottesim diciannovesim ventesim"
)

ITALIAN = Language(
    code="it",
    compounds=True,
    cardinals={
        "zero": 0, "uno": 1, "un": 1, "una": 1, "due": 2, "tre": 3, "quattro": 4, "cinque": 5, "sei": 6,
        "sette": 7, "otto": 8, "nove": 9, "dieci": 10, "undici": 11, "dodici": 12, "tredici": 13,
        "quattordici": 14, "quindici": 15, "sedici": 16, "diciassette": 17, "diciotto": 18, "diciannove": 19,
        "venti": 20, "vent": 20, "trenta": 30, "trent": 30, "quaranta": 40, "quarant": 40, "cinquanta": 50,
        "cinquant": 50, "sessanta": 60, "sessant": 60, "settanta": 70, "settant": 70, "ottanta": 80,
        "ottant": 80, "novanta": 90, "novant": 90, "un paio": 2, "paio": 2, "una coppia": 2,
    },
    multipliers={
        "cento": 100, "cent": 100, "mille": 1000, "mila": 1000, "milione": 10**6, "milioni": 10**6,
        "miliardo": 10**9, "miliardi": 10**9, "dozzina": 12, "centinaio": 100, "migliaio": 1000,
    },
    articles=frozenset({"un", "una", "uno"}),
    weak_numbers=frozenset({"un", "una", "uno", "sei", "paio", "mille", "vent", "cent"}),
    counters=frozenset({"persone", "posti", "volte", "biglietti", "pezzi", "ospiti", "adulti", "bambini"}),
    number_joints=frozenset({"e"}),
    points=frozenset({"virgola", "punto"}),
    minus=frozenset({"meno"}),
    percent=frozenset({"per cento", "percento"}),
    fractions={
        "mezzo": 0.5, "mezza": 0.5, "mezz": 0.5, "un quarto": 0.25, "tre quarti": 0.75, "un terzo": 1 / 3,
        "mezza dozzina": 6,
    },
    halves={"e mezzo": 0.5, "e mezza": 0.5, "e un quarto": 0.25, "e tre quarti": 0.75, "e mezz": 0.5},
    ordinals={
        **{stem + ending: number for number, stem in enumerate(_ORDINALS.split(), 1) for ending in "oa"},
        "ultimo": -1, "ultima": -1, "penultimo": -2, "penultima": -2, "terzultimo": -3, "terzultima": -3,
    },
    ordinal_marks=frozenset({"o", "a", "°"}),
    ordinal_templates=("numero {number}", "opzione {number}", "n ° {number}", "# {number}", "n . {number}"),
    units={
        "secondo": "second", "secondi": "second", "sec": "second", "minuto": "minute", "minuti": "minute",
        "min": "minute", "ora": "hour", "ore": "hour", "oretta": "hour", "giorno": "day", "giorni": "day",
        "settimana": "week", "settimane": "week", "mese": "month", "mesi": "month", "anno": "year",
        "anni": "year",
    },
    short_units={"s": "second", "m": "minute", "h": "hour", "g": "day", "gg": "day"},
    lengths={
        "mezz'ora": (0.5, "hour"), "mezzora": (0.5, "hour"), "mezza giornata": (0.5, "day"),
        "quarto d'ora": (0.25, "hour"), "quarti d'ora": (0.25, "hour"),
    },
    length_joints=frozenset({"e"}),
    of=frozenset({"di", "d", "dell"}),
    days={
        "oggi": 0, "domani": 1, "dopodomani": 2, "dopo domani": 2, "ieri": -1, "l'altro ieri": -2,
        "altro ieri": -2, "altroieri": -2, "avantieri": -2, "più tardi oggi": 0, "l'altroieri": -2,
    },
    day_parts={
        "stasera": (0, TONIGHT), "questa sera": (0, TONIGHT), "stanotte": (0, NIGHT),
        "questa notte": (0, NIGHT), "stamattina": (0, MORNING), "stamani": (0, MORNING),
        "questa mattina": (0, MORNING), "questo pomeriggio": (0, AFTERNOON),
        "oggi pomeriggio": (0, AFTERNOON), "ieri sera": (-1, EVENING), "ieri notte": (-1, NIGHT),
        "domattina": (1, MORNING), "domani mattina": (1, MORNING), "domani sera": (1, EVENING),
        "sta sera": (0, TONIGHT),
    },
    parts={
        "mattina": MORNING, "mattino": MORNING, "di mattina": MORNING, "del mattino": MORNING,
        "della mattina": MORNING, "la mattina": MORNING, "al mattino": MORNING, "in mattinata": MORNING,
        "pomeriggio": AFTERNOON, "di pomeriggio": AFTERNOON, "del pomeriggio": AFTERNOON,
        "nel pomeriggio": AFTERNOON, "il pomeriggio": AFTERNOON, "sera": EVENING, "di sera": EVENING,
        "della sera": EVENING, "la sera": EVENING, "in serata": EVENING, "serata": EVENING, "notte": NIGHT,
        "di notte": NIGHT, "della notte": NIGHT, "la notte": NIGHT, "all'alba": DAWN, "ora di pranzo": MIDDAY,
        "a pranzo": MIDDAY, "all'ora di pranzo": MIDDAY,
    },
    named_hours={"mezzogiorno": 12, "mezzodì": 12, "mezzanotte": 24},
    weekdays={
        "lunedì": 0, "martedì": 1, "mercoledì": 2, "giovedì": 3, "venerdì": 4, "sabato": 5, "domenica": 6,
        "lun": 0, "mar": 1, "mer": 2, "gio": 3, "ven": 4, "sab": 5, "dom": 6,
    },
    months={
        "gennaio": 1, "febbraio": 2, "marzo": 3, "aprile": 4, "maggio": 5, "giugno": 6, "luglio": 7,
        "agosto": 8, "settembre": 9, "ottobre": 10, "novembre": 11, "dicembre": 12, "gen": 1, "feb": 2,
        "apr": 4, "mag": 5, "giu": 6, "lug": 7, "ago": 8, "set": 9, "sett": 9, "ott": 10, "nov": 11,
        "dic": 12,
    },
    faint=frozenset({"lun", "mar", "mer", "gio", "ven", "sab", "dom"}),
    weekday_templates={
        "{weekday}": "coming", "questo {weekday}": "this", "questa {weekday}": "this",
        "prossimo {weekday}": "next", "prossima {weekday}": "next", "{weekday} prossimo": "next",
        "{weekday} prossima": "next", "{weekday} scorso": "last", "{weekday} scorsa": "last",
        "scorso {weekday}": "last", "scorsa {weekday}": "last", "{weekday} che viene": "coming",
        "{weekday} a otto": "after",
    },
    weeks={
        "questa settimana": 0, "settimana prossima": 1, "prossima settimana": 1, "la settimana prossima": 1,
        "la prossima settimana": 1, "della prossima settimana": 1, "della settimana prossima": 1,
        "settimana scorsa": -1, "scorsa settimana": -1, "la settimana scorsa": -1, "la scorsa settimana": -1,
    },
    months_away={
        "questo mese": 0, "di questo mese": 0, "mese prossimo": 1, "prossimo mese": 1, "del mese prossimo": 1,
        "del prossimo mese": 1, "il mese prossimo": 1, "mese scorso": -1, "del mese scorso": -1,
    },
    years_away={
        "quest'anno": 0, "l'anno prossimo": 1, "anno prossimo": 1, "prossimo anno": 1,
        "dell'anno prossimo": 1, "anno scorso": -1, "l'anno scorso": -1,
    },
    dates=(
        "[il] {day} [di] {month} [del] [{year}]", "[il] {nth} [di] {month} [del] [{year}]", "{weekday} {day}",
        "{weekday} [il] {day} [di] {month} [del] [{year}]", "[l] {day} [di] {month} [del] [{year}]",
        "[il] giorno {day}",
    ),
    faint_dates=("il {day}", "il {nth}", "l {day}"),
    holidays={
        "natale": (12, 25), "vigilia di natale": (12, 24), "santo stefano": (12, 26), "capodanno": (1, 1),
        "san silvestro": (12, 31), "epifania": (1, 6), "befana": (1, 6), "ferragosto": (8, 15),
        "san valentino": (2, 14), "ultimo dell'anno": (12, 31),
    },
    now=frozenset({"adesso", "subito", "proprio ora", "in questo momento"}),
    clocks={
        "{clock}": 0, "{hour} in punto": 0, "{hour} e mezza": 30, "{hour} e mezzo": 30,
        "{hour} e un quarto": 15, "{hour} e tre quarti": 45, "{hour} meno un quarto": -15,
        "{hour} meno {minute}": -1, "un quarto alle {hour}": -15, "un quarto all {hour}": -15,
        "{minute} minuti alle {hour}": -1, "{spelled_minute} alle {hour}": -1,
    },
    faint_clocks={"{hour}": 0, "{dotted}": 0, "{hour} {minute}": 1, "{hour} e {minute}": 1},
    hour_leads={
        "alle": True, "all": True, "alle ore": True, "ore": True, "verso le": True, "verso l": True,
        "intorno alle": True, "entro le": True, "dalle": True, "fino alle": True, "per le": True,
        "dopo le": True, "le": False, "l": False,
    },
    hour_contexts=frozenset({"sveglia", "svegliami", "allarme"}),
    offsets={
        "tra {length}": 1, "fra {length}": 1, "in {length}": 1, "dopo {length}": 1, "{length} da adesso": 1,
        "{length} da ora": 1, "{length} da oggi": 1, "{length} fa": -1, "fra circa {length}": 1,
        "tra circa {length}": 1,
    },
    anchors={
        "{length} prima di": -1, "{length} prima": -1, "{length} prima delle": -1, "{length} dopo": 1,
        "{length} dopo le": 1, "{length} prima del": -1, "{length} dopo il": 1,
    },
    leads=frozenset({
        "alle", "all", "il", "la", "le", "per", "per il", "a", "di", "entro", "entro il", "da", "dal",
        "dalle", "fino a", "verso", "verso le", "nel", "nella", "su", "fino al", "per le", "l", "entro le",
        "al", "a partire da",
    }),
    glue=frozenset({
        "alle", "all", "il", "la", "le", "per", "a", "di", "del", "della", "dell", "nel", "in", ",", "-", "–",
        "verso", "verso le", "l", "dal", "dalle", "circa", "ore", "al", "intorno", "(",
    }),
    blocks=frozenset({"prima di", "prima delle", "prima del", "prima dell"}),
    denials=frozenset({"non", "tranne", "eccetto", "mai"}),
    not_moments=(
        "ogni {weekday}", "ogni {unit}", "ogni {part}", "ogni {number} {unit}", "tutti i {weekday}",
        "tutte le {weekday}", "tutti i giorni", "tutte le {unit}", "tutte le {part}", "ogni {clock}",
        "quotidianamente", "settimanalmente", "dalle {hour} alle {hour}", "tra le {hour} e le {hour}",
        "fra le {hour} e le {hour}", "dalle {clock} alle {clock}", "di {weekday}", "tutte le mattine",
        "tutte le sere", "un giorno sì e uno no",
    ),
    alternatives=frozenset({"o", "oppure", "-", "–", "o alle", "a", "alle", "e le", "o le"}),
    continuations=frozenset({
        "di", "e", "per", "con", "a", "al", "alla", "che", "perché", "se", "così", "grazie", "per favore",
        "o", "in", "del", "della", "va", "è", "ma", "poi", "il", "la", "lo", "i", "gli", "le", "da", "dal",
        "circa", "mi", "ti", "ci", "vi", "favore", "puoi", "devo", "vorrei", "dalla", "nel", "nella", "anche",
        "non",
    }),
    counted=frozenset({
        "persone", "persona", "euro", "gradi", "grado", "%", "€", "$", "°", "volte", "volta", "km", "kg",
        "metri", "posti", "biglietti", "pezzi", "litri", "grammi", "anni", "giorni", "minuti", "secondi",
        "mesi", "settimane", "pizze", "bambini", "adulti", "ospiti", "amici", "piano", "capitoli", "pagine",
        "gatti", "cani", "x", "+", "=",
    }),
    idioms=frozenset({
        "buona sera", "buona notte", "buona giornata", "buon giorno", "buon pomeriggio", "per ora",
        "d'ora in poi", "a volte", "secondo me", "secondo te", "in primo luogo", "prima volta",
        "ultima volta", "24/7", "un attimo", "ora che", "la prima volta", "uno di", "una di", "nessuno",
        "qualcuno", "tra l'altro", "fra l'altro", "a che ora", "che ora", "che ore", "sei un", "sei una",
        "l'un l'altro", "un secondo", "in ultimo",
    }),
    fillers=frozenset({
        "per favore", "grazie", "ok", "va", "bene", "sì", "si", "circa", "alle", "il", "le", "per",
        "facciamo", "direi", "allora", "ehm", "verso", "magari", "dai", "a", "l", "all", "ore", "diciamo",
        "vorrei", "e", "di", "va bene",
    }),
    misspellings={
        "domni": "domani", "domain": "domani", "dmani": "domani", "doamni": "domani",
        "doppodomani": "dopodomani", "lunedi'": "lunedì", "mercoldi": "mercoledì", "mercoleidi": "mercoledì",
        "giovedi'": "giovedì", "venerdi'": "venerdì", "venrdi": "venerdì", "oggì": "oggi",
        "stasea": "stasera", "staserra": "stasera", "mezogiorno": "mezzogiorno", "mezanotte": "mezzanotte",
        "pomerigio": "pomeriggio", "matina": "mattina", "minutti": "minuti", "febraio": "febbraio",
        "genaio": "gennaio",
    },
    yes=frozenset({
        "sì", "si", "sisì", "certo", "certamente", "ok", "okay", "va bene", "vabbè", "d'accordo", "esatto",
        "esattamente", "giusto", "corretto", "perfetto", "confermo", "confermato", "conferma",
        "assolutamente", "assolutamente sì", "certo che sì", "ottimo", "bene", "benissimo", "procedi",
        "procedere", "continua", "fallo", "vai", "vai pure", "fai pure", "perché no", "volentieri",
        "affermativo", "vero", "è vero", "è giusto", "è corretto", "va benissimo", "mi va bene",
        "direi di sì", "penso di sì", "credo di sì", "sicuro", "ci sta", "come no", "daje", "dai", "sì sì",
        "s", "👍", "✅", "👌", "✔", "💯",
    }),
    no=frozenset({
        "no", "nono", "no no", "assolutamente no", "per niente", "niente affatto", "no grazie",
        "certo che no", "direi di no", "penso di no", "credo di no", "non ora", "non adesso", "non oggi",
        "sbagliato", "non è giusto", "non è corretto", "errato", "falso", "non è vero", "non va bene",
        "non mi va", "non voglio", "negativo", "non farlo", "macché", "giammai", "n", "👎", "❌",
    }),
    cancel=frozenset({
        "annulla", "annullare", "annulla tutto", "annullalo", "ferma", "fermati", "fermo", "stop", "basta",
        "lascia stare", "lascia perdere", "lascia stare tutto", "esci", "interrompi", "cancella",
        "cancella tutto", "non importa", "niente", "fa niente", "come non detto", "ho cambiato idea",
        "dimentica", "dimenticalo", "abbandona", "smettila", "🛑",
    }),
    maybe=frozenset({
        "forse", "magari", "non so", "non lo so", "boh", "non saprei", "non sono sicuro", "non sono sicura",
        "dipende", "può darsi", "può essere", "chissà", "vediamo", "probabilmente", "non ne ho idea",
        "è uguale", "ci penso", "fammi pensare", "🤷",
    }),
    politeness=frozenset({
        "per favore", "per piacere", "grazie", "grazie mille", "prego", "gentilmente", "allora", "beh", "eh",
        "ah", "oh", "ehm", "così", "tutto", "è", "molto", "proprio", "davvero", "per me", "tutto bene",
        "direi", "io", "dico", "che", "e", "signore", "signora", "cortesemente", "questo",
    }),
    requests=frozenset({
        "vorrei", "voglio", "prendo", "preferisco", "scelgo", "dammi", "mi", "dai", "la", "il", "lo", "un",
        "una", "quella", "quello", "per", "favore", "opzione", "scelta", "numero", "con", "io", "direi",
        "facciamo", "della", "del", "lista", "l", "i", "le", "gli", "di", "usa",
    }),
    negators=frozenset({"non", "no", "senza", "tranne", "né", "eccetto", "invece"}),
    questions=frozenset({"sei sicuro", "sei sicura", "che"}),
)

"""Spanish: 24-hour clock, day first."""

from volition.values.words.language import (
    AFTERNOON,
    AM,
    DAWN,
    EVENING,
    MIDDAY,
    MORNING,
    NIGHT,
    PM,
    TONIGHT,
    Language,
)

# A table is read in rows.
# fmt: off

_ORDINALS = {
    "primer": 1, "primero": 1, "primera": 1, "segundo": 2, "segunda": 2, "tercer": 3, "tercero": 3,
    "tercera": 3, "cuarto": 4, "cuarta": 4, "quinto": 5, "quinta": 5, "sexto": 6, "sexta": 6, "séptimo": 7,
    "séptima": 7, "octavo": 8, "octava": 8, "noveno": 9, "novena": 9, "décimo": 10, "décima": 10,
    "undécimo": 11, "duodécimo": 12,
}

SPANISH = Language(
    code="es",
    cardinals={
        "cero": 0, "un": 1, "uno": 1, "una": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6,
        "siete": 7, "ocho": 8, "nueve": 9, "diez": 10, "once": 11, "doce": 12, "trece": 13, "catorce": 14,
        "quince": 15, "dieciséis": 16, "diecisiete": 17, "dieciocho": 18, "diecinueve": 19, "veinte": 20,
        "veintiuno": 21, "veintiún": 21, "veintiuna": 21, "veintidós": 22, "veintitrés": 23,
        "veinticuatro": 24, "veinticinco": 25, "veintiséis": 26, "veintisiete": 27, "veintiocho": 28,
        "veintinueve": 29, "treinta": 30, "cuarenta": 40, "cincuenta": 50, "sesenta": 60, "setenta": 70,
        "ochenta": 80, "noventa": 90, "cien": 100, "ciento": 100, "doscientos": 200, "doscientas": 200,
        "trescientos": 300, "trescientas": 300, "cuatrocientos": 400, "cuatrocientas": 400, "quinientos": 500,
        "quinientas": 500, "seiscientos": 600, "seiscientas": 600, "setecientos": 700, "setecientas": 700,
        "ochocientos": 800, "ochocientas": 800, "novecientos": 900, "novecientas": 900, "un par": 2, "par": 2,
    },
    multipliers={"mil": 1000, "millón": 10**6, "millones": 10**6, "docena": 12, "docenas": 12},
    articles=frozenset({"un", "una"}),
    weak_numbers=frozenset({"un", "una", "uno", "par", "once", "mil"}),
    counters=frozenset({"personas", "plazas", "entradas", "veces", "adultos", "niños", "billetes"}),
    number_joints=frozenset({"y"}),
    points=frozenset({"coma", "punto"}),
    minus=frozenset({"menos"}),
    percent=frozenset({"por ciento", "porciento"}),
    fractions={
        "medio": 0.5, "media": 0.5, "un cuarto": 0.25, "tres cuartos": 0.75, "un tercio": 1 / 3,
        "media docena": 6,
    },
    halves={"y medio": 0.5, "y media": 0.5, "y cuarto": 0.25, "y un cuarto": 0.25},
    ordinals={**_ORDINALS, "último": -1, "última": -1, "penúltimo": -2, "penúltima": -2},
    ordinal_marks=frozenset({"o", "a", "er", "º", "ª", "°", "ro", "do", "to"}),
    ordinal_templates=(
        "número {number}", "opción {number}", "n º {number}", "la {number}", "# {number}", "no . {number}",
    ),
    units={
        "segundo": "second", "segundos": "second", "seg": "second", "minuto": "minute", "minutos": "minute",
        "min": "minute", "hora": "hour", "horas": "hour", "horita": "hour", "día": "day", "días": "day",
        "semana": "week", "semanas": "week", "mes": "month", "meses": "month", "año": "year", "años": "year",
    },
    short_units={"s": "second", "m": "minute", "h": "hour", "hs": "hour", "d": "day"},
    lengths={"quincena": (15, "day"), "cuarto de hora": (0.25, "hour"), "cuartos de hora": (0.25, "hour")},
    length_joints=frozenset({"y", "con"}),
    of=frozenset({"de"}),
    days={
        "hoy": 0, "mañana": 1, "pasado mañana": 2, "pasado": 2, "ayer": -1, "anteayer": -2, "antier": -2,
        "antes de ayer": -2, "el día de mañana": 1, "más tarde hoy": 0, "el día de hoy": 0,
    },
    day_parts={
        "esta noche": (0, TONIGHT), "esta tarde": (0, AFTERNOON), "esta mañana": (0, MORNING),
        "esta madrugada": (0, DAWN), "anoche": (-1, NIGHT), "ayer por la noche": (-1, NIGHT),
        "ayer por la tarde": (-1, AFTERNOON), "este mediodía": (0, MIDDAY),
    },
    parts={
        "por la mañana": MORNING, "de la mañana": MORNING, "en la mañana": MORNING, "a la mañana": MORNING,
        "tarde": AFTERNOON, "por la tarde": AFTERNOON, "de la tarde": AFTERNOON, "en la tarde": AFTERNOON,
        "a la tarde": AFTERNOON, "noche": NIGHT, "por la noche": NIGHT, "de la noche": NIGHT,
        "en la noche": NIGHT, "a la noche": NIGHT, "de la madrugada": DAWN, "madrugada": DAWN,
        "por la madrugada": DAWN, "de madrugada": DAWN, "al mediodía": MIDDAY, "del mediodía": MIDDAY,
        "a mediodía": MIDDAY, "al anochecer": EVENING, "del día": MIDDAY,
    },
    halves_of_day={"am": AM, "a.m.": AM, "a.m": AM, "a m": AM, "pm": PM, "p.m.": PM, "p.m": PM, "p m": PM},
    named_hours={"mediodía": 12, "medianoche": 24, "medio día": 12, "media noche": 24},
    weekdays={
        "lunes": 0, "martes": 1, "miércoles": 2, "jueves": 3, "viernes": 4, "sábado": 5, "domingo": 6,
        "lun": 0, "mar": 1, "mié": 2, "jue": 3, "vie": 4, "sáb": 5, "dom": 6,
    },
    months={
        "enero": 1, "febrero": 2, "marzo": 3, "abril": 4, "mayo": 5, "junio": 6, "julio": 7, "agosto": 8,
        "septiembre": 9, "setiembre": 9, "octubre": 10, "noviembre": 11, "diciembre": 12, "ene": 1, "feb": 2,
        "abr": 4, "may": 5, "jun": 6, "jul": 7, "ago": 8, "sep": 9, "sept": 9, "oct": 10, "nov": 11,
        "dic": 12,
    },
    faint=frozenset({"lun", "mar", "mie", "jue", "vie", "sab", "dom", "pasado"}),
    weekday_templates={
        "{weekday}": "coming", "este {weekday}": "this", "próximo {weekday}": "next",
        "{weekday} próximo": "next", "{weekday} que viene": "next", "{weekday} pasado": "last",
        "pasado {weekday}": "last", "último {weekday}": "last", "siguiente {weekday}": "next",
    },
    weeks={
        "esta semana": 0, "próxima semana": 1, "la próxima semana": 1, "semana que viene": 1,
        "de esta semana": 0, "la semana que viene": 1, "de la semana que viene": 1, "de la próxima semana": 1,
        "semana próxima": 1, "semana pasada": -1, "la semana pasada": -1, "de la semana pasada": -1,
    },
    months_away={
        "este mes": 0, "de este mes": 0, "próximo mes": 1, "del próximo mes": 1, "mes que viene": 1,
        "del mes que viene": 1, "el mes que viene": 1, "mes pasado": -1,
    },
    years_away={
        "este año": 0, "de este año": 0, "año que viene": 1, "el año que viene": 1, "próximo año": 1,
        "del año que viene": 1, "del próximo año": 1, "año pasado": -1,
    },
    dates=(
        "[el] {day} [de] {month} [de] [{year}]", "[el] {day} [de] {month} [del] [{year}]", "{weekday} {day}",
        "[el] {nth} [de] {month} [de] [{year}]", "{weekday} [el] {day} [de] {month} [de] [{year}]",
        "[el] día {day}",
    ),
    faint_dates=("el {day}", "el {nth}"),
    holidays={
        "navidad": (12, 25), "nochebuena": (12, 24), "nochevieja": (12, 31), "año nuevo": (1, 1),
        "fin de año": (12, 31), "reyes": (1, 6), "san valentín": (2, 14), "día de muertos": (11, 2),
    },
    now=frozenset({"ahora", "ahora mismo", "ya mismo", "inmediatamente"}),
    clocks={
        "{clock}": 0, "{clock} h": 0, "{hour} h": 0, "{hour} horas": 0, "{hour} en punto": 0,
        "{hour} y media": 30, "{hour} y cuarto": 15, "{hour} menos cuarto": -15, "{hour} menos {minute}": -1,
        "{hour} y pico": 0, "cuarto para las {hour}": -15, "un cuarto para las {hour}": -15,
        "{minute} para las {hour}": -1, "{minute} minutos para las {hour}": -1, "cuarto para la {hour}": -15,
    },
    faint_clocks={"{hour}": 0, "{dotted}": 0, "{hour} {minute}": 1, "{hour} y {minute}": 1},
    hour_leads={
        "a las": True, "a la": True, "a eso de las": True, "sobre las": True, "hacia las": True,
        "desde las": True, "para las": True, "hasta las": True, "como a las": True, "tipo": False,
        "las": False, "la": False, "alrededor de las": True, "después de las": True,
    },
    hour_contexts=frozenset({"alarma", "despertador", "despiértame"}),
    offsets={
        "en {length}": 1, "dentro de {length}": 1, "de aquí a {length}": 1, "después de {length}": 1,
        "tras {length}": 1, "{length} más tarde": 1, "hace {length}": -1, "dentro de unos {length}": 1,
        "en unos {length}": 1, "en unas {length}": 1,
    },
    anchors={
        "{length} antes de": -1, "{length} antes del": -1, "{length} después de": 1,
        "{length} después del": 1, "{length} antes": -1, "{length} después": 1,
    },
    leads=frozenset({
        "a", "a las", "el", "la", "para", "para el", "en", "por", "desde", "hasta", "de", "del", "al",
        "sobre", "los", "hasta el", "desde el", "en el", "a partir de", "a partir del",
    }),
    glue=frozenset({
        "a", "a las", "el", "la", "las", "de", "del", "en", "por", "para", ",", "-", "–", "al", "sobre",
        "como", "(", "a eso de",
    }),
    blocks=frozenset({"antes de", "antes del", "menos"}),
    denials=frozenset({"no", "excepto", "salvo", "nunca"}),
    not_moments=(
        "cada {weekday}", "cada {unit}", "cada {number} {unit}", "cada {part}", "todos los {weekday}",
        "todos los {unit}", "todas las {unit}", "todas las mañanas", "todas las noches", "todas las tardes",
        "los {weekday}", "diariamente", "semanalmente", "mensualmente", "de {hour} a {hour}",
        "entre las {hour} y las {hour}", "desde las {hour} hasta las {hour}", "de las {hour} a las {hour}",
        "entre {hour} y {hour}", "un día sí y otro no", "todos los sábados", "todos los domingos",
        "los sábados", "los domingos",
    ),
    alternatives=frozenset({"o", "a", "-", "–", "y", "o a las", "o las", "y las"}),
    continuations=frozenset({
        "de", "y", "para", "con", "por", "a", "al", "que", "porque", "si", "o", "es", "está", "pero", "en",
        "del", "el", "la", "los", "las", "un", "una", "me", "te", "se", "nos", "gracias", "favor", "luego",
        "también", "hay", "tengo", "debo", "quiero", "va", "vale", "bien", "lo", "no",
    }),
    counted=frozenset({
        "personas", "persona", "euros", "euro", "grados", "dólares", "pesos", "%", "€", "$", "°", "veces",
        "km", "kg", "metros", "plazas", "entradas", "litros", "gramos", "años", "días", "minutos", "segundos",
        "meses", "semanas", "niños", "adultos", "gatos", "perros", "páginas", "x", "+", "=",
    }),
    plural_ending="s",
    idioms=frozenset({
        "no cancelar", "no canceles", "no pares", "no parar", "no lo canceles", "no termines", "buenos días",
        "buenas tardes", "buenas noches", "24/7", "un segundo", "un momento", "más tarde", "primera vez",
        "última vez", "la primera vez", "la última vez", "en primer lugar", "de una vez", "a la una de tres",
        "uno de", "una de", "cada uno", "cada una", "ninguno", "qué hora", "a qué hora", "por ahora",
        "un día", "otro día", "en segundo lugar", "el otro día", "muy tarde", "llego tarde", "llegar tarde",
    }),
    fillers=frozenset({
        "por favor", "gracias", "vale", "ok", "sí", "si", "bueno", "pues", "eh", "digamos", "a", "las", "la",
        "el", "para", "sobre", "como", "quizás", "mejor", "de acuerdo", "está", "bien", "yo", "diría",
        "entonces", "de", "es", "a las",
    }),
    misspellings={
        "manaña": "mañana", "mñana": "mañana", "mnana": "mañana", "maniana": "mañana", "maana": "mañana",
        "miercole": "miércoles", "mircoles": "miércoles", "miércols": "miércoles", "juebes": "jueves",
        "biernes": "viernes", "virnes": "viernes", "savado": "sábado", "domigo": "domingo", "haora": "ahora",
        "mediodia": "mediodía", "minuots": "minutos", "hoi": "hoy", "oy": "hoy", "febero": "febrero",
    },
    yes=frozenset({
        "sí", "si", "sip", "claro", "claro que sí", "por supuesto", "vale", "ok", "okay", "okey",
        "de acuerdo", "correcto", "exacto", "exactamente", "así es", "eso es", "es correcto", "está bien",
        "muy bien", "bien", "perfecto", "confirmo", "confirmado", "confirmar", "confirma", "adelante",
        "hazlo", "dale", "venga", "genial", "estupendo", "cierto", "es cierto", "verdad", "es verdad",
        "afirmativo", "por qué no", "con gusto", "seguro", "desde luego", "creo que sí", "supongo que sí",
        "me parece bien", "absolutamente", "continúa", "procede", "sí sí", "s", "👍", "✅", "👌", "✔", "💯",
    }),
    no=frozenset({
        "no", "no no", "no gracias", "para nada", "de ninguna manera", "en absoluto", "claro que no",
        "por supuesto que no", "ahora no", "hoy no", "no ahora", "todavía no", "aún no", "incorrecto",
        "es incorrecto", "no es correcto", "está mal", "falso", "es falso", "no es cierto", "no es verdad",
        "no es eso", "creo que no", "no creo", "no lo creo", "mejor no", "no quiero", "no lo hagas",
        "negativo", "jamás", "nunca", "qué va", "n", "👎", "❌",
    }),
    cancel=frozenset({
        "cancela", "cancelar", "cancélalo", "cancela todo", "cancela eso", "para", "parar", "detente", "alto",
        "stop", "déjalo", "déjalo así", "olvídalo", "olvida", "olvida eso", "no importa", "da igual", "salir",
        "sal", "termina", "terminar", "abandona", "basta", "ya no", "cambié de opinión",
        "he cambiado de opinión", "anula", "anular", "🛑",
    }),
    maybe=frozenset({
        "quizás", "quizá", "tal vez", "a lo mejor", "no sé", "no lo sé", "no estoy seguro", "no estoy segura",
        "depende", "puede ser", "puede", "posiblemente", "probablemente", "ni idea", "no tengo idea",
        "ya veremos", "déjame pensar", "no sabría decir", "🤷",
    }),
    politeness=frozenset({
        "por favor", "porfa", "gracias", "muchas gracias", "señor", "señora", "eh", "ah", "oh", "pues",
        "bueno", "entonces", "eso", "esto", "es", "está", "todo", "muy", "para mí", "yo", "digo", "diría",
        "que", "y", "de verdad", "realmente", "mil gracias", "así",
    }),
    requests=frozenset({
        "quiero", "quisiera", "querría", "prefiero", "elijo", "escojo", "dame", "deme", "me", "el", "la",
        "los", "las", "un", "una", "ese", "esa", "por", "favor", "opción", "número", "con", "yo", "de",
        "lista", "pon", "ponme", "gustaría", "quedo", "lo", "del", "para", "mejor", "es",
    }),
    negators=frozenset({"no", "sin", "excepto", "salvo", "menos", "ni", "tampoco"}),
    questions=frozenset({"qué", "estás"}),
)

"""Korean: 24-hour clock, particles and units written against their words."""

from volition.values.words.language import AFTERNOON, DAWN, EVENING, MIDDAY, MORNING, NIGHT, TONIGHT, Language

KOREAN = Language(
    code="ko",
    decimal=".",
    space_groups=False,
    compounds=True,
    compound_parts=frozenset(
        "시 분 일 월 년 반 전 후 뒤 에 에는 까지 쯤 정도 부터 은 는 의 로 으로 경 날 이번 다음 다다음 지난 저번 주 달 해 첫 "
        "번째 번 째 마다 정각 매 오는 동안 안 이내 이전 말고 이나 나 또는 있다가 이따가 개 명 잔 병 장 권 마리 살 원 대 분 "
        "사람 인분 잔 그릇 점 밤 낮 내로 이후 제 요 이요 이에요 예요 입니다 도 만 초 개월 퍼센트 프로".split()
    ),
    cardinals={
        "영": 0, "공": 0, "일": 1, "이": 2, "삼": 3, "사": 4, "오": 5, "육": 6, "륙": 6, "칠": 7, "팔": 8, "구": 9,
        "하나": 1, "한": 1, "둘": 2, "두": 2, "셋": 3, "세": 3, "넷": 4, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7,
        "여덟": 8, "아홉": 9, "열": 10, "스물": 20, "스무": 20, "서른": 30, "마흔": 40, "쉰": 50, "예순": 60,
        "일흔": 70, "여든": 80, "아흔": 90,
    },
    multipliers={"십": 10, "백": 100, "천": 1000, "만": 10_000, "억": 10**8},
    weak_numbers=frozenset("영 공 일 이 삼 사 오 육 륙 칠 팔 구 한 두 세 네 열 만 천 백 십 억 쉰".split()),
    counters=frozenset("개 명 분 잔 병 장 권 마리 번 시 살 원 대 사람 인분 그릇 시간 달 주 일 점 초 퍼센트".split()),
    tens_from=10,
    points=frozenset({"점"}),
    minus=frozenset({"마이너스"}),
    percent=frozenset({"퍼센트", "프로"}),
    fractions={"절반": 0.5, "반": 0.5},
    halves={"반": 0.5},
    ordinals={
        "첫 번째": 1, "첫째": 1, "둘째": 2, "셋째": 3, "넷째": 4, "다섯째": 5, "처음": 1, "마지막": -1,
        "맨 끝": -1, "맨 마지막": -1,
    },
    ordinal_templates=("{number} 번째", "{number} 번", "{number} 째", "제 {number}"),
    units={
        "초": "second", "분": "minute", "시간": "hour", "일": "day", "주": "week", "주일": "week", "주간": "week",
        "개월": "month", "달": "month", "년": "year", "분간": "minute", "초간": "second", "일간": "day",
    },
    lengths={
        "일주일": (1, "week"), "하루": (1, "day"), "이틀": (2, "day"), "사흘": (3, "day"), "나흘": (4, "day"),
        "닷새": (5, "day"), "엿새": (6, "day"), "열흘": (10, "day"), "보름": (15, "day"), "반시간": (0.5, "hour"),
        "반 시간": (0.5, "hour"), "일년": (1, "year"), "반년": (6, "month"),
    },
    days={
        "오늘": 0, "내일": 1, "낼": 1, "모레": 2, "내일모레": 2, "내일 모레": 2, "글피": 3, "어제": -1, "그저께": -2,
        "그제": -2, "이따가": 0, "이따": 0,
    },
    day_parts={
        "오늘 밤": (0, TONIGHT), "오늘 저녁": (0, TONIGHT), "오늘 아침": (0, MORNING), "어젯밤": (-1, NIGHT),
        "어제 밤": (-1, NIGHT), "오늘 새벽": (0, DAWN), "오늘 오후": (0, AFTERNOON), "오늘 오전": (0, MORNING),
    },
    parts={
        "오전": MORNING, "아침": MORNING, "새벽": DAWN, "낮": MIDDAY, "점심": MIDDAY, "한낮": MIDDAY, "대낮": MIDDAY,
        "오후": AFTERNOON, "저녁": EVENING, "밤": NIGHT, "점심시간": MIDDAY,
    },
    named_hours={"정오": 12, "자정": 24},
    weekdays={
        "월요일": 0, "화요일": 1, "수요일": 2, "목요일": 3, "금요일": 4, "토요일": 5, "일요일": 6,
        "월욜": 0, "화욜": 1, "수욜": 2, "목욜": 3, "금욜": 4, "토욜": 5, "일욜": 6,
    },
    months={"유월": 6, "시월": 10},
    faint=frozenset({"이따가", "이따"}),
    weekday_templates={
        "{weekday}": "coming", "오는 {weekday}": "coming", "이번 {weekday}": "this", "다음 {weekday}": "next",
        "지난 {weekday}": "last", "저번 {weekday}": "last",
    },
    weeks={
        "이번 주": 0, "다음 주": 1, "담주": 1, "다다음 주": 2, "지난 주": -1, "저번 주": -1, "금주": 0, "차주": 1,
    },
    months_away={"이번 달": 0, "이달": 0, "다음 달": 1, "담달": 1, "지난 달": -1, "저번 달": -1},
    years_away={"올해": 0, "내년": 1, "작년": -1, "내후년": 2},
    dates=(
        "{year} 년 {month_number} 월 {day} 일", "{month_number} 월 {day} 일", "{month} {day} 일",
        "{year} 년 {month} {day} 일",
    ),
    faint_dates=("{day} 일",),
    holidays={
        "크리스마스": (12, 25), "성탄절": (12, 25), "크리스마스 이브": (12, 24), "어린이날": (5, 5), "광복절": (8, 15),
        "한글날": (10, 9), "개천절": (10, 3), "삼일절": (3, 1), "현충일": (6, 6),
    },
    now=frozenset({"지금", "지금 바로", "당장"}),
    clocks={
        "{clock}": 0, "{hour} 시": 0, "{hour} 시 {minute} 분": 1, "{hour} 시 반": 30, "{hour} 시 정각": 0,
        "{hour} 시 {minute} 분 전": -1,
    },
    faint_clocks={"{hour}": 0},
    offsets={
        "{length} 후": 1, "{length} 뒤": 1, "{length} 있다가": 1, "{length} 이따가": 1, "{length} 전": -1,
        "{length} 이후": 1,
    },
    anchors={"{length} 전": -1, "{length} 후": 1, "{length} 뒤": 1},
    anchors_follow=True,
    leads=frozenset({"늦어도"}),
    glue=frozenset({
        "에", "에는", "의", "날", "쯤", "경", "정도", ",", "은", "는", "(", ")", "로", "으로", "그", "도", "-",
    }),
    blocks=frozenset({"아니라"}),
    trailing_blocks=frozenset({"전", "이전", "말고", "마다", "동안", "빼고", "에 말고"}),
    not_moments=(
        "매일", "매주", "매달", "매월", "매년", "격주", "날마다", "{weekday} 마다", "{part} 마다", "{length} 마다", "매 {unit}",
        "매 {weekday}", "매주 {weekday}", "{hour} 시 부터 {hour} 시", "{hour} 시 에서 {hour} 시", "{hour} 시 ~ {hour} 시",
        "평일", "주말 마다", "매일 {part}", "매시간", "날 마다",
    ),
    alternatives=frozenset({"이나", "나", "또는", "아니면", "~", "-", "부터"}),
    idioms=frozenset({
        "24/7", "좋은 아침", "한번", "한국", "일본", "이것", "오이", "사이", "이사", "공부", "구조", "만나", "만약", "천천히",
        "이미", "사장", "일단", "이제", "일이", "이일", "오일", "구경",
    }),
    fillers=frozenset({
        "좀", "요", "으로", "로", "에", "쯤", "그럼", "음", "부탁해", "부탁해요", "부탁드려요", "주세요", "해줘", "해주세요",
        "까지", "이요", "이에요", "예요", "입니다", "정도", "그냥", "아마", "제발", "은", "는", "할게", "할게요", "하자", "분", "도",
    }),
    misspellings={"내이": "내일", "네일": "내일", "오눌": "오늘", "오전에": "오전", "화요일날": "화요일"},
)

"""Words in the forms that are looked up."""

from volition.actions import words


def test_families_of_words():
    """Words of one family have one stem, and short words are left alone."""
    families = (
        "book books booking booked",
        "rate rated rating ratings",
        "stop stopped stopping",
        "movie movies",
    )
    assert [1, 1, 1, 1] == [len({words.stem(word) for word in family.split()}) for family in families]
    assert ["bus", "king", "new", "été", "灯"] == [
        words.stem(word) for word in ("bus", "king", "news", "été", "灯")
    ]

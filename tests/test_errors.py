import inspect

from volition import errors
from volition.errors import Blame, VolitionError


def family():
    return [
        each for _, each in inspect.getmembers(errors, inspect.isclass) if issubclass(each, VolitionError)
    ]


def test_each_error_says_whose_move_is_next():
    """Every class of the family has a blame and a sentence of its own."""
    for each in family():
        assert isinstance(each.blame, Blame)
        assert each.__doc__


def test_the_drawn_tree_names_every_class():
    """The tree at the top of the module is complete."""
    for each in family():
        assert each.__name__ in (errors.__doc__ or "")


def test_a_line_holds_message_and_hint_without_line_breaks():
    """An error becomes one line for a person."""
    assert "It broke here. Try that." == errors.StoreError("It broke\n  here.", hint="Try that.").line()

import json

from hypothesis import given
from hypothesis import strategies as st

from volition.reply.partial import PartialReply


def shown(reply, cuts):
    partial, text, start = PartialReply(), "", 0
    for cut in [*sorted(cuts), len(reply)]:
        text += partial.feed(reply[start:cut])
        start = max(start, cut)
    return text


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=60), st.data())
def test_pieces_add_up_to_the_text(text, data):
    """However a reply is cut, what is shown in the end is the message's text."""
    for ascii_only in (True, False):
        reply = json.dumps(
            {"actions": [{"type": "message_cli", "payload": {"text": text}}]}, ensure_ascii=ascii_only
        )
        cuts = data.draw(st.lists(st.integers(0, len(reply)), max_size=8))

        assert text == shown(reply, cuts)


def test_a_backslash_at_the_edge_of_a_piece_is_no_escape_begun():
    """However many backslashes stand where a reply is cut, the text comes out whole."""
    for text in ("\\", "\\\\u12", "a\\\\", '\\"', "🙂\\u00"):
        reply = json.dumps({"actions": [{"type": "message_cli", "payload": {"text": text}}]})

        assert text == shown(reply, range(len(reply)))


def test_other_actions_show_nothing():
    """Only the text of a message action is shown while it is written."""
    assert "" == shown('{"actions": [{"type": "add_note", "payload": {"text": "secret"}}]}', [5, 30])


def test_broken_escapes_end_the_showing():
    """A string that is not JSON stops growing and what was shown stays."""
    reply = r'{"actions":[{"type":"message_cli","payload":{"text":"ab\q cd"}}]}'

    assert "ab" == shown(reply, [reply.index("ab") + 2, reply.index("cd")])

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from providers.wire.events import MAX_EVENT_CHARACTERS, EventDecoder, EventTooLong

texts = st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]))


def decode(chunks: list[bytes]) -> list[str]:
    decoder = EventDecoder()
    return [data for chunk in chunks for data in decoder.feed(chunk)] + decoder.finish()


def cut(stream: bytes, places: list[int]) -> Iterator[bytes]:
    edges = [0, *sorted(place % (len(stream) + 1) for place in places), len(stream)]
    for start, end in pairwise(edges):
        yield stream[start:end]


@given(
    events=st.lists(st.lists(texts, min_size=1, max_size=3), max_size=4),
    ending=st.sampled_from(["\n", "\r\n", "\r"]),
    places=st.lists(st.integers(min_value=0)),
)
def test_it_reads_what_was_written_however_it_is_cut(
    events: list[list[str]], ending: str, places: list[int]
) -> None:
    stream = "".join("".join(f"data: {line}{ending}" for line in lines) + ending for lines in events).encode()

    assert decode(list(cut(stream, places))) == ["\n".join(lines) for lines in events]


@pytest.mark.parametrize(
    ("stream", "events"),
    [
        (b"", []),
        (b"\n\n\n", []),
        (b"\xef\xbb\xbfdata: a\n\n", ["a"]),
        (b"data:a\n\n", ["a"]),
        (b"data:  a\n\n", [" a"]),
        (b"data\n\n", [""]),
        (b"data: a\ndata\ndata: b\n\n", ["a\n\nb"]),
        (b": comment\nevent: x\nid: 1\nretry: 5\nother: y\n\n", []),
        (b"data: a\n: comment\n\n", ["a"]),
        (b"Data: a\n\n", []),
        (b"data: a", ["a"]),
        (b"data: a\n", ["a"]),
        (b"data: a\r\rdata: b\r\n\r\n", ["a", "b"]),
        (b"data: \xff\n\n", ["\ufffd"]),
        (b"data: \xf0\x9f\x99", ["\ufffd"]),
        ("data: a\u2028b\x85c\x0bd\n\n".encode(), ["a\u2028b\x85c\x0bd"]),
    ],
)
def test_it_follows_the_standard(stream: bytes, events: list[str]) -> None:
    assert decode([stream]) == events
    assert decode([stream[index : index + 1] for index in range(len(stream))]) == events


def test_an_event_without_end_is_given_up() -> None:
    decoder = EventDecoder()
    decoder.feed(b"data: ")

    with pytest.raises(EventTooLong):
        decoder.feed(b"x" * (MAX_EVENT_CHARACTERS + 1))

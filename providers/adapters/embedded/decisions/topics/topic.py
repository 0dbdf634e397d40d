"""What a topic is: something that people talk about with any service, in the words of several languages."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Topic:
    """Something that people talk about.

    `heads` are words by which a label or its description names the topic, `words` what people write who
    mean it; heads count among them. Entries are separated by commas and may have several words. `word*`
    stands for every word that begins so, `*word` for every one that ends so, and `word?` for a weak sign.
    `says` are whole sentences for models that compare sentences, in English only: they know the others.
    An `act` is something that one does: who does not want to search does not mean the search.
    """

    name: str
    heads: str
    words: str
    says: tuple[str, ...] = ()
    act: bool = False

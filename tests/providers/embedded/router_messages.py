"""What customers write to a hotel search's router, each with the label that a person gave it.

`BUILT_ON` was looked at while the provider was built. `HELD_OUT` was written when its words were
settled and is only measured: nothing may be taught to the provider because of what it misses there.
"""

from typing import Final, NamedTuple

from providers.questions import Choice

DESTINATION: Final = Choice(
    {
        "dates": "When the stay begins and ends: arrival, departure, check-in, check-out, how many nights.",
        "budget": "What the stay may cost: a lowest or highest price.",
        "room_type": "Which kind of room: one bed, two beds or a suite.",
        "amenities": "What the hotel should offer: wifi, parking, breakfast, pool, gym, pets and the like.",
        "distance": "How far the hotel may be from the airport or the city center.",
        "review": "Wants to see what has been collected so far, a summary of the criteria.",
        "search": "Wants the search to start now and see the hotels found.",
        "exit": "Wants to end the conversation.",
        "unclear": "Anything else, or it cannot be told.",
    },
    instructions="You route a hotel search. What does the newest message concern?",
)

TERSE: Final = Choice(
    {
        "dates": "The customer gives or changes the dates",
        "budget": "The customer talks about the price",
        "room_type": "The kind of room",
        "amenities": "Facilities of the hotel",
        "distance": "Distance to the airport or the city centre",
        "review": "The customer asks to review what was entered",
        "search": "The customer asks to search",
        "exit": "The customer wants to leave",
        "unclear": "None of these",
    }
)
"""The same labels, described in passing by somebody else."""

BARE: Final = Choice(dict.fromkeys(DESTINATION.labels))
"""The labels alone."""


class Labelled(NamedTuple):
    """One message, the label that is right for it, and its language."""

    label: str
    language: str
    text: str


BUILT_ON: Final = (
    Labelled("dates", "en", "can we do the first week of september instead"),
    Labelled("dates", "de", "Wir kommen erst am 4. Mai und bleiben fünf Nächte"),
    Labelled("dates", "es", "quisiera cambiar el dia de llegada"),
    Labelled("dates", "pl", "przyjeżdżamy w piątek, wyjeżdżamy w poniedziałek"),
    Labelled("budget", "en", "money is not an issue"),
    Labelled("budget", "es", "tiene que ser más barato, no puedo gastar tanto"),
    Labelled("budget", "pt", "não quero pagar mais de 500 reais"),
    Labelled("room_type", "en", "a suite would be lovely"),
    Labelled("room_type", "de", "ein Zimmer mit zwei Betten bitte"),
    Labelled("room_type", "es", "mejor una suite en vez de dos camas"),
    Labelled("room_type", "nl", "liever een kamer met een tweepersoonsbed"),
    Labelled("amenities", "en", "is there somewhere to leave the car? and i need wifi"),
    Labelled("amenities", "en", "don't need a gym, but a pool would be great for the kids"),
    Labelled("amenities", "es", "con piscina y gimnasio"),
    Labelled("amenities", "pt", "precisa aceitar cachorro e ter wi-fi grátis"),
    Labelled("distance", "en", "walking distance to downtown"),
    Labelled("distance", "de", "nicht zu weit vom Zentrum weg"),
    Labelled("distance", "fr", "peu importe la distance du centre-ville"),
    Labelled("review", "en", "what have you got so far?"),
    Labelled("review", "de", "Zeig mir nochmal, was ich angegeben habe"),
    Labelled("review", "fr", "récapitulez mes critères s'il vous plaît"),
    Labelled("review", "en", "did i already give you everything? list it for me"),
    Labelled("search", "en", "serach now"),
    Labelled("search", "es", "busca hoteles ya"),
    Labelled("search", "it", "cerca gli alberghi"),
    Labelled("exit", "en", "forget it, i'm done here"),
    Labelled("exit", "de", "Nein danke, ich höre hier auf"),
    Labelled("exit", "fr", "je veux arrêter la conversation"),
    Labelled("unclear", "en", "hello there"),
    Labelled("unclear", "es", "¿qué tiempo hace hoy en Madrid?"),
)

HELD_OUT: Final = (
    Labelled("dates", "en", "could we come on the 2nd rather than the 1st of october?"),
    Labelled("dates", "de", "nein, nicht im Juni, wir können erst im Herbst"),
    Labelled("dates", "fr", "finalement on restera deux nuits de plus"),
    Labelled("dates", "es", "nos quedamos hasta el martes"),
    Labelled("budget", "en", "i cant aford more then 90 bucks"),
    Labelled("budget", "de", "Was darf es kosten? Na ja, so um die 300"),
    Labelled("budget", "it", "qualcosa di economico, siamo studenti"),
    Labelled("budget", "nl", "geld speelt geen rol"),
    Labelled("room_type", "en", "my daughter needs her own bed"),
    Labelled("room_type", "fr", "plutôt une suite qu'une chambre normale"),
    Labelled("room_type", "pt", "um quarto com duas camas de solteiro"),
    Labelled("amenities", "en", "it has to have wi fi and we'd like brekfast"),
    Labelled("amenities", "en", "no pets, but a place where my husband can smoke"),
    Labelled("amenities", "de", "Ein Fitnessraum wäre schön, Pool brauchen wir nicht"),
    Labelled("amenities", "es", "que admitan mascotas"),
    Labelled("amenities", "pl", "ma być basen i darmowy parking"),
    Labelled("distance", "en", "it should be close enough to walk to the old town"),
    Labelled("distance", "fr", "à dix minutes de l'aéroport au maximum"),
    Labelled("distance", "pt", "não muito longe do centro da cidade"),
    Labelled("distance", "it", "quanto dista dall'aeroporto non ci interessa"),
    Labelled("review", "en", "tell me again wich criteria i set"),
    Labelled("review", "it", "mi fai un riassunto?"),
    Labelled("review", "de", "Welche Angaben hast du von mir?"),
    Labelled("search", "en", "im done choosing, run it"),
    Labelled("search", "nl", "laat de hotels maar zien"),
    Labelled("search", "es", "empieza a buscar"),
    Labelled("exit", "en", "lets leave it, we're staying with friends instead"),
    Labelled("exit", "fr", "non merci, ça ne m'intéresse plus"),
    Labelled("unclear", "en", "can you recommend a good film?"),
    Labelled("unclear", "sv", "Hur långt är det till månen?"),
)

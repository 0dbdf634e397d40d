"""What customers write to a hotel search's router, each with the label that a person gave it.

`BUILT_ON` was looked at while the provider was built; `HELD_OUT` was written at the same time, and put
to the provider only when it was done. Neither has words that the provider was taught for it alone.
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
    Labelled("dates", "en", "arriving thursday 12th, leving on sunday"),
    Labelled("dates", "fr", "on arrive le 10 juillet et on repart le 15"),
    Labelled("dates", "it", "dal 3 al 9 agosto, per favore"),
    Labelled("budget", "en", "nothing over 180 a nite please"),
    Labelled("budget", "de", "höchstens 120 Euro pro Nacht"),
    Labelled("budget", "fr", "mon budget est de 700 euros maximum"),
    Labelled("budget", "en", "actually we can spend a bit more"),
    Labelled("room_type", "en", "we need seperate beds, not one big one"),
    Labelled("room_type", "fr", "une chambre avec un grand lit"),
    Labelled("room_type", "it", "due letti singoli"),
    Labelled("amenities", "en", "must allow dogs"),
    Labelled("amenities", "de", "Frühstück sollte dabei sein und ein Parkplatz"),
    Labelled("amenities", "fr", "je voudrais une salle de sport et le petit déjeuner inclus"),
    Labelled("amenities", "tr", "havuz ve ücretsiz otopark olsun"),
    Labelled("distance", "en", "not more than 5 miles from the airport"),
    Labelled("distance", "es", "cerca del aeropuerto"),
    Labelled("distance", "it", "a meno di due chilometri dal centro"),
    Labelled("distance", "nl", "hoe ver het van het vliegveld ligt maakt niet uit"),
    Labelled("review", "en", "can u sum up my choices"),
    Labelled("review", "es", "¿qué datos tienes hasta ahora?"),
    Labelled("review", "pt", "pode mostrar um resumo do meu pedido?"),
    Labelled("search", "en", "ok go ahead and look for hotels"),
    Labelled("search", "de", "Dann such jetzt bitte"),
    Labelled("search", "fr", "lance la recherche"),
    Labelled("search", "en", "that's all i need, show me what's available"),
    Labelled("exit", "en", "i dont want to go on, bye"),
    Labelled("exit", "es", "quiero salir, adiós"),
    Labelled("unclear", "en", "who won the game last night?"),
    Labelled("unclear", "de", "Kannst du mir einen Witz erzählen?"),
    Labelled("unclear", "ja", "明日の試合は何時からですか"),
)

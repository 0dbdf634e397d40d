"""What has nothing to do with any service: greetings, jokes, the weather, general knowledge."""

from typing import Final

from providers.adapters.embedded.decisions.topics.topic import Topic

SMALL_TALK: Final = Topic(
    "small talk",
    heads="small talk, chitchat, chit-chat, greeting*",
    words="""
        hello, hi, hey, good morning, good evening, good afternoon, how are you, thanks, thank you, joke*,
        weather, capital of, who won, president, your name, who are you, are you a robot, are you human,
        song, sing, movie*, football, soccer, politics, recipe, hallo, guten morgen, guten tag, guten abend,
        moin, servus, danke, witz*, wetter, hauptstadt, wie geht's, wie geht es, wer bist du, dein name,
        fussball, bonjour, bonsoir, salut, merci, blague*, meteo, quel temps, capitale, ca va, comment vas,
        qui es-tu, qui etes-vous, hola, buenos dias, buenas tardes, buenas noches, gracias, chiste*,
        que tiempo, el tiempo, capital de, que tal, como estas, quien eres, futbol, buongiorno, buonasera,
        salve, grazie, barzelletta, che tempo, come stai, chi sei, calcio, ola, bom dia, boa tarde,
        boa noite, obrigad*, piada*, tempo hoje, tudo bem, quem e voce, futebol, goedemorgen, goedemiddag,
        goedenavond, bedankt, dank je, grap, mop, weer vandaag, hoe gaat het, wie ben je, voetbal,
        dzien dobry, czesc, dziekuje, merhaba, selam, gunaydin, tesekkur*, nasilsin
    """,
    says=(
        "hello",
        "How are you?",
        "Tell me a joke.",
        "What is the weather like today?",
        "Who won the game?",
        "What is the capital of France?",
        "What is your name?",
        "asdf",
        "I am bored.",
        "Sing a song for me.",
        "What is two plus two?",
        "I like you.",
        "My bicycle is broken.",
        "How do I cook rice?",
    ),
)

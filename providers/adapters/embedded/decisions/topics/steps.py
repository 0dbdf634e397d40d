"""Steps of a talk with any service: look over, search, change, book, end, and the like."""

from typing import Final

from providers.adapters.embedded.decisions.topics.topic import Topic

REVIEW: Final = Topic(
    "review",
    heads="""
        review*, summar*, recap*, overview, so far, collected, entered, read back, ubersicht, zusammenfass*,
        resumen, resume, recapitul*, riepilog*, resumo, overzicht, samenvatting
    """,
    words="""
        criteria?, sum up, remind me, i picked, i chose, i selected, did i tell, did i say, did i give,
        did i choose, did i pick, did i enter, i told you, noted, on file, on record, status so far,
        current criteria, current selection, erinner*, gesagt habe, ausgewahlt habe, gewahlt habe,
        zeig mir alles, alles zeigen, rappelle*, j'ai dit, j'ai choisi, j'ai demande, recuerdame,
        he elegido, he puesto, mis datos, ricordami, rileggi*, ho scelto, ho inserito, lembre, eu escolhi,
        eu disse, meus dados, herinner*, gekozen heb, gezegd heb, wat ik, sum it up, what do you have,
        what have you got, have you got so far, what i said, what i told, what i entered, what i chose,
        i gave you, i've told, list it?, read it back, read that back, repeat?, go over, go through?,
        everything so far, my choices?, my details?, my selections?, wiederhol*, bisher, bis jetzt,
        angegeben, angaben, notiert, eingegeben, nochmal zeigen?, kriterien?, criteres?, jusqu'ici,
        jusqu'a present, jusqu'a maintenant, ce que j'ai, hasta ahora, repas*?, criterios?, que tienes,
        he dicho, hasta el momento, finora, criteri?, ho detto, quello che ho, ate agora, o que eu,
        tot nu toe, wat heb je, wat ik heb, podsumow*, ozet*, simdiye kadar
    """,
    says=(
        "What have I told you so far?",
        "Show me a summary of my choices.",
        "Please repeat everything that you noted.",
        "Remind me what I said.",
        "Which details do you have from me?",
        "Let me check what I entered.",
    ),
    act=True,
)

SEARCH: Final = Topic(
    "search",
    heads="""
        search*, find, look up, lookup, such*, suche, recherche*, busqueda, buscar, ricerca, busca, zoek*
    """,
    words="""
        finds, finding, look for, hotel search, run the search, start looking, start searching,
        begin searching, do your thing, show me options, show me what, match*, matching?, passend*?,
        such mir, fang an, leg los, lancer, commence*, vas-y, muestra*, ensena*?, empieza, opciones?, avvia,
        inizia, opzioni?, comece, opcoes?, begin, start met, opties?, looking for?, look now, go ahead,
        hit it, let's go, run it, start now, show me some?, show me what's?, available?, what's available,
        options?, results, what is there?, browse, los geht's, finde, finden, ergebnisse, verfugbar?,
        zeig mir?, chercher, cherche*, trouve*, lance*, resultats, montrez-moi?, montre-moi?, encuentra*,
        encontrar, resultados, muestrame?, adelante, cerca gli, cerca un, cercare, trova*, risultati,
        mostrami?, disponibili?, pesquis*, procur*, encontr*, mostre?, vind, vinden, resultaten, laat zien?,
        szuka*, wyszuka*, znajdz*, ara, arama, bul, listele
    """,
    says=(
        "Search now.",
        "Find something for me.",
        "Go ahead and show me what is available.",
        "That is all, start the search.",
        "What do you have for me?",
        "Show me the results.",
    ),
    act=True,
)

ENDING: Final = Topic(
    "ending",
    heads="""
        exit, quit, end, ends, leave, stop, goodbye, bye, finish, terminate, close the conversation,
        beenden, ende, abbrech*, verlassen, quitter, arreter, terminer, salir, terminar, uscire, esci, sair,
        encerrar, stoppen, einde
    """,
    words="""
        forget it, i'm out, im out, count me out, let's stop, end this, end the, we can stop, no more,
        no thanks?, i'm leaving, signing off, don't need it, dont need it, don't need a, dont need a,
        do not need a, stop talking, interessiert mich nicht, brauche nichts, nicht mehr notig,
        mach schluss, hor auf damit, on s'arrete, je m'en vais, plus besoin, non merci?, no me interesa,
        ya no, me voy, no gracias?, cerrar?, chiudere, chiudi, me ne vado, non mi interessa, no grazie?,
        fechar?, vou embora, nao quero mais, nao obrigado?, ik ga, niet meer nodig, nee bedankt?, sluiten?,
        forget about it, never mind, nevermind, i'm done, im done, i am done, done here, we're done,
        that's all for today, see you, farewell, cya, ciao, no longer interested, not interested,
        lost interest, not want to go on, dont want to go on, don't want to go on, not continue,
        don't want to continue, dont want to continue, don't want this any more, give up, hang up,
        cancel everything, cancel this, abort, leave me alone, book elsewhere, changed my mind?,
        another time, some other time, enough, log out, have to go, gotta go, aufhoren, hore auf, hor auf,
        ich hore, tschuss, tschuess, auf wiedersehen, schluss, vergiss es, abbruch, nicht mehr?,
        kein interesse, das war's, lass es, lassen wir, au revoir, arrete*, stopper, j'arrete,
        laissez tomber, laisse tomber, tant pis, c'est fini, abandonner, plus interesse, adios, hasta luego,
        dejalo, ya no quiero, no quiero seguir, olvidalo, acabar, cancelar todo, chao, arrivederci, basta,
        lascia perdere, lasciamo perdere, smett*, fine?, tchau, adeus, desisto, deixa pra la, esquece,
        chega, parar, quero parar, tot ziens, doei, ik stop, stop ermee, laat maar, ophouden, do widzenia,
        koniec, zakoncz*, rezygnuj*, hoscakal*, gorusuruz, cikis, bitir*, vazgec*
    """,
    says=(
        "Goodbye.",
        "Goodbye, I want to stop here.",
        "Forget it, I am done.",
        "I do not want to continue.",
        "I am no longer interested.",
        "I have to go now, bye.",
        "We do not need it any more, thanks.",
    ),
    act=True,
)

BOOKING: Final = Topic(
    "booking",
    heads="""
        book, booking, reserv*, purchase, buy, order, buch*, kauf*, bestell*, achet*, comand*, compr*,
        prenot*, acquist*
    """,
    words="""
        reserve, take it, i'll take, buying, ordering, bestellung, commande*, reserva*, boeken, kopen,
        bestellen
    """,
    says=("I would like to book this.", "I want to buy it."),
    act=True,
)

CANCELLING: Final = Topic(
    "cancelling",
    heads="cancel*, cancellation, withdraw*, storn*, kundig*, annul*, cancela*, resili*, disdi*, opzegg*",
    words="""
        call off, calling off, unsubscribe, absagen, absage, widerruf*, anular, disdetta, afzeggen,
        annuleren
    """,
    says=("I want to cancel my booking.",),
    act=True,
)

CHANGING: Final = Topic(
    "changing",
    heads="""
        change*, modif*, edit, amend*, correct*, update*, ander*, korrigier*, cambi*, alterar, wijzig*,
        aanpass*
    """,
    words="""
        instead?, different?, switch, adjust*, rather?, umbuch*, stattdessen?, plutot?, en vez?, invece?,
        em vez?, in plaats?
    """,
    says=("I want to change something.",),
    act=True,
)

ACCEPTING: Final = Topic(
    "accepting",
    heads="accept*, confirm*, agree*, yes, approve*, bestatig*, zustimm*, confirma*, conferma*, akkoord",
    words="""
        yeah, yep, sure, ok, okay, correct, exactly, right, sounds good, looks good, that works, fine,
        perfect, ready, ja, genau, stimmt, passt, einverstanden, oui, d'accord, exact, parfait, si, claro,
        vale, de acuerdo, esatto, va bene, certo, sim, exato, combinado, prima, klopt, tak, evet, tamam
    """,
    says=("Yes, that is right.",),
    act=True,
)

DECLINING: Final = Topic(
    "declining",
    heads="""
        decline*, reject*, refuse*, deny, disagree*, ablehn*, refus*, rechaz*, rifiut*, recus*, weiger*
    """,
    words="""
        no, no thanks, no thank you, nein danke, non merci, no gracias, no grazie, nao obrigado,
        nee bedankt, nope, nah, wrong, incorrect, not right, nein, falsch, non, faux, incorrecto, sbagliato,
        nao, errado, nee
    """,
    says=("No, that is wrong.",),
)

PERSON: Final = Topic(
    "person",
    heads="""
        human*, agent, person, operator, employee, representative, handover, mitarbeiter*, mensch*,
        conseiller, persona
    """,
    words="""
        real person, someone, somebody, staff, speak to, talk to, speak with, talk with, call me, jemand*,
        berater*, sprechen, quelqu'un, parler, humain, alguien, hablar, agente, humano, qualcuno, parlare,
        operatore, alguem, falar, atendente, iemand, medewerker, spreken
    """,
    says=("I want to talk to a human.",),
    act=True,
)

HELP: Final = Topic(
    "help",
    heads="help, support, assistance, instructions, how it works, hilfe, aide, ayuda, aiuto, ajuda, hulp",
    words="""
        how does this work, what can you do, what can i say, what do you do, how to, confused, hilf*,
        was kannst du, aidez*, que sais-tu, ayudar, ayudame, que puedes, aiutar*, cosa sai, ajudar,
        o que voce faz, helpen, wat kun je
    """,
    says=("What can you do for me?", "How does this work?"),
)

TOPICS: Final = (
    REVIEW,
    SEARCH,
    ENDING,
    BOOKING,
    CANCELLING,
    CHANGING,
    ACCEPTING,
    DECLINING,
    PERSON,
    HELP,
)

"""Small words of several languages: negations, comparisons, turns, and what stands in every sentence."""

from typing import Final

from providers.adapters.embedded.language.lexicon import word_set

NEGATORS: Final = word_set(
    """
    no not never none without neither nor cannot dont doesnt didnt wont cant isnt arent wasnt aint nicht
    nie niemals kein keine keinen keinem keiner ohne weder pas jamais sans aucun aucune ni non sin nunca
    ningun ninguna senza nessun nessuna mai nao sem nenhum nenhuma niet geen nooit zonder bez degil
    """
)

AFTER_THE_VERB: Final = word_set("nicht pas niet")
"""Negators that may stand behind what they negate."""

COMPARING: Final = word_set(
    """
    more less over above beyond under too so only sure problem further farther later earlier longer mehr
    weniger uber zu nur weiter plus trop moins mas menos tan demasiado piu troppo meno mais tao muito
    meer minder te alleen
    """
)
"""After a negator these make a limit and no negation: "no more than 80", "nicht zu weit"."""

TURNING: Final = word_set(
    """
    but instead rather sondern aber mais plutot sino pero ma bensi mas porem maar ale ama
    """
)
"""From here on something else holds."""

_EVERYWHERE: Final = word_set(
    """
    und oder ich du er sie es wir ihr mich mir dir uns euch mein meine meinen dein unser der die das den
    dem des ein eine einen einem einer ist sind war bin hat habe haben wird werden kann konnen soll
    sollte muss mochte will wollen dass wenn wie was wer wo hier dort auch noch schon dann denn mal
    bitte von vom zum zur bei mit fur auf aus nach vor et ou je tu il elle nous vous ils me te se mon ma
    mes ton ta ses son sa notre votre le la les un une de au aux est sont suis sommes etes avez avons
    ont peut peux veux voudrais veut que qui quoi dans pour par avec sur ce cette ces cela comme tout
    tous y en plait aller fait yo ella nosotros ellos mi mis su sus nuestro el los las unos unas del al
    soy estoy esta estan somos he ha hemos tiene tengo puede puedo quiero quiere quisiera quien con por
    para como muy ya pero o e favor lo io noi voi loro mio mia miei tuo suo nostro gli uno dei delle
    della dello nel nella sono sei siamo siete ho hai abbiamo hanno puo posso voglio vorrei vuole che
    chi cosa come anche gia tutto eu ela eles meu minha seu sua os as um uma do da dos na nos nas sou
    estou estao temos tem tenho pode quero queria quem isso este essa tudo ik jij hij wij jullie zij
    mijn jouw zijn onze het een van voor met bij op uit aan naar wat hoe wel ook nog graag kan kunnen
    wil willen moet moeten heb hebt hebben heeft ben zou there where these those which while would could
    should about after again because before being between does doing every first going here just know
    look made make many might much need only other over people please quite really right same since some
    still such take tell than that them then they thing think this through want well went what whats
    when with work year your least paying saying getting having coming making taking whatever
    """
)

COMMON: Final = _EVERYWHERE | NEGATORS | COMPARING | TURNING
"""Words that are no misspelling of others, and have no subject."""

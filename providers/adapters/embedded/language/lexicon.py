"""Everyday English that the embedded model knows: word stems, filler words and words of one meaning.

Nothing here belongs to a graph. A concept lists words that people use for each other; two words of
one concept match, a little weaker than equal words do.
"""

from functools import lru_cache
from typing import Final


def word_list(text: str) -> tuple[str, ...]:
    """The words of a text in order."""
    return tuple(text.split())


def word_set(text: str) -> frozenset[str]:
    """The words of a text, each once."""
    return frozenset(text.split())


IRREGULAR: Final = dict(
    pair.split(":")
    for pair in word_set(
        """
        children:child kids:kid people:person men:man women:woman paid:pay paying:pay drove:drive
        licence:license licences:license licenced:license colour:color began:begin begins:begin
        left:leave leaving:leave bought:buy chose:choose choosing:choose broken:break broke:break
        stolen:steal hurts:hurt mileage:mile flies:fly flying:fly flight:fly allergies:allergy
        allergic:allergy centre:center dr:doctor apt:apartment married:marry marital:marry
        marriage:marry ended:end spent:spend earned:earn earning:earn preferably:prefer preferred:prefer
        preference:prefer arrival:arrive departure:depart renewal:renew delivery:deliver
        description:describe decision:decide wi:wifi fi:wifi gym:gym smoking:smoke smoker:smoke
        smokers:smoke rental:rental checkin:checkin adults:adult bags:bag lost:lose height:tall
        weight:weigh length:long age:age aged:age
        """
    )
)
"""Words whose stem the rules below would miss."""

STOP_WORDS: Final = word_set(
    """
        a an and any are as at be been being both but by can could did do does doing else etc every few for
        from get got had has have having he her here hers him his how i if in into is it its itself just let
        like lot me might mine more most much must my myself need needs of off on one only or other our ours
        out over own please per put really same shall she should so some such than that the their them then
        there these they this those thing things to too up us use used very want wants was we well were what
        when where whether which while who whose why will with would yes yeah yep no nope not never none nor
        neither ok okay thanks thank you your yours hi hello hey im ive id ill dont its thats about around
        roughly approximately approx give take e g eg ie also good great sure right now new currently
        current full kind sort still
        """
) - {"own", "new"}
"""Words without a subject of their own."""

GENERIC_WORDS: Final = word_set(
    """
        value number field type name id code date day month year time format optional required string
        integer boolean true false null list object item items list whether customer customers user client
        guest applicant caller person driver digit digits letter letters iso yyyy mm dd hh example exact
        exactly given asked known default total count amount must either empty include includes set details
        detail info information say says said desired choice choose chosen select selected option
        options
        """
)
"""Words that descriptions of many fields share, so that they say little about one."""

CONCEPTS: Final = tuple(
    frozenset(line.split())
    for line in """
    guest guests people person persons party diner diners seats traveler travellers travelers passenger
    passengers attendees occupants pax
    child children kid kids
    infant infants baby babies toddler
    mile miles mileage odometer
    price budget cost amount total fee fare rate afford
    pay spend spending spent payment
    accident wreck collided crash fender rearended bumped
    violation ticket citation speeding speed pulled dui
    lapse lapsed gap interruption uninterrupted
    insured insurance coverage covered uninsured
    phone mobile cell telephone cellphone
    email mail
    street address
    car vehicle auto truck automobile
    birth born birthday dob birthdate
    start starts begin begins effective commence from starting
    end ends finish until through ending
    arrive arrival checkin arriving
    depart departure leave leaving outbound departing fly
    return returning back inbound
    wifi internet wireless
    pet pets dog dogs cat cats animal animals
    pool swim swimming
    gym fitness workout exercise
    stop quit exit bye goodbye terminate farewell
    change revise edit modify adjust update redo rethink alter switch different reconsider
    accept take choose pick select confirm book buy purchase
    urgent asap urgently critical emergency immediately
    finance financed financing loan
    lease leased leasing leaser
    deductible excess
    license licensed licence driving
    job employed employment work working occupation employer employee
    income make makes making earn earns salary wage wages earning
    doctor physician clinician gp
    symptom symptoms pain hurt hurts ache aches
    reason purpose
    deliver delivery bring ship shipping shipped
    pickup collect collection carryout takeaway takeout
    baggage luggage suitcase suitcases bag bags
    human agent representative operator somebody someone
    far distance within away
    downtown center centre city
    breakfast morning
    married spouse wife husband
    citizen citizenship national nationality
    smoke smoking smoker cigarettes
    reservation booking appointment
    borrow loan lend
    color colour
    garage carport
    driveway drive-way
    allergy allergies allergic intolerance
    topping toppings
    crust base
    beverage drink drinks
    gift present
    broken defective damaged faulty
    fragile breakable
    complete total absolute utter
    refund reimburse reimbursement
    repay repayment term
    tall height
    weigh weight
    pound pounds lb lbs
    apartment flat unit
    house home residence
    myself yourself himself herself ourselves themselves self
    square sq sqft
    feet foot ft sqft
    hour hours hr hrs
    minute minutes mins
    kilogram kilograms kilos kilo kg
    centimeter centimeters centimetre cm
    outdoor outdoors outside terrace patio
    indoor indoors inside
    refrigerator fridge
    medicine medication drug
    wheelchair accessible accessibility
    window aisle seat
    nonstop direct
    roundtrip two-way
    oneway one-way
    """.strip().splitlines()
)
"""Words that people use for each other, one meaning a line."""

SUFFIXES: Final = (
    ("ations", ""),
    ("ation", ""),
    ("ances", ""),
    ("ance", ""),
    ("ences", ""),
    ("ence", ""),
    ("ments", ""),
    ("ment", ""),
    ("ings", ""),
    ("ing", ""),
    ("ied", "y"),
    ("ies", "y"),
    ("ed", ""),
    ("ly", ""),
)
"""Endings that are taken off, longest first, where enough of the word is left."""


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """The part of a lower-case word that its forms share: "insured" and "insurance" are "insur"."""
    word = word.removesuffix("'s").replace("'", "")
    if word in IRREGULAR:
        return _without_e(IRREGULAR[word])
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-2] if word.endswith(("ches", "shes", "xes", "sses", "zes")) else _singular(word)
    for ending, replacement in SUFFIXES:
        if word.endswith(ending) and len(word) - len(ending) >= (5 if len(ending) > 3 else 3):
            word = word[: -len(ending)] + replacement
            if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
                word = word[:-1]
            break
    return _without_e(word)


@lru_cache(maxsize=8192)
def concepts(word_stem: str) -> frozenset[int]:
    """The numbers of the concepts that a stem belongs to."""
    return _concept_index().get(word_stem, frozenset())


@lru_cache(maxsize=1)
def known_words() -> frozenset[str]:
    """Words that are surely no misspelling of another one."""
    return (
        STOP_WORDS
        | GENERIC_WORDS
        | frozenset(IRREGULAR)
        | frozenset(word for line in CONCEPTS for word in line)
    )


@lru_cache(maxsize=1)
def _concept_index() -> dict[str, frozenset[int]]:
    index: dict[str, set[int]] = {}
    for number, words in enumerate(CONCEPTS):
        for word in words:
            index.setdefault(stem(word), set()).add(number)
    return {word: frozenset(numbers) for word, numbers in index.items()}


def _singular(word: str) -> str:
    return word[:-3] + "y" if word.endswith("ies") and len(word) > 4 else word[:-1]


def _without_e(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("e") else word

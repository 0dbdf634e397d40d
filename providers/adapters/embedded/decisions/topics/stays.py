"""Where people stay and eat: rooms, what a house offers, where it is, how many come."""

from typing import Final

from providers.adapters.embedded.decisions.topics.topic import Topic

ROOMS: Final = Topic(
    "rooms",
    heads="""
        room, rooms, room type, bed, beds, zimmer*, bett, betten, chambre*, habitacion*, camera,
        camere, quarto*, kamer, kamers, bedroom*
    """,
    words="""
        suite*, one bed, 1 bed, two beds, 2 beds, double room, double bed, single room, single bed, king bed,
        queen bed, zwei betten, ein bett, una cama, un lit, single?, double?, roommate?, share a bed,
        sleep in, sleeps?, separate beds, living area,
        living room, one big bed, bedroom suite, schlafen?, getrennt?, schlafzimmer, dormir?, salon?,
        chambre double, deux lits, habitacion doble, dormire?, salotto, slapen?, eenpersoons*,
        tweepersoons*, twin*, king size, queen size, kingsize, penthouse, studio, apartment?, bunk*,
        mattress, *zimmer, *bett, *betten, doppelbett, einzelbett, lit, lits, grand lit, cama, camas,
        doble?, individual?, letto, letti, matrimoniale, singola?, doppia?, singoli?, casal?, solteiro,
        *bed, *bedden, slaapkamer, *kamer, pokoj, pokoje, lozko, lozka, lozk*, apartament, oda, odasi,
        yatak, yatakli
    """,
    says=(
        "a room with two beds",
        "one big bed for both of us",
        "We would like a suite.",
        "a single room or a double room",
        "We want to sleep in separate beds.",
        "We need more space to live in.",
    ),
)

FACILITIES: Final = Topic(
    "facilities",
    heads="""
        amenit*, facilit*, feature*, equipment, extras, perks, offers, services?, ausstattung*,
        einrichtung*, equipement*, commodites, servicios?, comodidades, servizi?, dotazioni, comodita,
        voorzieningen, faciliteiten
    """,
    words="""
        wifi, wi-fi, wi fi, wlan, internet, parking, park?, garage, pool, pools, swimming, swim, sauna, spa,
        gym, fitness, workout, breakfast*, restaurant?, bar?, pet, pets, pet friendly, dog, dogs, cat, cats,
        puppy, smoking, non-smoking, nonsmoking, smoke*, kitchen*, shuttle, concierge, room service,
        air conditioning, aircon, balcony, terrace, tv, streaming, netflix, tennis, meeting room,
        conference, business center, charg*, electric car, e-auto, elektroauto, lade*, voiture electrique,
        coche electrico, auto elettrica, carro eletrico, barbecue, jacuzzi, hot tub, housekeeping,
        hair dryer, fridge, microwave, desk?, wash*, clothes?, playground, babysit*, 24 hour?, allergic?,
        smoke-free, cigarett*, zigarett*, fumador*, fumatori, fumar, fumer, roken, bicycle*, bikes,
        ski room, beach towel*, robe, charger, ev, wheelchair, elevator, lift, laundry, reception,
        connecting rooms, crib, bathtub, minibar, park the car, fruhstuck*, parkplatz, parkplatze, parken,
        schwimmbad, schwimmbecken, fitnessraum, haustier*, hund, hunde, katze*, nichtraucher*, kuche,
        klimaanlage, aufzug, ladestation, balkon, terrasse, petit dejeuner, petit-dejeuner, stationnement,
        garer, piscine*, salle de sport, chien*, chat?, chats, animaux, animal, non-fumeur, cuisine,
        climatisation, ascenseur, navette, desayuno*, aparcamiento, estacionamiento, aparcar, piscina*,
        gimnasio, perro*, gato*, mascota*, animales, cocina, aire acondicionado, ascensor, colazione,
        parcheggi*, palestra, cane, cani, gatto, gatti, animali, cucina, aria condizionata, ascensore,
        cafe da manha, pequeno-almoco, estacion*, academia, ginasio, cachorro*, cao, animais, cozinha,
        ar condicionado, elevador, ontbijt*, parkeer*, parkeren, zwembad, sportschool, fitnessruimte, hond*,
        huisdier*, keuken, sniadanie, basen*, silowni*, psa, zwierze*, havuz*, kahvalti, otopark,
        spor salonu, evcil
    """,
    says=(
        "with wifi, parking and breakfast",
        "We bring our dog.",
        "There should be a pool and a gym.",
        "a place to park and to charge the car",
        "Smoking should not be allowed.",
        "It does not matter what the hotel offers.",
        "I need a kitchen and a washing machine.",
        "Is the house accessible for a wheelchair?",
    ),
)

DISTANCE: Final = Topic(
    "distance",
    heads="""
        distance*, location*, how far, near, nearby, close to, proximity, miles, kilometers, kilometres,
        entfern*, lage, nahe, distancia, ubicacion, emplacement, proximite, distanza, posizione,
        localizacao, afstand, ligging
    """,
    words="""
        far, farther, further?, away?, airport*, downtown, city center, city centre, centre, center?,
        central, centrally, walking, walkable, walk?, mile, km, kms, kilomet*, meter?, meters, metres,
        minutes?, vicinity, close by, heart of, old town, town?, plane, train station?, subway, metro,
        underground?, tube?, beach?, minutes from, blocks?, drive?, commute, remote, outskirts, suburb*,
        quartier?, banlieue, altstadt, vorort, strand?, u-bahn, innenstadtnah, coeur de, plein centre,
        afueras, casco antiguo, playa?, metropolitana, centro storico, periferia, praia?, buitenwijk,
        binnenstad, stad?, near*, around the corner, flughafen, zentrum, stadtzentrum, innenstadt,
        stadtmitte, zentral*, zentrums*, weit, fuss?, zu fuss, entfernt, nahe*, bahnhof?, aeroport,
        centre-ville, loin, pres, proche*, gare?, a pied, aeropuerto, centro, cerca de, cerca del, lejos,
        cercano, estacion de?, andando, aeroporto, vicino, lontano, chilometr*, stazione?, a piedi, perto,
        longe, a pe, luchthaven, vliegveld, stadscentrum, centrum, dichtbij, dicht?, ver?, loopafstand,
        lotnisk*, blisko, daleko, havaalani*, havalimani*, merkez*, yakin, uzak
    """,
    says=(
        "not far from the airport",
        "within walking distance of downtown",
        "at most 5 kilometers from the city center",
        "It does not matter how far away it is.",
        "in the middle of the city",
        "a short drive from the station",
        "I do not want to travel far to get there.",
    ),
)

PEOPLE: Final = Topic(
    "people",
    heads="""
        guest*, people, person count, number of guests, travelers, party, adults, children, personen, gaste
    """,
    words="""
        adult*, child, kid, kids, baby, persons, couple, family?, wife, husband, of us, kinder, kind?,
        erwachsene*, personnes, enfant*, adultes, personas, nino*, adultos, persone, bambin*, adulti,
        pessoas, crianca*, kinderen, volwassenen
    """,
    says=("two adults and one child", "There are four of us."),
)

FOOD: Final = Topic(
    "food",
    heads="food, meal*, menu, dish*, drink*, order food, essen, speise*, comida, repas, cibo, eten",
    words="""
        pizza*, pasta, burger*, salad*, soup, vegan*, vegetarian*, lunch, dinner, dessert, coffee, beer,
        wine, hungry, mittagessen, abendessen, hunger, diner, dejeuner, manger, almuerzo, cena, comer,
        pranzo, mangiare, almoco, jantar
    """,
    says=("I would like to order a pizza.", "What is on the menu?"),
)

TOPICS: Final = (ROOMS, FACILITIES, DISTANCE, PEOPLE, FOOD)

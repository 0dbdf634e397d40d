"""What people turn to a company for: accounts, goods, trouble, health, cars, journeys."""

from typing import Final

from providers.adapters.embedded.decisions.topics.topic import Topic

TOPICS: Final = (
    Topic(
        "account",
        heads="""
            account*, login, log in, password*, username, sign in, profile, konto, kennwort, passwort,
            compte, cuenta
        """,
        words="""
            logged, locked, locked out, log on, pin?, reset, forgot*, gesperrt, anmelden, einloggen,
            vergessen, mot de passe, connexion?, identifiant, bloque, contrasena, clave, usuario, acceder,
            bloqueada, senha, conta, entrar, accesso, utente, wachtwoord, inloggen
        """,
        says=("I forgot my password.", "I cannot log in."),
    ),
    Topic(
        "delivery",
        heads="""
            deliver*, shipping, shipment*, parcel*, package, tracking, lieferung*, versand, livraison,
            envio, consegna, entrega
        """,
        words="""
            shipped, arrived yet, courier, track, where is my, paket, sendung, geliefert, colis, livre?,
            expedi*, paquete, entregar, pedido, pacco, spedizione, pacote, encomenda, pakket, bezorg*,
            levering
        """,
        says=("Where is my parcel?", "When will it be delivered?"),
    ),
    Topic(
        "trouble",
        heads="""
            problem*, complain*, defect*, broken, fault*, issue, damage*, error, reklamation, beschwerde*,
            storung, panne, queja, guasto
        """,
        words="""
            does not work, doesn't work, not working, dont work, stopped working, crash*, bug, jam, stuck,
            slow?, wrong?, kaputt, defekt, funktioniert nicht, geht nicht, fehler, ne marche pas,
            ne fonctionne, casse, reclamation, no funciona, roto, rota, averia, reclam*, non funziona,
            rotto, nao funciona, quebrad*, kapot, werkt niet, klacht
        """,
        says=("It does not work any more.", "I have a complaint."),
    ),
    Topic(
        "returning",
        heads="""
            refund*, return, returns, money back, exchange, erstatt*, rucksend*, umtausch*, rembours*,
            reembols*, rimborso, terugbetal*
        """,
        words="""
            send back, give back, zuruckgeben, zuruckschicken, geld zuruck, renvoyer, echang*, devol*,
            cambiar, restitu*, troca*, retour*
        """,
        says=("I want my money back.",),
        act=True,
    ),
    Topic(
        "status",
        heads="status, progress, state of, stand, statut, estado, stato, andamento",
        words="""
            any news, how far is, update on, what about my, how long, wie weit, neuigkeiten, ou en est,
            novedades, novita, novidades
        """,
        says=("Is there any news about my request?",),
    ),
    Topic(
        "contact",
        heads="""
            contact*, phone, telephone, email, e-mail, mail, address, kontakt*, adresse, telefon*, correo,
            telefono, indirizzo, endereco
        """,
        words="""
            reach you, mobile, call you, postcode, zip, anruf*, erreich*, joindre, numero?, llamar,
            chiamare, ligar, bellen, adres
        """,
        says=("My phone number is", "What is your email address?"),
    ),
    Topic(
        "lost",
        heads="lost, stolen, theft, missing, verlust, diebstahl, vol?, perte, robo, perdida, furto, perda",
        words="""
            stole, cant find, can't find, cannot find, disappeared, verloren, gestohlen, geklaut, perdu,
            vole, perdi, robad*, rubat*, pers*?, roubad*, gestolen, kwijt
        """,
        says=("My card was stolen.", "I cannot find it any more."),
    ),
    Topic(
        "loan",
        heads="""
            loan*, credit, mortgage, borrow*, lend*, financ*, kredit*, darlehen, pret, prestamo, hipoteca,
            prestito, mutuo, emprestimo, lening
        """,
        words="interest rate, repay*, ausleihen, finanzier*, emprunt*, prestado, hypothe*, lenen",
        says=("I need to borrow money.",),
    ),
    Topic(
        "transfer",
        heads="""
            transfer*, send money, sending money, wire, uberweis*, virement, transferencia, transferir,
            bonifico, overboek*
        """,
        words="""
            send, geld senden, geld schicken, envoyer de l'argent, enviar dinero, mandar dinero,
            inviare denaro, enviar dinheiro, overmaken
        """,
        says=("I want to send money to a friend.",),
        act=True,
    ),
    Topic(
        "balance",
        heads="balance, transactions, statement, kontostand, umsatz*, solde, saldo",
        words="""
            how much do i have, how much is left, money left, buchung*, kontoauszug, releve, cuanto tengo,
            cuanto dinero, movimientos, quanto ho, estratto, quanto tenho, extrato, rekening?
        """,
        says=("How much money is on my account?",),
    ),
    Topic(
        "health",
        heads="""
            health, doctor*, medic*, symptom*, illness, sick, appointment, arzt*, krank*, medecin, sante,
            medico, salud, salute
        """,
        words="""
            pain*, hurt*, fever, headache, cough, prescription, dentist, schmerz*, fieber, rezept, mal a,
            fievre, dolor*, fiebre, receta, febbre, mal di, dor?, febre, pijn, koorts
        """,
        says=("I have a headache.", "I need an appointment with a doctor."),
    ),
    Topic(
        "vehicle",
        heads="""
            car, cars, vehicle*, automobile, truck, motorcycle, auto?, fahrzeug*, voiture*, coche*,
            vehiculo*, macchina, veicolo, carro*
        """,
        words="toyota, ford, bmw, vw, tesla?, engine, tyre*, tire?, mileage, motor*, reifen, pneu*, gomme",
        says=("It is about my car.",),
    ),
    Topic(
        "insurance",
        heads="""
            insur*, coverage, claim, policy, premium?, versicher*, assurance*, seguro*, assicura*, verzeker*
        """,
        words="""
            accident*, liability, deductible, unfall*, schaden*, sinistre, accident, siniestro, incidente,
            acidente, ongeval
        """,
        says=("I had an accident and want to make a claim.",),
    ),
    Topic(
        "travel",
        heads="""
            flight*, train*, travel*, journey, trip, bus, flug*, zug, reise*, vol, trajet, vuelo*, tren*,
            viaje*, volo, viaggio, voo, viagem, vlucht
        """,
        words="""
            fly, flying, ticket*, airline, boarding, luggage, baggage, fliegen, bahn, koffer, avion,
            bagage*, valise, equipaje, maleta*, aereo, bagagl*, aviao, bagagem, trein
        """,
        says=("I want to fly to Rome.",),
    ),
    Topic(
        "network",
        heads="""
            network, internet, wifi, wi-fi, connection*, netz, netzwerk*, verbindung*, connexion, conexion,
            red, rete, conexao, verbinding
        """,
        words="""
            offline, online?, router, wlan, signal, no connection, kein netz, kein internet, debit,
            senza internet, sem internet
        """,
        says=("The internet is very slow.",),
    ),
)

"""Days, times and money."""

from typing import Final

from providers.adapters.embedded.decisions.topics.topic import Topic

DAYS: Final = Topic(
    "days",
    heads="""
        date, dates, day, days, calendar, check-in, check-out, checkin, checkout, arrival, departure,
        stay dates, period, night, nights, duration, datum, termin, zeitraum, reisedaten, anreise, abreise,
        fecha, fechas, date de, data, periodo, periode
    """,
    words="""
        today, tonight, tomorrow*, weekend*, week, weeks, month, months, fortnight, arriv*, leaving,
        depart*, check in, check out, checking in, checking out, until, till, monday*, tuesday*, wednesday*,
        thursday*, friday*, saturday*, sunday*, january, february, march?, april, june, july, august,
        september, october, november, december, jan?, feb, apr, jun, jul, aug, sept, oct, nov, dec, mon?,
        tue, tues, wed, thu, thurs, fri, spring, summer, autumn, winter, easter, christmas, earlier?,
        later?, postpone, #date, #ordinal?, longer?, shorter?, tonight's, upcoming, mid-month, beginning of,
        end of, extend*, prolong*, verlanger*, prolonger, alargar, prolunga*, verleng*, stay until,
        come back, back home, the day after, 1st, 2nd, 3rd, zurzeit?, ab dem, bis zum, du au?, vom?,
        vor weihnachten, sooner?, heute?, morgen?, ubermorgen, wochenende, woche*, monat*, tag, tage, nacht,
        nachte, nachten, anreis*, abreis*, ankommen, ankunft, ankomm*, abfahr*, bleiben, montag*, dienstag*,
        mittwoch*, donnerstag*, freitag*, samstag*, sonntag*, januar, februar, marz, mai, juni, juli,
        oktober, dezember, ostern, weihnachten, fruher?, spater?, verschieben, tagen, aujourd'hui?, demain,
        semaine*, mois, nuit, nuits, jour, jours, arrive*, arrivons, arriver, repart*, partons, partir?,
        jusqu'au?, lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche, janvier, fevrier, mars?,
        avril, juin, juillet, aout, septembre, octobre, novembre, decembre, ete?, noel, hoy?, manana?,
        semana*, fin de semana, mes?, meses, dia, dias, noche, noches, llegada, llegar, llegamos, llego,
        salida, lunes, martes, miercoles, jueves, viernes, sabado, domingo, enero, febrero, marzo, abril,
        mayo, junio, julio, agosto, septiembre, octubre, noviembre, diciembre, navidad, oggi?, domani,
        settiman*, mese, mesi, notte, notti, giorno, giorni, arrivo, arriviamo, partenza, partiamo, lunedi,
        martedi, mercoledi, giovedi, venerdi, sabato, domenica, gennaio, febbraio, aprile, maggio, giugno,
        luglio, settembre, ottobre, dicembre, ferragosto, pasqua, natale, hoje?, amanha, noite, noites,
        chegada, chegar, chegamos, partida, segunda-feira, terca, quarta?, quinta?, sexta?, janeiro,
        fevereiro, marco, maio, junho, julho, setembro, outubro, novembro, dezembro, vandaag?, weekeinde,
        dagen, dag?, aankomst, aankomen, vertrek, vertrekken, maandag, dinsdag, woensdag, donderdag,
        vrijdag, zaterdag, zondag, januari, februari, maart, mei, augustus, poniedziałek, wtorek, srode,
        czwartek, piatek, sobot*, niedziel*, przyjazd*, przyjezdz*, wyjazd*, wyjezdz*, noc?, noce, tydzien,
        dni, sierpnia, lipca, czerwca, pazartesi, sali, carsamba, persembe, cuma, cumartesi, pazar, agustos,
        temmuz, haziran, gece, gecelik?, hafta, gun, varis
    """,
    says=(
        "from the 3rd to the 9th of August",
        "We arrive on Friday and leave on Monday.",
        "I want to change the dates.",
        "three nights, starting tomorrow",
        "Can we stay one day longer?",
        "next weekend",
        "Let us come a week later.",
    ),
)

HOURS: Final = Topic(
    "hours",
    heads="""
        opening hours, open, opening, hours, time, times, o'clock, offnungszeiten, horario, horaires, orari
    """,
    words="""
        open, opened, opens, close at?, closing time, o'clock, clock?, a.m., p.m., noon, midday, midnight,
        morning?, afternoon?, evening?, geoffnet, offen, schliesst, uhr?, uhrzeit, ouvert*, ferme?, fermez,
        heures, abierto*, abren, cierran, horas?, aperto, aperti, aprite, chiude, aberto*, fecham, abrem,
        geopend, hoe laat
    """,
    says=("What time do you open?", "Are you open on Saturday?"),
)

MONEY: Final = Topic(
    "money",
    heads="""
        budget, price*, cost*, money, amount, spend, spending, rate, rates, fee, fees, afford*, expense*,
        preis*, kosten, geld, betrag, prix, tarif*, cout*, precio*, presupuesto, coste, costo, prezzo,
        prezzi, orcamento, preco*, custo, prijs, prijzen
    """,
    words="""
        $, €, £, cheap*, expensive, inexpensive, dear?, pricey, pricier, dollar*, euro*, usd, eur, gbp,
        bucks, quid, pounds?, cents?, francs, per night, a night, each night, nightly, la nuit, la noche,
        die nacht, la notte, a noite, broke, wallet, spendings, splurge, value for money, economical,
        low-cost, mid-range, premium, hundred?, thousand?, sparen, sparsam, zahlen, kostet, coute, budget,
        depasser?, tope?, cuesta, costa, costare, superare?, custa, kost, betalen?, uitgeven, under?, max?,
        maximum?, minimum?, at most?, at least?, limit?, up to?, no more than?, not over?, nothing over?,
        pay?, bargain*, discount*, luxury?, billig*, teuer, teurer, gunstig*, preiswert*, ausgeben,
        bezahlbar, pro nacht, hochstens?, maximal?, mindestens?, bis zu?, rabatt, bon marche, cher, chere,
        chers, moins cher, depenser, argent, par nuit, au plus?, au maximum?, barat*, car*o?, caro, cara,
        dinero, gastar, pagar?, por noche, como maximo?, maximo?, minimo?, economic*, costoso, soldi,
        spendere, spesa, a notte, al massimo?, massimo?, meno caro, dinheiro, reais, por noite, no maximo?,
        goedkoop*, duur, duurder, per nacht, hoogstens?, tani*, drogi*, droz*, zł, zlotych, ucuz, pahali,
        lira, butce, fiyat
    """,
    says=(
        "no more than 150 a night",
        "It must be cheaper, that is too expensive.",
        "We can spend up to 700 dollars.",
        "Money does not matter.",
        "between 200 and 400 euros",
        "I cannot afford that much.",
        "We are willing to pay more.",
    ),
)

PAYMENT: Final = Topic(
    "payment",
    heads="""
        payment*, pay, paying, invoice*, bill, billing, receipt, zahlung*, rechnung*, paiement, pago,
        pagamento
    """,
    words="""
        paid, credit card, debit card, paypal, cash, charged, instalment*, bezahl*, kreditkarte, quittung,
        bar?, payer, facture*, carte bancaire, pagar, tarjeta, factura*, recibo, carta di credito, fattura,
        pagare, cartao, fatura, betalen, betaling, factuur
    """,
    says=("How can I pay?", "I have a question about my bill."),
)

TOPICS: Final = (DAYS, HOURS, MONEY, PAYMENT)

"""The words that say what a line of a paper is, in the languages of the shops around us."""

import re
from typing import Final


def _any(*alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(alternatives)})(?!\w)", re.I)


SUBTOTAL: Final = _any(
    r"sub-?\s?total[eo]?", "zwischensumme", "nettobetrag", "nettosumme", r"summe netto", r"sous-total",
    r"total\s+(?:h\.?t\.?|net|neto|netto|excl?\.?\w*|before\s+tax\w*)", r"montant\s+h\.?t\.?",
    r"base imponible",
    "imponibile", r"(?:items?|net|merchandise|goods)\s+(?:total|amount)", "subtotaal",
    r"totaal excl\.?\w*",
)  # fmt: skip
TOTAL: Final = _any(
    "total", "totale", "totaal", "totalt", "summe", "gesamt", "gesamtbetrag", "gesamtsumme", "endbetrag",
    "endsumme", "rechnungsbetrag", "zahlbetrag", r"zu zahlen", r"net [àa] payer", r"[àa] payer", r"a pagar",
    r"importe total", r"amount (?:due|paid)", r"balance due", r"te betalen", "razem", "suma", r"da pagare",
    r"total\w* (?:due|paid)",
)  # fmt: skip
TAX: Final = _any(
    "tax", "taxes", "vat", r"[csi]?gst", "hst", "pst", "qst", r"mwst\.?", "mehrwertsteuer", r"ust\.?",
    "umsatzsteuer", "steuer", "tva", "taxe", "iva", "impuestos?", "imposta", "btw", "moms", "mva", "igic",
    "imposto",
)  # fmt: skip
TIP: Final = _any("tip", "gratuity", "trinkgeld", "pourboire", "propina", "mancia", "fooi", "gorjeta")
PAYMENT: Final = _any(
    "cash", "card", "visa", "mastercard", "amex", "debit", "credit", "change", "tendered", "paid", "payment",
    "bar", r"geg\.?", "gegeben", "rückgeld", "zurück", r"\w*karte", "girocard", "bezahlt", "carte", "espèces",
    "rendu", "payé", "efectivo", "cambio", "tarjeta", "pagado", "contanti", "resto", "pagamento", "carta",
    "pin", "contant", "wisselgeld", "betaald", "saved", "savings", "gespart", "ahorro",
    r"auth\w*", "approved", "dinheiro", "troco", "cartão", "paypal", "ec",
)  # fmt: skip
INCLUDED: Final = _any(
    r"incl\w*\.?", r"inkl\w*\.?", r"enthalten\w*", "darin", "davon", "dont", r"di cui", r"compris\w*",
    r"inclu[isy]\w*", "w tym", "waarvan", "inbegrepen", "ttc",
)  # fmt: skip
ADDED: Final = _any(r"zzgl\.?", r"zuzüglich", "plus", "más", "at", "auf")
NUMBER_OF: Final = re.compile(r"(?:no|nr|n[°º]|number|nummer|num|id|idnr|reg\w*|code|ident\w*)\b\.?", re.I)
"""Beside a word for tax: a number that names somebody, and no amount."""
DISCOUNT: Final = _any(
    "discount", "coupon", "voucher", "rebate", "saving", r"rabatt\w*", "nachlass", "gutschein", "remise",
    "réduction", "descuento", "dto", "sconto", "korting", "desconto",
)  # fmt: skip
TITLE: Final = re.compile(
    r"^\W*(?:(?:tax|customer|sales|your|proforma|vat|order)\s+)*(?:receipt|invoice|bill|order|confirmation"
    r"|statement|rechnung|quittung|kassenbon|beleg|bon|facture|re[çc]u|ticket|factura|recibo|fattura|ricevuta"
    r"|scontrino|documento commerciale|factuur|kassabon|welcome|willkommen|bienvenue|duplicate"
    r"|copy)\b[^a-z]*(?:to|no|nr|n[°º]|number)?[^a-z]*$",
    re.I,
)
"""A line that says what the paper is, not whose."""
SELLER: Final = re.compile(
    r"^\W*(?:seller|sold by|vendor|merchant|supplier|store|shop|issued by|from|verkäufer|händler|vendeur"
    r"|vendedor|venditore|verkoper)\s*:\s*(?P<name>\S.*)$",
    re.I,
)
DATE: Final = _any(
    "date", "dated", "issued", r"\w*datum", r"\w*dato", "fecha", "data", "émis", "emitid[oa]", "emissione",
)  # fmt: skip
DUE: Final = _any(
    "due", r"pay(?:able)? by", r"payable", r"fällig\w*", "zahlbar", "zahlungsziel", "échéance",
    "vencimiento", "vence", "scadenza", "vervaldatum", r"uiterste\w*",
)  # fmt: skip
SERVICE: Final = _any(
    "service", "delivery", "delivered", "performed", "supply", r"liefer\w*", r"leistung\w*", "prestation",
    "livraison", "entrega", "servicio", "prestación", "consegna", r"lever\w*",
)  # fmt: skip

"""Papers with sums on them, such as receipts and invoices: read from a prompt's data into a tool's fields.

What is not printed is not known: no number is made up but by adding and multiplying printed ones.
Where a paper does not add up it is handed over as it is printed; the tool's rules have the say.
"""

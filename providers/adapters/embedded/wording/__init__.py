"""What the model says: acknowledgements, reasons and questions, in the words of the fields."""

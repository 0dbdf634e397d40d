"""One adapter a provider type; each turns the port's requests into one vendor's wire format."""

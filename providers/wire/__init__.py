"""What every adapter that speaks HTTP shares: JSON texts, event streams, statuses as faults."""

"""Work that nobody waits for, on rows that are claimed by one conditional write each."""

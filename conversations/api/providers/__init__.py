"""Who answers, how they are, and whether they answer now."""

"""What operators of this site have: commands that serve it and back it up, and checks of a deployment."""

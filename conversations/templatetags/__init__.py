"""What templates of the back office say in their own way."""

"""Parts of pages that show something, each one function or template, used wherever it is shown."""

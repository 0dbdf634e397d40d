"""What every view of the API stands on: async views, strict reading, problem details, pages, allowances."""

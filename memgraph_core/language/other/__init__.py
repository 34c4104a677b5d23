"""The pack for every language without rules of its own."""

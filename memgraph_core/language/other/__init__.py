"""The pack for languages without a pack."""

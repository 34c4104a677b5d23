"""Reads from the file: searches, planning snapshots, listings and exports."""

"""Parts of relation reading: masked sentences, appointments, and places that 'here' means."""

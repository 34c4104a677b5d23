"""A namespace as records that any store can be told again: to be kept as JSON lines, or to be moved.

Records come in batches, each small enough for one transaction and told to nobody before it is complete. The log comes
first, in its order; then what was derived, by the plans that would have made it, each of which may be repeated
harmlessly. So no more than a batch is held at once, and a load that was interrupted is just begun again.

A rebuild that is in progress is not part of it: it is begun anew where the archive was loaded.
"""

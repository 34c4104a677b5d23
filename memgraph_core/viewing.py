"""The verbs of `Memory` that summarise what memory knows. They write nothing and call no model."""

from memgraph_core.engine import views
from memgraph_core.inspection import Moment
from memgraph_core.records.conformance import check_verbs
from memgraph_core.searching import Searching
from memgraph_core.views.profile import Profile, ProfileChanges, changes_between


@check_verbs
class Viewing(Searching):
    """Derived views of one namespace. Each line of a view has the facts and notes that it is based on."""

    def profile(
        self,
        name: str,
        *,
        as_of: Moment | None = None,
        known_at: Moment | None = None,
        now: Moment | None = None,
    ) -> Profile | None:
        """What memory knows of an entity, by section: what holds, what is planned, and what held before.

        None when no entity has this name. `as_of` gives the profile of an earlier day; `known_at` leaves out what was
        recorded later. `profile.text(tokens=300)` writes it for a prompt.
        """
        past = self._optional_moment(as_of, "as_of")
        known = self._optional_moment(known_at, "known_at")
        return views.profile(self.store, name, past or self._now(now), known, is_past=past is not None)

    def profile_changes(self, name: str, since: Moment, until: Moment | None = None) -> ProfileChanges | None:
        """What began and ended in the profile of an entity between two moments (default: now).

        None when no entity has this name.
        """
        earlier, later = self.profile(name, as_of=since), self.profile(name, as_of=until)
        return None if earlier is None or later is None else changes_between(earlier, later)

"""The verb `lease`: read logged turns with what extraction needs, and reserve them for one reader."""

import time
from collections.abc import Sequence

from memgraph_core.records.log import AppendResult, LeaseRequest
from memgraph_core.store.sqlite import claims, log, place
from memgraph_core.store.sqlite.connection import Link


def lease(
    link: Link,
    namespace: str,
    uids: Sequence[str],
    keys: Sequence[str],
    before: int,
    candidates: int,
    request: LeaseRequest | None,
) -> AppendResult:
    """See `Store.lease`. With a request the transaction must be a writing one."""
    here = place.find(link, namespace)
    if here is None:
        return log.keys_only(link, namespace, keys)
    now = time.time()
    distinct = list(dict.fromkeys(uids))
    rows = log.read_logged(link, here, distinct, keys, before, candidates, request, now)
    result = log.append_result(namespace, here, distinct, frozenset(), rows)
    if request:
        claims.take(link, here, request, result, now)
    return result

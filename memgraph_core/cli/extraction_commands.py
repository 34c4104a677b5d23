"""Commands for extraction by a language model: extract incomplete windows, and show the cost."""

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.invocation import open_memory, open_memory_with_models
from memgraph_core.cli.write_commands import report_retry
from memgraph_core.records.log import CallTotals


def flush(session: o.InSession = None, *, invocation: o.WithModels) -> None:
    """Extract the turns of incomplete windows now, and those that failed before."""
    with open_memory_with_models(invocation) as memory:
        receipt = memory.flush(session)
    report_retry(invocation, receipt)


def ledger(limit: o.Limit = 20, *, invocation: o.OnMemory) -> None:
    """List the calls of language models for this namespace with their cost, newest first."""
    with open_memory(invocation) as memory:
        calls = memory.ledger(limit=invocation.longest_list)
    spent = CallTotals().plus(calls)
    listed = {"calls": calls[:limit], "spent": spent}
    nothing = "No calls of a language model."
    printing.answer(invocation, listed, lambda: printing.ledger(calls[:limit], spent) if calls else nothing)

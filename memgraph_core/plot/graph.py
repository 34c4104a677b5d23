"""A picture of what answers a question: the hits, the entities they speak of, and the facts that join these."""

# matplotlib's types are too open for the strict mode, and the checks run without it too.
# pyright: basic, reportMissingImports=false

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import networkx as nx
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from memgraph_core.plot.pictures import COLOURS, FACT, FAINT, INK, NOTE, Picture, Say, empty, wrapped
from memgraph_core.records.graph import Entity, Fact
from memgraph_core.records.search import Hit

_SEED = 7  # of the layout: the same answer gives the same picture


@dataclass(frozen=True, slots=True)
class Ties:
    """What stands in the picture: places of hits and uids of entities, and what joins them."""

    entities: tuple[str, ...]  # uids, in the order in which the hits bring them
    spoken_of: tuple[tuple[int, str], ...]  # place of a hit, entity
    spoken_by: tuple[tuple[int, str], ...]  # likewise, where it does not speak of them
    facts: Mapping[
        tuple[str, str], tuple[str, ...]
    ]  # subject and object → what joins them, until when if it ended


def ties_of(hits: Sequence[Hit], known: Mapping[str, Entity]) -> Ties:
    """From the paths and the facts of hits: entities beside a hit on its path, those of its facts, and who said it."""
    spoken: dict[tuple[int, str], None] = {}
    facts: dict[tuple[str, str], dict[str, None]] = {}
    places = {uid: place for place, hit in reversed([*enumerate(hits)]) for uid in (hit.uid, *hit.turns)}
    for place, hit in enumerate(hits):
        for one, other in pairwise(hit.path):
            for entity, beside in ((one, other), (other, one)):
                if entity.label == "Entity" and entity.uid in known and beside.uid in places:
                    spoken[places[beside.uid], entity.uid] = None
        for fact in hit.facts:
            if fact.subject in known and fact.object in known:
                facts.setdefault((fact.subject, fact.object), {})[_label(fact)] = None
                spoken |= {(place, fact.subject): None, (place, fact.object): None}
    speakers = {entity.name: uid for uid, entity in known.items()}
    said = [(place, speakers[hit.speaker or ""]) for place, hit in enumerate(hits) if hit.speaker in speakers]
    by = tuple(tie for tie in said if tie not in spoken)
    named = dict.fromkeys(uid for _, uid in (*spoken, *by))
    return Ties(tuple(named), tuple(spoken), by, {ends: tuple(labels) for ends, labels in facts.items()})


def _label(fact: Fact) -> str:
    relation = fact.type.replace("_", " ").lower()
    return f"{relation} until {fact.holds_until:%Y-%m-%d}" if fact.holds_until else relation


def subgraph(question: str, hits: Sequence[Hit], known: Mapping[str, Entity]) -> Picture:
    """The hits as numbered notes, best first, with what joins them; beside it what each of them says."""
    if not hits:
        return empty(question)
    ties = ties_of(hits, known)

    def draw(figure: Figure, say: Say) -> None:
        left, right = figure.subplots(1, 2, width_ratios=(3, 2))
        left.set_title(say(question, 80))
        _draw_graph(left, hits, ties, known, say)
        _draw_list(right, hits, say)
        for axes in (left, right):
            axes.set_axis_off()

    names = (known[uid].name for uid in ties.entities)
    height = max(5.0, 0.9 * len(hits))
    return Picture(size=(13, height), texts=(question, *names, *(hit.text for hit in hits)), draw=draw)


def _draw_graph(axes: Axes, hits: Sequence[Hit], ties: Ties, known: Mapping[str, Entity], say: Say) -> None:
    at = _places(len(hits), ties)
    for line, ends in (("-", ties.spoken_of), (":", ties.spoken_by)):
        for place, uid in ends:
            axes.plot(*zip(at[place], at[uid], strict=True), line, color=FAINT, linewidth=1.3, zorder=1)
    for (subject, object), labels in ties.facts.items():
        axes.annotate(
            "", at[object], at[subject], zorder=2,
            arrowprops={"arrowstyle": "-|>", "color": FACT, "linewidth": 1.6, "shrinkA": 14, "shrinkB": 14},
        )  # fmt: skip
        middle = (np.asarray(at[subject]) + np.asarray(at[object])) / 2
        axes.text(float(middle[0]), float(middle[1]), "\n".join(labels), color=FACT, fontsize=8,
                  ha="center", va="center", zorder=5, bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})  # fmt: skip
    for uid in ties.entities:
        axes.scatter(
            *at[uid], s=560, color=COLOURS[known[uid].type], edgecolor="white", linewidth=1.5, zorder=3
        )
        axes.annotate(say(known[uid].name, 24), at[uid], (0, -17), textcoords="offset points", ha="center", va="top",
                      fontsize=10, weight="bold", zorder=6,
                      bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.75, "pad": 0.5})  # fmt: skip
    for place in range(len(hits)):
        axes.scatter(*at[place], s=330, color=NOTE, edgecolor="white", linewidth=1.2, zorder=4)
        axes.text(*at[place], str(place + 1), ha="center", va="center", fontsize=9, zorder=5)
    axes.margins(0.12)


def _places(hits: int, ties: Ties) -> dict[int | str, tuple[float, float]]:
    """Where each stands: joined ones near each other, all of them apart; groups that nothing joins side by side."""
    graph = nx.Graph()
    graph.add_nodes_from([*ties.entities, *range(hits)])
    graph.add_edges_from((*ties.spoken_of, *ties.spoken_by, *ties.facts))
    at: dict[int | str, tuple[float, float]] = {}
    left = 0.0
    groups = list(nx.connected_components(graph))
    for group in sorted(groups, key=lambda group: (-len(group), str(min(map(str, group))))):
        # By count, for a set has no order that two processes share, and a layout begins with the first.
        ordered = nx.Graph()
        ordered.add_nodes_from(node for node in graph if node in group)
        ordered.add_edges_from(graph.subgraph(group).edges)
        width = float(np.sqrt(len(group)))
        near = 2.2 / width
        found = nx.spring_layout(ordered, k=near, iterations=400, seed=_SEED, scale=width / 2)
        left += width / 2
        at |= {node: (left + float(x), float(y)) for node, (x, y) in found.items()}
        left += width / 2 + 0.6
    return at


def _draw_list(axes: Axes, hits: Sequence[Hit], say: Say) -> None:
    axes.set_xlim(0, 1)
    axes.set_ylim(len(hits), 0)
    for place, hit in enumerate(hits):
        source = " · ".join(
            part for part in (f"{hit.said_at:%Y-%m-%d}" if hit.said_at else "", hit.speaker) if part
        )
        axes.scatter(0.03, place + 0.3, s=330, color=NOTE, edgecolor="white", clip_on=False)
        axes.text(0.03, place + 0.3, str(place + 1), ha="center", va="center", fontsize=9)
        axes.text(0.09, place + 0.12, say(source, 60), va="center", fontsize=8, color=COLOURS["Thing"])
        axes.text(0.09, place + 0.24, wrapped(say(hit.text, 170), 66, 3), va="top", fontsize=8.5, color=INK)

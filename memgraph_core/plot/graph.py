"""A picture of the hits of a question: the hits, their entities, and the facts between these entities."""

# matplotlib's types are too loose for strict mode, and the checks also run without matplotlib.
# pyright: basic, reportMissingImports=false

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import networkx as nx
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from memgraph_core.language.vocabulary import relation_of
from memgraph_core.plot.labels import Labels, labels_for
from memgraph_core.plot.pictures import COLOURS, FACT, FAINT, INK, NOTE, Fit, Picture, empty, wrapped
from memgraph_core.records.graph import Entity, Fact
from memgraph_core.records.kinds import EntityType
from memgraph_core.records.search import Hit

_SEED = 7  # of the layout, so that equal hits give equal pictures

Positions = dict[int | str, tuple[float, float]]  # by position of a hit or uid of an entity


@dataclass(frozen=True, slots=True)
class Connections:
    """The nodes and edges of the picture. A hit is given by its position in the list of hits, from 0."""

    entities: tuple[str, ...]  # uids, in the order of the hits
    about: tuple[tuple[int, str], ...]  # position of a hit, uid of an entity that the hit is about
    spoken_by: tuple[tuple[int, str], ...]  # hit, its speaker, if it is not about the speaker
    facts: Mapping[tuple[str, str], tuple[Fact, ...]]  # subject and object → facts, in the order of the hits
    values: Mapping[str, tuple[Fact, ...]]  # subject → facts whose object is a value, such as a date


def connections_of(hits: Sequence[Hit], entities: Mapping[str, Entity]) -> Connections:
    """The entities to draw: those next to a hit on its path, those of its facts, and its speaker.

    `entities` are the entities of the memory by uid.
    """
    about: dict[tuple[int, str], None] = {}
    facts: dict[tuple[str, str], dict[str, Fact]] = {}
    values: dict[str, dict[str, Fact]] = {}
    positions = {uid: number for number, hit in reversed([*enumerate(hits)]) for uid in (hit.uid, *hit.turns)}
    literals = {fact.object for hit in hits for fact in hit.facts if relation_of(fact.type).literal}
    for number, hit in enumerate(hits):
        for one, other in pairwise(hit.path):
            for entity, neighbour in ((one, other), (other, one)):
                if (
                    entity.label == "Entity"
                    and entity.uid in entities.keys() - literals
                    and neighbour.uid in positions
                ):
                    about[positions[neighbour.uid], entity.uid] = None
        for fact in hit.facts:
            if fact.subject not in entities or fact.object not in entities:
                continue
            about[number, fact.subject] = None
            if fact.object in literals:
                values.setdefault(fact.subject, {})[fact.uid] = fact
            else:
                about[number, fact.object] = None
                facts.setdefault((fact.subject, fact.object), {})[fact.uid] = fact
    speakers = {entity.name: uid for uid, entity in entities.items()}
    spoken = [
        (number, speakers[hit.speaker or ""]) for number, hit in enumerate(hits) if hit.speaker in speakers
    ]
    spoken_by = tuple(pair for pair in spoken if pair not in about)
    return Connections(
        entities=tuple(dict.fromkeys(uid for _, uid in (*about, *spoken_by))),
        about=tuple(about),
        spoken_by=spoken_by,
        facts={ends: tuple(by_uid.values()) for ends, by_uid in facts.items()},
        values={subject: tuple(by_uid.values()) for subject, by_uid in values.items()},
    )


def _relation(fact: Fact, labels: Labels) -> str:
    relation = labels.relation(fact.type)
    return (
        labels.phrase("until", relation=relation, day=f"{fact.holds_until:%Y-%m-%d}")
        if fact.holds_until
        else relation
    )


def subgraph(question: str, hits: Sequence[Hit], entities: Mapping[str, Entity]) -> Picture:
    """The hits as numbered notes, best first, with their entities and facts; on the right, the texts of the hits.

    `entities` are the entities of the memory by uid.
    """
    if not hits:
        return empty(question)
    connections = connections_of(hits, entities)
    names = [entities[uid].name for uid in connections.entities]
    labels = labels_for([question, *names])
    captions = {uid: _caption(uid, connections, entities, labels) for uid in connections.entities}

    def draw(figure: Figure, fit: Fit) -> None:
        left, right = figure.subplots(1, 2, width_ratios=(3, 2))
        left.set_title(fit(question, 80))
        positions = _positions(len(hits), connections)
        _draw_edges(left, connections, positions, labels)
        _draw_nodes(left, len(hits), connections, positions, {uid: entities[uid].type for uid in captions})
        _draw_captions(left, captions, positions, fit)
        left.margins(0.12)
        _draw_list(right, hits, fit)
        for axes in (left, right):
            axes.set_axis_off()

    texts = (question, *labels.texts, *(line for lines in captions.values() for line in lines))
    height = max(5.0, 0.9 * len(hits))
    return Picture(size=(13, height), texts=(*texts, *(hit.text for hit in hits)), draw=draw)


def _caption(
    uid: str, connections: Connections, entities: Mapping[str, Entity], labels: Labels
) -> tuple[str, ...]:
    """The name of an entity, and a line for each of its values."""
    values = connections.values.get(uid, ())
    return (
        entities[uid].name,
        *(f"{_relation(fact, labels)} {entities[fact.object].name}" for fact in values),
    )


def _draw_edges(axes: Axes, connections: Connections, positions: Positions, labels: Labels) -> None:
    for line, ends in (("-", connections.about), (":", connections.spoken_by)):
        for hit, uid in ends:
            axes.plot(
                *zip(positions[hit], positions[uid], strict=True), line, color=FAINT, linewidth=1.3, zorder=1
            )
    for (subject, object), facts in connections.facts.items():
        start, end = positions[subject], positions[object]
        axes.annotate(
            "", end, start, zorder=2,
            arrowprops={"arrowstyle": "-|>", "color": FACT, "linewidth": 1.6, "shrinkA": 14, "shrinkB": 14},
        )  # fmt: skip
        relations = dict.fromkeys(_relation(fact, labels) for fact in facts)
        axes.text((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, "\n".join(relations), color=FACT, fontsize=8,
                  ha="center", va="center", zorder=5, bbox={"facecolor": "white", "edgecolor": "none", "pad": 1})  # fmt: skip


def _draw_nodes(
    axes: Axes, hits: int, connections: Connections, positions: Positions, types: Mapping[str, EntityType]
) -> None:
    for uid in connections.entities:
        colour = COLOURS[types[uid]]
        axes.scatter(*positions[uid], s=560, color=colour, edgecolor="white", linewidth=1.5, zorder=3)
    for hit in range(hits):
        axes.scatter(*positions[hit], s=330, color=NOTE, edgecolor="white", linewidth=1.2, zorder=4)
        axes.text(*positions[hit], str(hit + 1), ha="center", va="center", fontsize=9, zorder=5)


def _draw_captions(
    axes: Axes, captions: Mapping[str, tuple[str, ...]], positions: Positions, fit: Fit
) -> None:
    for uid, lines in captions.items():
        text = "\n".join(fit(line, 32) for line in lines)
        axes.annotate(text, positions[uid], (0, -17), textcoords="offset points", ha="center", va="top",
                      fontsize=10, weight="bold", zorder=6,
                      bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.75, "pad": 0.5})  # fmt: skip


def _positions(hits: int, connections: Connections) -> Positions:
    """Coordinates by hit and entity: a spring layout of each connected component, the components from left to right."""
    graph = nx.Graph()
    graph.add_nodes_from([*connections.entities, *range(hits)])
    graph.add_edges_from((*connections.about, *connections.spoken_by, *connections.facts))
    positions: Positions = {}
    left = 0.0
    components = list(nx.connected_components(graph))
    for component in sorted(components, key=lambda nodes: (-len(nodes), str(min(map(str, nodes))))):
        # A layout depends on the order of the nodes, and a set has a different order in every process.
        ordered = nx.Graph()
        ordered.add_nodes_from(node for node in graph if node in component)
        ordered.add_edges_from(graph.subgraph(component).edges)
        width = float(np.sqrt(len(component)))
        layout = nx.spring_layout(ordered, k=2.2 / width, iterations=400, seed=_SEED, scale=width / 2)
        left += width / 2
        positions |= {node: (left + float(x), float(y)) for node, (x, y) in layout.items()}
        left += width / 2 + 0.6
    return positions


def _draw_list(axes: Axes, hits: Sequence[Hit], fit: Fit) -> None:
    axes.set_xlim(0, 1)
    axes.set_ylim(len(hits), 0)
    for number, hit in enumerate(hits):
        source = " · ".join(
            part for part in (f"{hit.said_at:%Y-%m-%d}" if hit.said_at else "", hit.speaker) if part
        )
        axes.scatter(0.03, number + 0.3, s=330, color=NOTE, edgecolor="white", clip_on=False)
        axes.text(0.03, number + 0.3, str(number + 1), ha="center", va="center", fontsize=9)
        axes.text(0.09, number + 0.12, fit(source, 60), va="center", fontsize=8, color=COLOURS["Thing"])
        axes.text(0.09, number + 0.24, wrapped(fit(hit.text, 170), 66, 3), va="top", fontsize=8.5, color=INK)

"""Prints sampled names that the rules find in conversations, for a person to judge.

    python benchmarks/language/entities.py FILE.jsonl --sample 60 --seed 7 --half 2

FILE has one conversation a line, `{"language": …, "turns": [{"speaker": …, "text": …}, …]}`; `--half` takes
the first or the second half of its lines. For English it prints sampled names other than the speakers, each with
its type and its sentence, so that the precision of spans and types can be counted. With `--sentences`, and always
for Chinese, it prints sampled sentences with all their names, so that missed names show too. As in the engine,
names of earlier turns are known in later turns, unless `--fresh` is given. Counts and times come last.
"""

import argparse
import json
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from memgraph_core.language.entities import Named, named_in
from memgraph_core.language.names import name_key
from memgraph_core.language.sentences import sentences_of
from memgraph_core.records.kinds import EntityType


@dataclass(frozen=True)
class Read:
    """A sentence and its names other than the speakers."""

    text: str
    names: tuple[Named, ...]


def main() -> None:
    """Read the file and print the sample and the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--half", type=int, choices=(1, 2), default=2)
    parser.add_argument("--sentences", action="store_true", help="sample sentences instead of names")
    parser.add_argument("--fresh", action="store_true", help="ignore the names of earlier turns")
    options = parser.parse_args()
    lines = options.file.read_text(encoding="utf-8").splitlines()
    middle = len(lines) // 2
    conversations = [json.loads(line) for line in (lines[:middle] if options.half == 1 else lines[middle:])]
    language = conversations[0].get("language", "en")
    named_in("warm 北京", language)
    started = time.process_time()
    read = [
        sentence
        for conversation in conversations
        for sentence in read_conversation(conversation, options.fresh)
    ]
    seconds = time.process_time() - started
    generator = random.Random(options.seed)
    if options.sentences or language == "zh":
        show_sentences(generator.sample(read, min(options.sample, len(read))))
    else:
        pairs = [(name, sentence.text) for sentence in read for name in sentence.names]
        show_names(generator.sample(pairs, min(options.sample, len(pairs))))
    turns = sum(len(conversation["turns"]) for conversation in conversations)
    count = sum(len(sentence.names) for sentence in read)
    typed = sum(name.type is not None for sentence in read for name in sentence.names)
    print(f"\n{turns} turns, {len(read)} sentences, {count} names, {typed} with a type")
    print(f"{1000 * seconds / turns:.3f} ms per turn, {1000 * seconds / len(read):.3f} ms per sentence (CPU)")


def read_conversation(conversation: dict, fresh: bool) -> Iterator[Read]:
    """The sentences of a conversation with their names, in order."""
    language = conversation.get("language", "en")
    speakers = {
        name_key(turn["speaker"]): turn["speaker"] for turn in conversation["turns"] if turn.get("speaker")
    }
    known = dict(speakers)
    types: dict[str, EntityType] = dict.fromkeys(speakers, "Person")
    for turn in conversation["turns"]:
        for text in sentences_of(turn["text"]):
            names = named_in(text, language, known, types)
            yield Read(text, tuple(n for n in names if name_key(n.text) not in speakers))
            for name in () if fresh else names:
                known.setdefault(name_key(name.text), name.text)
                if name.type is not None:
                    types.setdefault(name_key(name.text), name.type)


def show_names(pairs: list[tuple[Named, str]]) -> None:
    """Print one name per line, marked in its sentence."""
    for number, (name, text) in enumerate(pairs, start=1):
        around = f"{text[max(0, name.start - 70) : name.start]}[{text[name.start : name.end]}]{text[name.end : name.end + 50]}"
        print(f"{number:3} {name.type or '-':13} {name.text:28} {around}")


def show_sentences(read: list[Read]) -> None:
    """Print one sentence per line, with its names below."""
    for number, sentence in enumerate(read, start=1):
        names = "  ".join(f"{name.text}/{name.type or '-'}" for name in sentence.names)
        print(f"{number:3} {sentence.text[:160]}\n      {names or '(none)'}")


if __name__ == "__main__":
    main()

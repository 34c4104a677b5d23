"""Everything that depends on the language of a text. `pack.py` lists what a language provides.

The folders `en`, `zh` and `other` are the packs. The modules of this folder are the entry points for other packages, by topic:

    text        detection, sentences, scripts, traditional, sizes; `stating/` (speech acts, clauses, checksums)
    words       word_lists, terms, keywords, names, subject; the lists are in `words/`
    names       entities, aliases, misspelling, occurrences, versions; `naming/` decides what is a name
    people      people, coreference, spans, topic; `persons/`
    times       times, later_start, later_end; `timing/` has the rules of time expressions
    relations   entries, vocabulary, relations, doses, counts, values; `relation_entries/` and `relating/`
    assertions  assertions (what a turn does not assert), stance, contrast, secrets
    notes       kinds, salience, procedures, actions, activities, derived_text, reporting
    profiles    shown, noteworthy, lasting, specific, support, reference
    feelings    affect, topics_of_feelings, reactions
    questions   asked, asking, open_questions, request, standing_requests
    models      grounds (what a model may state), quoting (how texts are shown to a model)

CONTRIBUTING.md has a recipe for each kind of rule.
"""

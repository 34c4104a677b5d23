"""The REST routes: what they answer, and that no request reaches a namespace that its token does not cover."""

import gzip
import json
import threading
from itertools import product

import pytest

from memgraph_core.config import Settings
from memgraph_core.errors import ConfigError, InvalidInput, StoreUnavailable
from memgraph_core.server.audit import audit_records

TURN = {"text": "I live in Turin.", "speaker": "Ada", "said_at": "2026-03-20T09:00:00+01:00", "uid": "t1"}
QUESTION = {"question": "Where does Ada live?"}
# Every route with the right that it needs and a request that is valid.
ROUTES = {
    ("POST", "/v1/turns"): ("write", {"turns": [TURN]}),
    ("POST", "/v1/flush"): ("write", None),
    ("POST", "/v1/search"): ("read", QUESTION),
    ("POST", "/v1/context"): ("read", QUESTION),
    ("POST", "/v1/knows"): ("read", QUESTION),
    ("POST", "/v1/search-many"): ("read", {"questions": ["Where does Ada live?"]}),
    ("POST", "/v1/list-turns"): ("read", {}),
    ("POST", "/v1/list-notes"): ("read", {"order": "oldest"}),
    ("POST", "/v1/list-entities"): ("read", {}),
    ("POST", "/v1/count"): ("read", {"of": "notes"}),
    ("GET", "/v1/records/{uid}"): ("read", None),
    ("POST", "/v1/questions"): ("write", {"text": "Where does Ada live?"}),
    ("GET", "/v1/facts"): ("read", None),
    ("GET", "/v1/entities"): ("read", None),
    ("GET", "/v1/stats"): ("read", None),
    ("GET", "/v1/profile"): ("read", {"name": "Ada"}),
    ("GET", "/v1/summary"): ("read", None),
    ("GET", "/v1/due"): ("read", None),
    ("GET", "/v1/brief"): ("read", {"since": "2026-01-01"}),
    ("GET", "/v1/working"): ("read", {"session": "chat"}),
    ("GET", "/v1/procedures"): ("read", {"question": "How do I bake bread?"}),
    ("GET", "/v1/changes"): ("read", None),
    ("POST", "/v1/context-window"): ("read", QUESTION),
    ("POST", "/v1/runs"): ("write", {"answer": "In Turin.", "question": "Where does Ada live?"}),
    ("POST", "/v1/update"): ("write", {"uid": "unknown", "text": "I live in Rome."}),
    ("POST", "/v1/merge"): ("write", {"name": "nobody", "into": "no one"}),
    ("POST", "/v1/split"): ("write", {"name": "nobody"}),
    ("POST", "/v1/undo"): ("write", {"change": "unknown"}),
    ("GET", "/v1/events"): ("read", {"seconds": 0}),
    ("POST", "/v1/forget"): ("forget", {"everything": True}),
}


def request(method, body, namespace=None):
    given = (body or {}) | ({"namespace": namespace} if namespace else {})
    return {"params": given} if method == "GET" or body is None else {"json": given}


def test_what_is_added_is_found_with_its_source(served):
    added = served.send("POST", "/v1/turns", json={"turns": [TURN]}).json()
    assert [(turn["uid"], turn["state"], turn["new"]) for turn in added["turns"]] == [
        ("t1", "extracted", True)
    ]
    again = served.send("POST", "/v1/turns", json={"turns": [TURN]}).json()
    assert again["turns"][0]["new"] is False
    [hit] = served.send("POST", "/v1/search", json=QUESTION).json()["hits"]
    assert (hit["text"], hit["turns"], hit["speaker"]) == ("I live in Turin.", ["t1"], "Ada")
    context = served.send("POST", "/v1/context", json=QUESTION | {"tokens": 100}).json()
    assert "I live in Turin." in context["text"]
    assert context["turns"] == ["t1"]
    assert served.send("POST", "/v1/knows", json=QUESTION).json()["known"] is True
    [fact] = served.send("GET", "/v1/facts", params={"name": "Ada"}).json()["facts"]
    assert (fact["subject"], fact["type"], fact["object"]) == ("Ada", "LIVES_IN", "Turin")
    assert "Ada" in [entity["name"] for entity in served.send("GET", "/v1/entities").json()["entities"]]
    assert served.send("GET", "/v1/stats").json()["turns"] == 1


def test_turns_of_a_user_are_searched_listed_counted_and_forgotten_apart(served):
    for user, town in (("ada", "Turin"), ("ben", "Oslo")):
        turn = {"text": f"I live in {town}.", "uid": user, "metadata": {"source": "chat"}}
        scope = {"user_id": user, "agent_id": "helper", "run_id": "r1"}
        served.send("POST", "/v1/turns", json={"turns": [turn], **scope})
    question = {"question": "Who lives where?", "user_id": "ben"}
    assert [
        hit["uid"]
        for hit in served.send("POST", "/v1/search", json=question).json()["hits"]
        if hit["turns"] != ["ben"]
    ] == []
    page = served.send("POST", "/v1/list-turns", json={"user_id": "ben"}).json()
    [listed] = page["items"]
    assert (listed["uid"], listed["session"], listed["speaker"], listed["agent"]) == (
        "ben",
        "r1",
        "ben",
        "helper",
    )
    assert listed["metadata"] == {"source": "chat", "user_id": "ben"}
    filters = {"filters": {"metadata": {"source": "chat"}, "since": "2020-01-01"}}
    assert served.send("POST", "/v1/count", json=filters).json() == {"count": 2}
    assert served.send("POST", "/v1/forget", json={"user_id": "ben"}).json()["turns"] == 1
    assert served.send("POST", "/v1/count", json={}).json() == {"count": 1}


def test_lists_continue_after_their_cursor_and_records_are_read_by_uid(served):
    turns = [TURN | {"uid": f"t{n}", "text": f"I live in Turin, at number {n}."} for n in range(5)]
    served.send("POST", "/v1/turns", json={"turns": turns})
    for path in ("/v1/list-turns", "/v1/list-notes", "/v1/list-entities"):
        found, cursor = [], None
        while True:
            page = served.send("POST", path, json={"limit": 2, "cursor": cursor}).json()
            found += [item["uid"] for item in page["items"]]
            if (cursor := page["cursor"]) is None:
                break
        assert len(found) == len(set(found)) == served.send("GET", "/v1/stats").json()[path[9:]]
        record = served.send("GET", f"/v1/records/{found[0]}").json()
        assert [each["uid"] for each in record.values() if each] == [found[0]]
    [fact] = served.send("GET", "/v1/facts").json()["facts"]
    assert served.send("GET", f"/v1/records/{fact['uid']}").json()["fact"] == fact
    unknown = served.send("GET", "/v1/records/deadbeef")
    assert (unknown.status_code, "'deadbeef'" in unknown.json()["detail"]) == (404, True)
    many = served.send("POST", "/v1/search-many", json={"questions": [QUESTION["question"], "okay"]}).json()
    assert [bool(result["hits"]) for result in many["results"]] == [True, False]


def test_an_unknown_query_parameter_is_refused_on_every_route(served):
    served.send("POST", "/v1/turns", json={"turns": [TURN]})
    refused = served.send("GET", "/v1/facts", params={"nme": "Elsa"})
    assert refused.status_code == 422
    assert "nme" in refused.json()["detail"]
    assert "name" in refused.json()["detail"]
    for (method, path), (_, body) in ROUTES.items():
        given = {"json": body} if method == "POST" and body is not None else {}
        wrong = served.send(method, path, params={"colour": "red"}, **given)
        assert (method, path, wrong.status_code) == (method, path, 422)
        assert "colour" in wrong.json()["detail"]
    assert served.send("GET", "/v1/stats").json()["turns"] == 1


def test_an_unknown_field_is_refused_with_the_accepted_ones(served):
    refused = served.send("POST", "/v1/context", json=QUESTION | {"budget": 300})
    assert (
        refused.status_code,
        "budget: there is no such field; give some of " in refused.json()["detail"],
    ) == (422, True)
    assert "tokens" in refused.json()["detail"]
    nested = served.send("POST", "/v1/turns", json={"turns": [TURN | {"speeker": "Ada"}]}).json()["detail"]
    assert "turns.0.speeker: there is no such field; give some of metadata, role, said_at" in nested
    filters = served.send("POST", "/v1/search", json=QUESTION | {"filters": {"by": "Ada"}}).json()["detail"]
    assert "speaker" in filters


def test_a_question_is_durable_before_the_answer(served):
    asked = served.send("POST", "/v1/questions", json={"text": "Where do I live?", "user_id": "ada"}).json()
    served.send("POST", "/v1/runs", json={"answer": "I do not know.", "user_id": "ada", "agent_id": "helper"})
    page = served.send(
        "POST", "/v1/list-turns", json={"filters": {"session": "ada"}, "order": "oldest"}
    ).json()
    assert [(turn["speaker"], turn["text"]) for turn in page["items"]] == [
        ("ada", "Where do I live?"),
        ("helper", "I do not know."),
    ]
    assert asked["turns"][0]["uid"] == page["items"][0]["uid"]


def test_forgotten_turns_are_deleted(served):
    served.send("POST", "/v1/turns", json={"turns": [TURN]})
    assert served.send("POST", "/v1/forget", json={"turns": ["t1"]}).json()["turns"] == 1
    assert served.send("POST", "/v1/search", json=QUESTION).json() == {"hits": []}
    again = served.send("POST", "/v1/turns", json={"turns": [TURN]}).json()
    assert again["turns"][0]["state"] == "forgotten"


def test_a_namespace_is_named_where_a_token_is_for_several(served):
    refused = served.send("GET", "/v1/stats", "two")
    assert (refused.status_code, refused.json()["detail"][:21]) == (400, "no namespace is given")
    assert served.send("GET", "/v1/stats", "two", params={"namespace": "ben"}).json()["namespace"] == "ben"


def test_a_correction_is_listed_and_undone(served):
    served.send("POST", "/v1/turns", json={"turns": [TURN]})
    updated = served.send(
        "POST", "/v1/update", json={"uid": "t1", "text": "I live in Rome.", "reason": "typo"}
    ).json()
    assert (updated["before"], updated["after"]) == ("I live in Turin.", "I live in Rome.")
    [change] = [
        c for c in served.send("GET", "/v1/changes").json()["changes"] if c["uid"] == updated["change"]
    ]
    assert (change["by"], change["reason"]) == ("user", "typo")
    served.send("POST", "/v1/undo", json={"change": updated["change"]})
    assert served.send("POST", "/v1/search", json=QUESTION).json()["hits"][0]["text"] == "I live in Turin."


def test_names_are_merged_and_split(served):
    turns = [TURN, {"text": "Addie is my nickname. Addie loves tea.", "speaker": "Ben", "uid": "t2"}]
    served.send("POST", "/v1/turns", json={"turns": turns})
    merged = served.send("POST", "/v1/merge", json={"name": "Addie", "into": "Ada"})
    assert merged.json()["name"] == "Ada"
    assert served.send("POST", "/v1/split", json={"name": "Addie"}).json()["name"] == "Addie"


def test_an_answer_of_an_agent_becomes_no_fact(served):
    served.send("POST", "/v1/turns", json={"turns": [TURN]})
    served.send(
        "POST",
        "/v1/runs",
        json={"answer": "Ada lives in Paris.", "question": "Where does Ada live?", "used": ["t1"]},
    )
    facts = served.send("GET", "/v1/facts").json()["facts"]
    assert [(fact["type"], fact["object"]) for fact in facts] == [("LIVES_IN", "Turin")]
    window = served.send("POST", "/v1/context-window", json=QUESTION | {"persona": "You are Mia."}).json()
    assert window["text"].startswith("You are Mia.")
    assert 0 < window["stable_tokens"] <= window["tokens"]
    assert "I live in Turin." in window["text"]


def test_working_memory_is_answered_as_text_and_as_chunks(served):
    served.send("POST", "/v1/turns", json={"turns": [TURN | {"session": "chat"}]})
    asked = {"session": "chat", "now": "2026-03-20T10:00:00+01:00"}
    found = served.send("GET", "/v1/working", params=asked).json()
    assert found["text"] == "In mind:\n- [t1] Ada: I live in Turin."
    assert [(chunk["kind"], chunk["turns"]) for chunk in found["chunks"]] == [("note", ["t1"])]


def test_kinds_of_memory_are_searched_one_by_one(served):
    texts = [
        "To bake bread, mix the flour with water and then let the dough rest.",
        "I like bread with olives.",
    ]
    turns = [{"text": text, "speaker": "Ada", "said_at": f"2026-05-1{n}"} for n, text in enumerate(texts)]
    served.send("POST", "/v1/turns", json={"turns": turns})
    asked = {"question": "bread", "session": "new", "kinds": {"procedural": 1}}
    [hit] = served.send("POST", "/v1/search", json=asked).json()["hits"]
    assert hit["text"] == texts[0]
    found = served.send("GET", "/v1/procedures", params={"question": "How do I bake bread?"}).json()
    assert found["text"].splitlines()[0] == "bake bread"
    assert [len(each["steps"]) for each in found["procedures"]] == [2]
    for route in ("context", "context-window"):
        text = served.send("POST", f"/v1/{route}", json=asked | {"kinds": ["semantic"]}).json()["text"]
        assert texts[1] in text
        assert texts[0] not in text
    assert len(served.send("POST", "/v1/search", json=asked | {"kinds": "all"}).json()["hits"]) == 2
    refused = served.send("POST", "/v1/search", json=asked | {"kinds": ["dream"]})
    assert (refused.status_code, "'procedural'" in refused.json()["detail"]) == (422, True)


def test_views_are_answered_as_text_and_as_records(served):
    soon = {"text": "I fly to Lisbon on 25 June.", "speaker": "Ada", "said_at": "2026-06-10T09:00:00Z"}
    served.send("POST", "/v1/turns", json={"turns": [TURN, soon]})
    profile = served.send("GET", "/v1/profile", params={"name": "Ada"}).json()
    assert ("LIVES_IN", "Turin") in [(line["relation"], line["object"]) for line in profile["lines"]]
    nobody = served.send("GET", "/v1/profile", params={"name": "Nobody"})
    assert (nobody.status_code, nobody.json()["detail"]) == (404, "Nothing is known about 'Nobody'.")
    summary = served.send("GET", "/v1/summary", params={"about": "Turin"}).json()
    assert "I live in Turin." in summary["text"]
    [item] = served.send("GET", "/v1/due", params={"now": "2026-06-20"}).json()["items"]
    assert (item["kind"], item["at"][:10]) == ("plan", "2026-06-25")
    assert served.send("GET", "/v1/due", params={"days": 0}).status_code == 422
    assert "Ada" in served.send("GET", "/v1/brief", params={"since": "2020-01-01"}).json()["text"]


def test_a_read_has_a_tag_and_is_not_sent_again_while_nothing_changes(served):
    served.send("POST", "/v1/turns", json={"turns": [TURN]})
    headers = {"Authorization": f"Bearer {served.tokens['ada']}"}
    first = served.client.get("/v1/facts", headers=headers)
    headers["If-None-Match"] = f'"other", {first.headers["ETag"]}'
    again = served.client.get("/v1/facts", headers=headers)
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
    moved = TURN | {"uid": "t2", "text": "I moved to Milan.", "said_at": "2026-06-20T09:00:00Z"}
    served.send("POST", "/v1/turns", json={"turns": [moved]})
    assert served.client.get("/v1/facts", headers=headers).status_code == 200
    assert "ETag" not in served.send("GET", "/v1/facts", params={"as_of": "x"}).headers


def test_long_answers_are_compressed(served):
    answer = served.send("GET", "/v1/verbs")
    assert (answer.headers["Content-Encoding"], len(answer.json()["verbs"]) > 40) == ("gzip", True)


# Tenants


def test_only_namespaces_that_may_be_read_are_listed(served):
    for name in ("ada", "ben"):
        served.send("POST", "/v1/turns", name, json={"turns": [TURN]})
    served.send("POST", "/v1/turns", "team", json={"turns": [TURN], "namespace": "team-red"})
    listed = {
        name: served.send("GET", "/v1/namespaces", name).json()["namespaces"]
        for name in ("ada", "ben", "team", "two")
    }
    assert listed == {"ada": ["ada"], "ben": ["ben"], "team": ["ada", "team-red"], "two": ["ada", "ben"]}
    records = [(r.principal, r.count) for r in audit_records(served.audit) if r.verb == "namespaces"]
    assert records == [("ada", 1), ("ben", 1), ("team", 2), ("two", 2)]


def test_every_operation_describes_its_problems(served):
    described = served.send("GET", "/openapi.json").json()["paths"]
    for path, methods in described.items():
        for method, operation in methods.items():
            assert operation["responses"].keys() >= {
                "400",
                "401",
                "403",
                "413",
                "422",
                "429",
                "500",
                "502",
                "503",
            }
            for status, answer in operation["responses"].items():
                if int(status) >= 400:
                    problem = answer["content"]["application/problem+json"]["schema"]
                    assert problem == {"$ref": "#/components/schemas/Problem"}, (method, path)


def test_every_route_is_in_the_table_of_rights(served):
    described = served.client.get(
        "/openapi.json", headers={"Authorization": f"Bearer {served.tokens['ada']}"}
    ).json()["paths"]
    found = {(method.upper(), path) for path, methods in described.items() for method in methods}
    of_operations = {("POST", "/v1/operations"), ("GET", "/v1/operations"), ("GET", "/v1/operations/{id}")}
    of_all = {("GET", "/v1/namespaces"), ("GET", "/v1/verbs"), ("POST", "/v1/verbs/{verb}")}
    assert found == {*ROUTES, *of_operations, *of_all}


def test_a_request_without_a_valid_token_is_refused(served):
    served.tokens["other"] = served.tokens["ada"][:-1]
    for (method, path), (_, body) in ROUTES.items():
        for token in (None, "other"):
            answer = served.send(method, path, token, **request(method, body))
            assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer"), path


def test_a_token_that_is_not_valid_is_not_taken_for_a_missing_one(served):
    missing = served.send("GET", "/v1/stats", None).json()["detail"]
    wrong = served.client.get("/v1/stats", headers={"Authorization": "Bearer mgc_x"}).json()["detail"]
    assert ("Send the header" in missing, "unknown, revoked or expired" in wrong) == (True, True)


def test_a_damaged_file_of_tokens_closes_the_server_until_it_is_restored(served, tmp_path, caplog):
    path = tmp_path / "tokens.json"
    content = path.read_text()
    path.write_text("{")
    closed = served.send("GET", "/v1/stats")
    assert (closed.status_code, closed.json()["title"]) == (503, "The tokens cannot be read")
    assert str(path) not in closed.text
    assert f"{path} is not a file of tokens" in caplog.text
    path.write_text(content)
    assert served.send("GET", "/v1/stats").status_code == 200


def test_only_granted_rights_on_granted_namespaces_are_allowed(served):
    granted = {
        "ada": {"ada": {"read", "write", "forget"}}, "reader": {"ada": {"read"}}, "ben": {"ben": {"read", "write"}},
        "team": {"team-red": {"read", "write"}, "ada": {"read"}}, "two": {"ada": {"read"}, "ben": {"read"}},
    }  # fmt: skip
    cases = product(ROUTES.items(), granted, ("ada", "ben", "team-red", "unknown"))
    for ((method, path), (right, body)), principal, namespace in cases:
        answer = served.send(method, path, principal, **request(method, body, namespace))
        if right in granted[principal].get(namespace, ()):
            # 400: a namespace that is granted but empty has no such record.
            assert answer.status_code in (200, 400, 404), (path, principal, namespace)
        else:
            assert answer.status_code == 403, (path, principal, namespace)
            assert answer.json()["detail"] == (
                f"{principal!r} may not {right} the namespace {namespace!r}. Use a token with the grant {namespace}:{right}."
            )


def test_a_refusal_is_the_same_for_known_and_unknown_namespaces(served):
    served.send("POST", "/v1/turns", "ben", json={"turns": [TURN]})
    known, unknown = (
        served.send("POST", "/v1/search", "ada", json=QUESTION | {"namespace": name}).json()
        for name in ("ben", "bem")
    )
    assert {**known, "detail": "", "request": ""} == {**unknown, "detail": "", "request": ""}
    assert known["detail"].replace("ben", "bem") == unknown["detail"]


def test_requests_are_in_the_audit_record_without_memory_text(served):
    served.send("POST", "/v1/turns", json={"turns": [TURN]})
    refused = served.send("POST", "/v1/search", "ben", json=QUESTION | {"namespace": "ada"}).json()
    served.send("POST", "/v1/search", json=QUESTION)
    records = list(audit_records(served.audit))
    assert [(r.principal, r.verb, r.namespace, r.outcome, r.count) for r in records] == [
        ("ada", "add", "ada", "done", 1), ("ben", "search", "ada", "refused", 0), ("ada", "search", "ada", "done", 1),
    ]  # fmt: skip
    assert records[1].request == refused["request"]
    assert "Turin" not in served.audit.read_text()


def test_a_request_that_ends_with_a_bug_is_in_the_audit_record(served, monkeypatch):
    def stats(_memory):
        raise KeyError("a bug")

    monkeypatch.setattr("memgraph_core.memory.Memory.stats", stats)
    with pytest.raises(KeyError):
        served.send("GET", "/v1/stats")
    [record] = audit_records(served.audit)
    assert (record.verb, record.outcome) == ("stats", "failed")


@pytest.mark.parametrize(
    ("error", "outcome"), [(StoreUnavailable("gone"), "failed"), (InvalidInput("wrong"), "invalid")]
)
def test_a_wrong_request_is_not_counted_as_a_failure_of_the_server(served, monkeypatch, error, outcome):
    def stats(_memory):
        raise error

    monkeypatch.setattr("memgraph_core.memory.Memory.stats", stats)
    served.send("GET", "/v1/stats")
    [record] = audit_records(served.audit)
    assert record.outcome == outcome
    assert f'requests_total{{outcome="{outcome}",verb="stats"}} 1.0' in served.send("GET", "/metrics").text


@pytest.mark.parametrize(
    ("path", "verb"),
    [("/v1/records/none", "get"), ("/v1/profile?name=Zoe", "profile"), ("/v1/operations/none", "operation")],
)
def test_a_request_for_an_unknown_record_is_counted_as_invalid(served, path, verb):
    assert served.send("GET", path).status_code == 404
    [record] = audit_records(served.audit)
    assert (record.verb, record.outcome) == (verb, "invalid")


def test_only_a_body_that_is_no_object_gets_the_advice_on_its_type(served):
    assert "Content-Type" in served.send("POST", "/v1/turns", json="Hello").json()["detail"]
    assert "Content-Type" not in served.send("POST", "/v1/turns", json={"turns": ["Hello"]}).json()["detail"]


def test_metrics_count_requests_without_naming_anybody(served):
    served.send("POST", "/v1/search", json=QUESTION)
    served.send("POST", "/v1/search", "ben", json=QUESTION | {"namespace": "ada"})
    assert served.send("GET", "/metrics", None).status_code == 401
    text = served.send("GET", "/metrics").text
    assert 'memgraph_core_requests_total{outcome="done",verb="search"} 1.0' in text
    assert 'memgraph_core_requests_total{outcome="refused",verb="search"} 1.0' in text
    assert 'memgraph_core_request_seconds_count{verb="search"} 1.0' in text
    assert "ada" not in text
    assert "ben" not in text


# Errors


@pytest.mark.parametrize(
    ("method", "path", "given", "status", "detail"),
    [
        ("POST", "/v1/search", {"json": {}}, 422, "question"),
        ("POST", "/v1/search", {"json": QUESTION | {"limit": 0}}, 422, "limit: Input should be greater than or equal to 1, not 0"),
        ("POST", "/v1/list-entities", {"json": {"cursor": "9" * 30}}, 400, "cursor is '999"),
        ("POST", "/v1/search", {"json": QUESTION | {"quesiton": "x"}}, 422, "quesiton"),
        ("POST", "/v1/search", {"content": b"\xff{"}, 422, ""),
        ("POST", "/v1/turns", {"json": {"turns": []}}, 422, "turns"),
        ("POST", "/v1/turns", {"json": {"turns": [TURN | {"said_at": "yesterday"}]}}, 400, "said_at"),
        ("POST", "/v1/turns", {"json": {"turns": [TURN | {"text": " "}]}}, 400, "blank"),
        ("POST", "/v1/forget", {"json": {}}, 400, ""),
        ("GET", "/v1/facts", {"params": {"as_of": "x"}}, 400, "as_of"),
        ("GET", "/v1/stats", {"params": {"namespace": "a\nb"}}, 400, "control character"),
        ("GET", "/v1/nothing", {}, 404, "No such address"),
        ("DELETE", "/v1/turns", {}, 405, "Method not allowed"),
    ],
)  # fmt: skip
def test_a_bad_request_is_answered_with_a_problem_that_names_the_value(
    served, method, path, given, status, detail
):
    answer = served.send(method, path, **given)
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    assert (answer.headers.get("Allow") == "POST") is (status == 405)
    problem = answer.json()
    assert problem["status"] == status
    assert detail in problem["detail"]
    assert problem["request"]


@pytest.mark.parametrize(
    ("body", "status", "detail"),
    [
        (b'{"question": "Wh', 422, "body: is not JSON (Unterminated string starting at, character 13)"),
        (b"[" * 200_000, 400, "Send JSON in UTF-8"),
        (gzip.compress(b"{}"), 400, "not compressed"),
        (b"[]", 422, "is not an object of JSON"),
    ],
)
def test_a_body_that_cannot_be_read_is_answered_with_the_remedy(served, body, status, detail):
    headers = {"Authorization": f"Bearer {served.tokens['ada']}", "Content-Type": "application/json"}
    answer = served.client.post("/v1/search", content=body, headers=headers)
    assert (answer.status_code, detail in answer.json()["detail"]) == (status, True), answer.text


def test_a_method_that_an_address_does_not_accept_is_answered_with_all_that_it_accepts(served):
    answer = served.send("PUT", "/v1/operations")
    assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, POST")


def test_a_record_is_read_by_a_uid_with_a_slash(served):
    served.send("POST", "/v1/turns", json={"turns": [TURN | {"uid": "chat/1"}]})
    assert served.send("GET", "/v1/records/chat%2F1").json()["turn"]["uid"] == "chat/1"


def test_a_turn_with_another_text_is_a_conflict(served):
    served.send("POST", "/v1/turns", json={"turns": [TURN]})
    answer = served.send("POST", "/v1/turns", json={"turns": [TURN | {"text": "I live in Rome."}]})
    assert (answer.status_code, answer.json()["type"]) == (409, "TurnConflict")


def test_a_body_that_is_too_large_is_refused(served):
    answer = served.send("POST", "/v1/turns", content=json.dumps({"turns": [TURN], "x": "y" * 5_000_000}))
    assert (answer.status_code, answer.json()["title"]) == (413, "The body is too large")
    assert "send fewer turns" in answer.json()["detail"]


def test_too_many_requests_are_refused_for_a_while(served):
    from memgraph_core.server.app import create_app

    app = create_app(served.app.state.access.engine, tokens=served.file, rate=0.5)
    headers = {"Authorization": f"Bearer {served.tokens['ada']}"}
    client = type(served.client)(app)
    assert client.get("/v1/stats", headers=headers).status_code == 200
    refused = client.get("/v1/stats", headers=headers)
    assert (refused.status_code, refused.headers["Retry-After"] in ("1", "2")) == (429, True)


def test_the_description_needs_no_token_because_a_browser_cannot_send_one(served):
    assert served.send("GET", "/docs", None).status_code == 200
    assert "/v1/turns" in served.send("GET", "/openapi.json", None).json()["paths"]


def test_health_and_readiness_need_no_token(served):
    assert served.send("GET", "/health", None).json() == {"status": "ok"}
    assert served.send("GET", "/ready", None).json() == {"status": "ok"}


def test_a_busy_server_is_healthy_and_shows_its_metrics(served):
    from memgraph_core.server.app import create_app

    engine, go_on, waiting = served.app.state.access.engine, threading.Event(), threading.Event()
    app = create_app(engine, tokens=served.file, threads=1)

    def wait(_memory):
        waiting.set()
        go_on.wait(20)

    app.state.access.run = lambda *_args, **_more: wait(None)
    headers = {"Authorization": f"Bearer {served.tokens['ada']}"}
    with type(served.client)(app, raise_server_exceptions=False) as client:
        busy = threading.Thread(target=client.get, args=("/v1/stats",), kwargs={"headers": headers})
        busy.start()
        try:
            assert waiting.wait(10)
            assert client.get("/health").status_code == 200
            assert client.get("/ready").status_code == 200
            assert client.get("/metrics", headers=headers).status_code == 200
        finally:
            go_on.set()
            busy.join()


def test_a_server_without_tokens_listens_on_this_machine_only():
    from memgraph_core.engine.engine import MemoryEngine
    from memgraph_core.server.app import create_app

    with MemoryEngine.open(":memory:", embedder="none", settings=Settings()) as engine:
        create_app(engine, host="127.0.0.1")
        with pytest.raises(ConfigError, match=r"without tokens. Give --tokens FILE"):
            create_app(engine, host="0.0.0.0")


@pytest.mark.parametrize(
    ("host", "status"),
    [("127.0.0.1:8765", 200), ("localhost", 200), ("[::1]:8765", 200), ("evil.example", 421), ("127.0.0.1.evil.example", 421)],
)  # fmt: skip
def test_a_server_without_tokens_does_not_answer_a_page_whose_name_leads_to_this_machine(host, status):
    from fastapi.testclient import TestClient

    from memgraph_core.engine.engine import MemoryEngine
    from memgraph_core.server.app import create_app

    with MemoryEngine.open(":memory:", embedder="none", settings=Settings()) as engine:
        answer = TestClient(create_app(engine)).get("/v1/stats", headers={"Host": host})
    assert answer.status_code == status
    assert ("--tokens" in answer.text) is (status == 421)


@pytest.mark.parametrize("speaker", ["Ada", "王芳"])
def test_turns_without_a_speaker_are_those_of_the_only_person(served, speaker):
    def add(*turns, **given):
        answer = served.send("POST", "/v1/turns", json={"turns": list(turns), **given})
        assert answer.status_code == 200, answer.text

    def speakers():
        return {turn["text"]: turn["speaker"] for turn in listed(served)}

    add({"text": "I like jazz."})
    assert speakers() == {"I like jazz.": "user"}
    served.send("POST", "/v1/forget", json={"everything": True})
    add(
        {"text": "I live in Turin.", "speaker": speaker},
        {"text": "Noted.", "role": "assistant", "speaker": "Mia"},
    )
    add({"text": "I like jazz."}, {"text": "So do I.", "role": "assistant"})
    served.send("POST", "/v1/questions", json={"text": "Where do I live?"})
    served.send("POST", "/v1/runs", json={"answer": "In Turin.", "question": "Where is my home?"})
    found = speakers()
    assert (found["Noted."], found["So do I."]) == ("Mia", "assistant")
    for text in ("I live in Turin.", "I like jazz.", "Where do I live?", "Where is my home?"):
        assert found[text] == speaker
    add({"text": "I play chess."}, user_id="ben")
    assert speakers()["I play chess."] == "ben"
    add({"text": "I like tea."})
    assert speakers()["I like tea."] == "user", "two persons speak"


def listed(served):
    return served.send("POST", "/v1/list-turns", json={"order": "oldest"}).json()["items"]


def test_turns_of_one_request_without_a_speaker_belong_to_the_person_who_is_named_in_it(served):
    served.send("POST", "/v1/turns", json={"turns": [TURN, {"text": "I like jazz."}]})
    assert {turn["speaker"] for turn in listed(served)} == {"Ada"}


def test_facts_say_how_many_more_there_are(served):
    served.send("POST", "/v1/turns", json={"turns": [TURN, TURN | {"text": "I like jazz.", "uid": "t2"}]})
    every = served.send("GET", "/v1/facts").json()
    assert (len(every["facts"]), every["more"]) == (2, 0)
    for asked in ({}, {"name": "Ada"}, {"as_of": "2026-06-01"}):
        first = served.send("GET", "/v1/facts", params={"limit": 1, **asked}).json()
        assert (len(first["facts"]), first["more"]) == (1, 1)


def test_a_brief_goes_by_the_time_of_saying_or_of_recording(served):
    served.send("POST", "/v1/turns", json={"turns": [TURN]})
    asked = {"since": "2026-04-01"}
    assert served.send("GET", "/v1/brief", params=asked).json()["began"] == []
    assert served.send("GET", "/v1/brief", params=asked | {"transaction_time": True}).json()["began"] != []

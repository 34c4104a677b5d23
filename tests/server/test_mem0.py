"""The requests that Mem0's Python client (mem0ai 2.2) sends, and the fields of the answers that it and its users read."""

import pytest

MESSAGES = [
    {"role": "user", "content": "I live in Turin."},
    {"role": "assistant", "content": "Turin is beautiful."},
    {"role": "user", "content": "I am allergic to peanuts."},
]


@pytest.fixture
def client(served):
    """Sends a request as the client does, with the key of a principal."""

    def send(method, path, key="ada", **request):
        headers = {"Authorization": f"Token {served.tokens[key]}", "Mem0-User-ID": "0" * 32}
        return served.client.request(method, path, headers=headers, **request)

    return send


@pytest.fixture
def added(client):
    payload = {
        "messages": MESSAGES,
        "user_id": "ada",
        "metadata": {"source": "chat"},
        "infer": True,
        "timestamp": 1781424000,
    }
    return client("POST", "/v3/memories/add/", json=payload).json()["results"]


def test_a_key_is_checked_when_the_client_is_made(client, served):
    answer = client("GET", "/v1/ping/").json()
    assert answer["user_email"] == "ada"
    assert answer["org_id"] and answer["project_id"]  # noqa: PT018  without one of them the client raises an error
    served.tokens["ada"] += "x"
    refused = client("GET", "/v1/ping/")
    assert (refused.status_code, "revoked" in refused.json()["detail"]) == (401, True)


def test_messages_are_added_searched_and_listed(client, added):
    assert ("I live in Turin.", "ADD") in [(each["memory"], each["event"]) for each in added]
    filters = {"AND": [{"user_id": "ada"}, {"agent_id": "*"}]}
    found = client(
        "POST", "/v3/memories/search/", json={"query": "Where does ada live?", "filters": filters, "top_k": 3}
    ).json()
    best = found["results"][0]
    assert (best["memory"], best["user_id"], best["metadata"]) == (
        "I live in Turin.",
        "ada",
        {"source": "chat"},
    )
    assert (0 < best["score"] <= 1, best["created_at"][:10], best["run_id"]) == (True, "2026-06-14", None)
    unlikely = {"query": "Where does ada live?", "filters": {"user_id": "ada"}, "threshold": 1.1}
    assert client("POST", "/v3/memories/search/", json=unlikely).json() == {"results": []}
    listed, page = [], "/v3/memories/?page_size=1"
    while page:
        answer = client(
            "POST", page, json={"filters": {"user_id": "ada", "metadata": {"source": "chat"}}}
        ).json()
        listed, page = [*listed, *answer["results"]], answer["next"]
    assert answer["count"] == len(listed) == len({each["id"] for each in listed})
    assert {each["id"] for each in added} <= {each["id"] for each in listed}
    assert client("POST", "/v3/memories/", json={"filters": {"user_id": "ben"}}).json()["results"] == []
    assert (
        client("POST", "/v3/memories/", json={"filters": {"created_at": {"gte": "2026-07-01"}}}).json()[
            "count"
        ]
        == 0
    )


@pytest.mark.parametrize(
    ("filters", "count"),
    [
        ({"AND": [{"metadata": {"a": 1}}, {"metadata": {"b": 2}}]}, 1),
        ({"AND": [{"metadata": {"b": 2}}, {"metadata": {"a": 1}}]}, 1),
        ({"AND": [{"metadata": {"a": 1}}, {"metadata": {"a": 1}}]}, 2),
        ({"AND": [{"user_id": "ada"}, {"user_id": "ada"}]}, 2),
        ({"AND": [{"created_at": {"gte": "2026-06-14"}}, {"created_at": {"lt": "2026-06-15"}}]}, 2),
        ({"AND": [{"created_at": {"gte": "2026-06-14"}}, {"created_at": {"lt": "2026-06-14"}}]}, 0),
        ({"created_at": {"lte": "2026-06-14T08:00:00Z"}}, 2),  # the time itself is included
        ({"created_at": {"lt": "2026-06-14T08:00:00Z"}}, 0),
        ({"created_at": {"lte": "2026-06-14"}}, 2),  # the day itself is included
        ({"created_at": {"lt": "2026-06-14"}}, 0),
        ({"created_at": {"lte": "2026-06-13"}}, 0),
    ],
)
def test_every_condition_of_a_filter_restricts(client, filters, count):
    for text, metadata in (("I like green tea.", {"a": 1, "b": 2}), ("I own a bicycle.", {"a": 1, "b": 3})):
        body = {
            "messages": [{"role": "user", "content": text}],
            "user_id": "ada",
            "metadata": metadata,
            "timestamp": 1781424000,
        }
        client("POST", "/v3/memories/add/", json=body)
    assert client("POST", "/v3/memories/", json={"filters": filters}).json()["count"] == count


def test_a_memory_is_read_corrected_and_deleted(client, added):
    uid = next(each["id"] for each in added if "Turin" in each["memory"])
    assert client("GET", f"/v1/memories/{uid}/").json()["memory"] == "I live in Turin."
    updated = client("PUT", f"/v1/memories/{uid}/", json={"text": "I live in Milan."}).json()
    assert updated["memory"] == "I live in Milan."
    history = client("GET", f"/v1/memories/{updated['id']}/history/").json()
    assert [(each["event"], each["old_memory"], each["new_memory"]) for each in history] == [
        ("ADD", None, "I live in Turin."),
        ("UPDATE", "I live in Turin.", "I live in Milan."),
    ]
    assert "message" in client("DELETE", f"/v1/memories/{updated['id']}/").json()
    for method, path in (("GET", ""), ("PUT", ""), ("DELETE", ""), ("GET", "history/")):
        body = {"json": {"text": "x"}} if method == "PUT" else {}
        answer = client(method, f"/v1/memories/{updated['id']}/{path}", **body)
        assert (answer.status_code, answer.json()["status"]) == (404, 404), (method, path)


def test_users_are_listed_and_deleted_with_their_memories(client, added):
    client(
        "POST",
        "/v3/memories/add/",
        json={"messages": MESSAGES[:1], "user_id": "ben", "agent_id": "bot", "run_id": "r1"},
    )
    client("POST", "/v3/memories/add/", json={"messages": MESSAGES[2:], "user_id": "eve", "app_id": "shop"})

    def owners():
        return {
            (each["type"], each["name"]): each["total_memories"]
            for each in client("GET", "/v1/entities/").json()["results"]
        }

    assert owners() == {
        ("user", "ada"): 3, ("user", "ben"): 1, ("agent", "bot"): 1, ("run", "r1"): 1, ("user", "eve"): 1, ("app", "shop"): 1,
    }  # fmt: skip
    assert client("DELETE", "/v2/entities/user/ben/").status_code == 200
    assert client("DELETE", "/v1/memories/", params={"app_id": "shop"}).status_code == 200
    assert owners() == {("user", "ada"): 3}
    assert client("DELETE", "/v1/memories/", params={"user_id": "ada"}).status_code == 200
    assert owners() == {}


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/v3/memories/add/", {}),
        ("POST", "/v3/memories/add/", {"messages": MESSAGES, "timestamp": "now"}),
        ("POST", "/v3/memories/add/", {"messages": MESSAGES, "timestamp": 1e300}),
        ("POST", "/v3/memories/add/", {"messages": MESSAGES, "metadata": [1]}),
        ("POST", "/v3/memories/add/", {"messages": [1]}),
        ("POST", "/v3/memories/search/", {"query": 1}),
        ("POST", "/v3/memories/search/", {"query": "x", "top_k": -1}),
        ("POST", "/v3/memories/search/", {"query": "x", "filters": {"OR": [{"user_id": "ada"}]}}),
        ("POST", "/v3/memories/search/", {"query": "x", "filters": {"user_id": {"in": ["ada"]}}}),
        ("POST", "/v3/memories/", {"filters": {"created_at": {"gt": 1}}}),
        ("POST", "/v3/memories/", {"filters": {"AND": ["ada"]}}),
        ("POST", "/v3/memories/", {"filters": {"AND": [{"user_id": "ada"}, {"user_id": "ben"}]}}),
        ("POST", "/v3/memories/", {"filters": {"user_id": "ada", "AND": [{"user_id": "ben"}]}}),
        ("POST", "/v3/memories/", {"filters": {"AND": [{"metadata": {"a": 1}}, {"metadata": {"a": 2}}]}}),
        ("POST", "/v3/memories/", {"filters": {"app_id": "x", "metadata": {"app_id": "y"}}}),
        ("POST", "/v3/memories/", {"filters": {"created_at": {"lt": "2026-06-14", "lte": "2026-06-15"}}}),
        ("POST", "/v3/memories/", {"filters": {"created_at": {"lte": "9999-12-31"}}}),
        ("POST", "/v3/memories/", {"filters": {"created_at": {"lte": 5}}}),
        ("POST", "/v3/memories/", {"filters": {"created_at": "2026-06-14"}}),
        ("POST", "/v3/memories/", {"filters": {"metadata": "x"}}),
        ("PUT", "/v1/memories/x/", {"metadata": {}}),
        ("DELETE", "/v1/memories/", None),
        ("DELETE", "/v1/memories/?user_id=*", None),
    ],
)
def test_wrong_requests_are_errors_with_the_remedy(client, method, path, body):
    answer = client(method, path, **({} if body is None else {"json": body}))
    assert (answer.status_code, answer.json()["type"]) == (400, "InvalidInput"), answer.text
    assert len(answer.json()["detail"]) > 20


def test_each_route_needs_its_right(client):
    for right, method, path, body in (
        ("write", "POST", "/v3/memories/add/", {"messages": MESSAGES}),
        ("write", "PUT", "/v1/memories/x/", {"text": "x"}),
        ("forget", "DELETE", "/v1/memories/x/", None),
        ("forget", "DELETE", "/v1/memories/?user_id=ada", None),
        ("forget", "DELETE", "/v2/entities/user/ada/", None),
    ):
        answer = client(method, path, "reader", **({} if body is None else {"json": body}))
        assert (answer.status_code, f"may not {right}" in answer.json()["detail"]) == (403, True)
    for path in ("/v1/memories/x/", "/v1/memories/x/history/", "/v1/entities/"):
        assert client("GET", path, "reader").status_code in (200, 404)

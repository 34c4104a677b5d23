"""Random requests, made from the server's own OpenAPI description: no answer is a fault, and every answer is described."""

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest

TEXTS = [
    "", " ", "Ada", "Where does Ada live?", "我住在北京。", "x" * 2_000, "a\x00b", "\u202eabc", "2026-06-01", "2026-13-45",
    "0000-01-01", "9999-12-31T23:59:59+14:00", "t1", "' OR 1=1 --", "{}", "-1", "\ud800", "../../etc/passwd", "default",
]  # fmt: skip
NUMBERS = [0, 1, -1, 2, 50, 1_000, 1_001, 2**31, 2**63, 10**30, 1.5, 1e300]
OTHERS: list[Any] = [None, True, False, [], {}, [None], {"a": {"b": [1]}}, *TEXTS[:5], *NUMBERS[:4]]


def value_of(schema: Mapping[str, Any], described: Mapping[str, Any], chance: random.Random) -> Any:
    """A value that mostly has the type of a schema."""
    if chance.random() < 0.05:
        return chance.choice(OTHERS)
    if "$ref" in schema:
        return value_of(
            described["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]], described, chance
        )
    if options := schema.get("anyOf"):
        return value_of(chance.choice(options), described, chance)
    if "enum" in schema:
        return chance.choice([*schema["enum"], "other"])
    if schema.get("type") == "object":
        return object_of(schema, described, chance)
    if schema.get("type") == "array":
        return [value_of(schema["items"], described, chance) for _ in range(chance.choice([0, 1, 1, 2]))]
    plain = {
        "string": [*TEXTS, *schema.get("examples", ())],
        "integer": NUMBERS,
        "number": NUMBERS,
        "boolean": [True, False],
    }
    return chance.choice(plain.get(schema.get("type", ""), [None]))


def object_of(schema: Mapping[str, Any], described: Mapping[str, Any], chance: random.Random) -> Any:
    """An object with most of the required fields, some of the others, and rarely an unknown one."""
    if "properties" not in schema:
        return chance.choice([{}, {"source": "mail"}, {"a": {"b": [1, None]}}, {"": ""}, {"n": 10**30}])
    names = [
        name
        for name in schema["properties"]
        if chance.random() < (0.97 if name in schema.get("required", ()) else 0.3)
    ]
    found = {name: value_of(schema["properties"][name], described, chance) for name in names}
    return found | ({"unknown": 1} if chance.random() < 0.03 else {})


def request_of(
    operation: Mapping[str, Any], path: str, described: Mapping[str, Any], chance: random.Random
) -> Any:
    """An address, and the query and body of a request to an operation."""
    request: dict[str, Any] = {"params": {}}
    if body := operation.get("requestBody"):
        schema = body["content"]["application/json"]["schema"]
        request["content"] = json.dumps(value_of(schema, described, chance))  # any text is sent as ASCII
    for parameter in operation.get("parameters", ()):
        value = value_of(parameter["schema"], described, chance)
        if parameter["in"] == "path":
            path = path.replace(f"{{{parameter['name']}}}", chance.choice(["t1", "x", "%00", "我"]))
        elif value is not None and chance.random() < 0.5:
            request["params"][parameter["name"]] = str(value).encode("utf-8", "replace").decode()
    return path, request


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_no_request_is_answered_by_a_fault(served, seed):
    chance = random.Random(seed)
    served.client.headers["Content-Type"] = "application/json"
    described = served.client.get(
        "/openapi.json", headers={"Authorization": f"Bearer {served.tokens['ada']}"}
    ).json()
    turns = [
        {"text": "I live in Turin.", "speaker": "Ada", "uid": "t1"},
        {"text": "我住在北京。", "uid": "t2"},
    ]
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            for number in range(25):
                if number % 5 == 0:  # a request may have forgotten them
                    served.send("POST", "/v1/turns", json={"turns": turns, "force": True})
                address, request = request_of(operation, path, described, chance)
                if path == "/v1/events":  # a stream: the test does not wait for its end
                    request["params"]["seconds"] = chance.choice(["0", "-1", "x"])
                answer = served.send(method.upper(), address, **request)
                given = (method, address, request)
                assert answer.status_code < 500, (given, answer.text)
                assert str(answer.status_code) in operation["responses"], (answer.status_code, given)
                if answer.status_code >= 400:
                    problem = answer.json()
                    assert answer.headers["content-type"] == "application/problem+json", given
                    assert problem["detail"], given
                    assert problem["status"] == answer.status_code, given

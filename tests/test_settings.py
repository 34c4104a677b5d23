"""What a program takes from the environment."""

from memgraph_core.config import DEFAULT_STORE, Settings


def test_without_any_variable_everything_has_its_default():
    assert Settings.from_env({}) == Settings()


def test_a_blank_variable_counts_as_not_set():
    assert Settings.from_env({"MEMGRAPH_CORE_STORE": " ", "MEMGRAPH_CORE_NOVELTY_FILTER": ""}) == Settings()


def test_our_own_store_wins_over_that_of_neo4j_and_both_over_a_file():
    server = {"NEO4J_URI": "neo4j://host:7687"}
    assert Settings.from_env({}).store.url == DEFAULT_STORE
    assert Settings.from_env(server).store.url == "neo4j://host:7687"
    assert Settings.from_env({**server, "MEMGRAPH_CORE_STORE": "own.db"}).store.url == "own.db"


def test_names_that_users_have_already_and_our_own_are_read():
    given = Settings.from_env(
        {
            "NEO4J_USERNAME": "ada",
            "NEO4J_PASSWORD": "secret-1",
            "OPENAI_BASE_URL": "http://127.0.0.1:1/v1",
            "MEMGRAPH_CORE_NAMESPACE": "ada",
            "MEMGRAPH_CORE_NOVELTY_FILTER": "calibrated",
        }
    )
    assert (given.store.username, given.store.password) == ("ada", "secret-1")
    assert given.models.base_url == "http://127.0.0.1:1/v1"
    assert (given.namespace, given.ingest.novelty_filter) == ("ada", "calibrated")
    assert "secret-1" not in repr(given)

"""Settings from environment variables."""

from memgraph_core.config import DEFAULT_STORE, Settings


def test_without_variables_every_setting_has_its_default():
    assert Settings.from_env({}) == Settings()


def test_a_blank_variable_counts_as_not_set():
    assert Settings.from_env({"MEMGRAPH_CORE_STORE": " ", "MEMGRAPH_CORE_NOVELTY_FILTER": ""}) == Settings()


def test_the_variable_of_the_store_overrides_that_of_neo4j():
    server = {"NEO4J_URI": "neo4j://host:7687"}
    assert Settings.from_env({}).store.url == DEFAULT_STORE
    assert Settings.from_env(server).store.url == "neo4j://host:7687"
    assert Settings.from_env({**server, "MEMGRAPH_CORE_STORE": "own.db"}).store.url == "own.db"


def test_variables_of_neo4j_openai_and_the_package_are_read():
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

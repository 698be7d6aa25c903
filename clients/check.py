"""Generate clients from openapi/openapi.json and play a whole game with each: `make clients`.

openapi-python-client makes a Python client, openapi-typescript (with openapi-fetch) a TypeScript one; the
TypeScript is compiled in strict mode. Where npm is missing the second is left out, and it is said so.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

HERE = Path(__file__).parent
DOCUMENT = HERE.parent / "openapi" / "openapi.json"
MADE = HERE / "generated"
PATIENCE = 60.0


def main() -> int:
    """Make both clients and let each play."""
    MADE.mkdir(exist_ok=True)
    make_python()
    typescript = shutil.which("npm") is not None
    if typescript:
        make_typescript()
    with service() as url:
        paths = os.environ | {"PYTHONPATH": str(MADE / "python")}
        run(sys.executable, HERE / "play_generated.py", url, env=paths)
        if typescript:
            run("node", MADE / "typescript" / "play.js", url)
    if not typescript:
        print("npm is not installed: the TypeScript client was left out.")
    return 0


def make_python() -> None:
    """Generate the Python client. It looks for its formatter on the PATH."""
    tools = Path(sys.executable).parent
    paths = os.environ | {"PATH": f"{tools}{os.pathsep}{os.environ.get('PATH', '')}"}
    generate = (tools / "openapi-python-client", "generate", "--path", DOCUMENT, "--overwrite")
    run(*generate, "--output-path", MADE / "python", env=paths, quiet=True)
    print("Generated the Python client; it leaves lines and live events to a plain HTTP client.")


def make_typescript() -> None:
    """Generate the TypeScript client and compile the game that is played with it."""
    folder = MADE / "typescript"
    shutil.copytree(HERE / "typescript", folder, dirs_exist_ok=True)
    run("npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--silent", cwd=folder)
    generate = ("npx", "openapi-typescript", DOCUMENT, "--default-non-nullable=false")
    run(*generate, "-o", "roundtable.d.ts", cwd=folder)
    run("npx", "tsc", cwd=folder)


@contextmanager
def service() -> Iterator[str]:
    """Serve on a free port, with data in a folder that goes away."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    program = Path(sys.executable).with_name("roundtable")
    with tempfile.TemporaryDirectory() as data:
        command = [program, "serve", "--port", str(port), "--data", data]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait_until_ready(url, server)
            yield url
        finally:
            server.terminate()
            server.wait(PATIENCE)


def wait_until_ready(url: str, server: subprocess.Popen[bytes]) -> None:
    """Wait for the server to say that all is there."""
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends and server.poll() is None:
        try:
            if httpx.get(f"{url}/readyz").status_code == httpx.codes.OK:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.1)
    raise SystemExit("The service did not start.")


def run(
    *command: object,
    cwd: Path | None = None,
    env: dict[str, str] | None = None,
    quiet: bool = False,
) -> None:
    """Run a command; stop with its exit code if it fails. What a quiet one says is told only then."""
    pipe = subprocess.PIPE if quiet else None
    words = [str(part) for part in command]
    done = subprocess.run(
        words,
        cwd=cwd,
        env=env,
        check=False,
        stdout=pipe,
        stderr=subprocess.STDOUT if quiet else None,
    )
    if done.returncode:
        sys.stdout.write((done.stdout or b"").decode())
        raise SystemExit(done.returncode)


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""The reverse proxies of docs/serve.md, as written there: tests/serve/proxies.py PROGRAM

Starts a server and each proxy (`nginx` and `caddy` in the PATH) with its example, and through it opens the lobby, a
link, a form and a WebSocket. Only ports, certificates and temporary folders differ from the page.
"""

import json
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HOST = "games.example.org"
PAGE = Path(__file__).parents[2] / "docs/serve.md"


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def ask(port, method, path, headers="", body=""):
    """Returns the head and the body of an answer over TLS."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with socket.create_connection(("127.0.0.1", port), timeout=10) as plain:
        with context.wrap_socket(plain, server_hostname=HOST) as stream:
            connection = "" if "Upgrade" in headers else "Connection: close\r\n"
            head = f"{method} {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\n{connection}Content-Length: {len(body)}\r\n{headers}\r\n"
            stream.sendall((head + body).encode())
            answer = b""
            while part := stream.recv(65536):
                answer += part
                if b" 101 " in answer[:20] and b"\r\n\r\n" in answer:
                    break
    head, _, body = answer.decode(errors="replace").partition("\r\n\r\n")
    if "chunked" in head.lower():
        body = "".join(re.split(r"(?:^|\r\n)[0-9a-f]+\r\n", body))
    return head, body


def plays(name, port):
    """Plays through a proxy."""
    def expect(status, head):
        assert f" {status} " in head.splitlines()[0] + " ", f"{name}: {head}"

    head, _ = ask(port, "GET", "/", "Accept: text/html\r\n")
    expect(200, head)
    wish = json.dumps({"game": "hearts", "seats": ["human", "human", "human", "human"]})
    head, body = ask(port, "POST", "/tables", "", wish)
    expect(201, head)
    made = json.loads(body[body.index("{") : body.rindex("}") + 1])
    token, seat = made["seats"][0]["token"], f"/t/{made['id']}/s/1"
    head, _ = ask(port, "GET", f"{seat}?k={token}", "Accept: text/html\r\n")
    expect(303, head)
    assert re.search(r"(?i)set-cookie: seat=.*; Secure", head), head
    own = f"Accept: text/html\r\nCookie: seat={token}\r\n"
    head, _ = ask(port, "POST", f"{seat}/link", f"{own}Origin: https://{HOST}:{port}\r\n", "")
    expect(404, head)
    head, _ = ask(port, "POST", f"{seat}/undo", f"{own}Origin: https://elsewhere.example\r\n", "")
    expect(403, head)
    head, _ = ask(port, "POST", "/settings", f"{own}Origin: https://{HOST}:{port}\r\n", "theme=dark")
    expect(303, head)
    upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    head, _ = ask(port, "GET", f"{seat}/events", own + upgrade)
    expect(101, head)
    print(f"{name}: lobby, table, link, form and WebSocket")


def nginx(example, folder, port):
    example = example.replace("listen 443", f"listen {port}").replace(f"/etc/letsencrypt/live/{HOST}", str(folder))
    kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    folders = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    path = folder / "nginx.conf"
    path.write_text(f"pid {folder}/pid; daemon off; events {{}}\nhttp {{ access_log off; {folders}\n{example}\n}}\n")
    return ["nginx", "-e", f"{folder}/nginx.log", "-c", str(path)]


def caddy(example, folder, port):
    example = example.replace(f"{HOST} {{", f"{HOST}:{port} {{\n\ttls {folder}/fullchain.pem {folder}/privkey.pem")
    path = folder / "Caddyfile"
    path.write_text("{\n\tauto_https off\n\tadmin off\n}\n" + example)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(path)]


def main():
    program, page = sys.argv[1], PAGE.read_text()
    examples = {
        nginx: re.search(r"```nginx\n(.*?)```", page, re.S).group(1),
        caddy: re.search(r"Caddy does.*?```text\n(.*?)```", page, re.S).group(1),
    }
    with tempfile.TemporaryDirectory() as name:
        folder, inner = Path(name), free_port()
        certificate = ["-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"]
        request = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={HOST}"]
        names = ["-addext", f"subjectAltName=DNS:{HOST}"]
        subprocess.run(request + names + certificate, check=True, stderr=subprocess.DEVNULL)
        command = [program, "serve", "--host", HOST, "--port", str(inner), "--database", folder / "tables.db", "--json"]
        running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True)]
        try:
            running[0].stdout.readline()
            for start, example in examples.items():
                port = free_port()
                command = start(example.replace("127.0.0.1:4600", f"127.0.0.1:{inner}"), folder, port)
                running.append(subprocess.Popen(command, stderr=subprocess.DEVNULL))
                time.sleep(2)
                plays(start.__name__, port)
        finally:
            for process in running:
                process.terminate()
                process.wait()


if __name__ == "__main__":
    main()

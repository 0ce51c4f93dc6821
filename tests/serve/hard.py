#!/usr/bin/env python3
"""Hard tests of `ludex serve`, as processes: tests/serve/hard.py PROGRAM kill|load|seats [--rounds N] [--tables N]

kill   starts and kills (SIGKILL) a server at random moments under play, and looks for each acknowledged choice in
       the database. A server answers 300 ms after its start (median).
load   lets bots play many tables with a spectator at each, and measures how late each view comes, and the memory.
seats  measures the time from a person's choice to the new view at all four seats.

Prints one line of figures, and fails if an acknowledged choice is lost or a mark is missed.
"""

import argparse
import base64
import http.client
import json
import os
import random
import select
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path


class Server:
    """A running `ludex serve`."""

    def __init__(self, program, database, *flags):
        command = [program, "serve", "--port", "0", "--json", "--database", str(database), *flags]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"the server did not start: {' '.join(command)}")
        place = json.loads(line)["url"].split("//")[1].rstrip("/")
        self.host, port = place.split("/")[0].rsplit(":", 1)
        self.port = int(port)

    def connect(self):
        return http.client.HTTPConnection(self.host, self.port, timeout=20)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def memory(self):
        """Returns the resident memory in bytes: now, and at most so far."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        found = {line.split(":")[0]: int(line.split()[1]) << 10 for line in lines if line.startswith("Vm")}
        return found["VmRSS"], found["VmHWM"]

    def seconds(self):
        """Returns the processor time in seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def ask(connection, method, path, token=None, body=None):
    headers = {"Accept": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    connection.request(method, path, json.dumps(body) if body is not None else None, headers)
    answer = connection.getresponse()
    return answer.status, json.loads(answer.read() or b"null")


class Socket:
    """A WebSocket that only reads."""

    def __init__(self, server, path, token=None):
        self.socket = socket.create_connection((server.host, server.port))
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: {server.host}:{server.port}", "Connection: Upgrade", "Upgrade: websocket"]
        lines += ["Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}"]
        lines += [f"Authorization: Bearer {token}"] if token else ["Sec-Fetch-Mode: websocket"]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            self.buffer += self.socket.recv(65536)
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        assert b" 101 " in head.split(b"\r\n")[0], head
        self.socket.setblocking(False)

    def fileno(self):
        return self.socket.fileno()

    def frames(self):
        """Returns the complete text frames that have arrived."""
        try:
            while part := self.socket.recv(1 << 20):
                self.buffer += part
        except BlockingIOError:
            pass
        found = []
        while len(self.buffer) >= 2:
            length, start = self.buffer[1] & 127, 2
            if length == 126:
                length, start = struct.unpack(">H", self.buffer[2:4])[0], 4
            elif length == 127:
                length, start = struct.unpack(">Q", self.buffer[2:10])[0], 10
            if len(self.buffer) < start + length:
                break
            if self.buffer[0] & 15 == 1:
                found.append(self.buffer[start : start + length])
            self.buffer = self.buffer[start + length :]
        return found


def version_of(frame):
    """Returns the version of a push or an observation, without reading all of it."""
    value = json.loads(frame)
    return value["version"] if "html" in value else value["table"]["version"]


def quantile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(part * len(values)))] if values else float("nan")


class Player(threading.Thread):
    """Plays all seats of one table at random, and notes what was acknowledged."""

    def __init__(self, server, table, acknowledged):
        super().__init__(daemon=True)
        self.server, self.table, self.acknowledged = server, table, acknowledged

    def run(self):
        try:
            self.play()
        except (OSError, http.client.HTTPException, ValueError):
            pass  # the server was killed

    def play(self):
        connection = self.server.connect()
        path = f"/t/{self.table['id']}"
        tokens = {seat["seat"]: seat["token"] for seat in self.table["seats"]}
        while True:
            status, seen = ask(connection, "GET", path)
            if status != 200 or not seen["table"]["waiting_for"]:
                return
            acts = seen["table"]["waiting_for"][0]
            version, option = seen["table"]["version"], random.randrange(2)
            while True:
                status, answer = ask(connection, "POST", f"{path}/choose", tokens[acts], {"version": version, "option": option})
                if status == 200:
                    self.acknowledged.append((self.table["id"], version, acts - 1, option))
                elif status == 422 and option:
                    option = 0
                    continue
                break
            if random.random() < 0.1 and status == 200:
                ask(connection, "POST", f"{path}/undo", tokens[acts], {})


def kill(program, rounds, tables):
    acknowledged, lost, seated = [], 0, []
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "tables.db"
        started = []
        for _ in range(rounds):
            begin = time.time()
            server = Server(program, database)
            connection = server.connect()
            ask(connection, "GET", "/")
            started.append(time.time() - begin)
            for table in seated:
                status, seen = ask(connection, "GET", f"/t/{table['id']}")
                assert status == 200, seen
                table["over"] = not seen["table"]["waiting_for"]
            seated = [table for table in seated if not table["over"]]
            while len(seated) < tables:
                game, people = random.choice([("kabale", 2), ("citadels", 3), ("king_commands", 2), ("verraeter", 3)])
                status, table = ask(connection, "POST", "/tables", None, {"game": game, "seats": ["human"] * people})
                assert status == 201, table
                seated.append(table)
            players = [Player(server, table, acknowledged) for table in seated]
            for player in players:
                player.start()
            time.sleep(random.uniform(0.01, 0.4))
            server.kill()
            for player in players:
                player.join()
        # opened by the program once more, then looked up in the file itself
        server = Server(program, database)
        ask(server.connect(), "GET", "/")
        server.kill()
        log = sqlite3.connect(database)
        for table, version, seat, option in acknowledged:
            row = log.execute("select entry from entries where table_id = ? and n = ?", (table, version)).fetchone()
            choice = json.loads(row[0]).get("choice", {}) if row else {}
            lost += (choice.get("seat"), choice.get("option")) != (seat, option)
        whole = log.execute("pragma integrity_check").fetchone()[0]
    print(
        f"{rounds} kills, {len(acknowledged)} acknowledged choices, {lost} lost; database {whole}; "
        f"start to first answer: median {1000 * quantile(started, 0.5):.0f} ms"
    )
    is_quick = quantile(started, 0.5) < 0.3
    return lost == 0 and whole == "ok" and len(acknowledged) > rounds and is_quick


def load(program, tables, seconds, pause):
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, Path(folder) / "tables.db", "--pause", str(round(1000 * pause)))
        connection = server.connect()
        idle = server.memory()[0]
        sockets, last, late = {}, {}, []
        for _ in range(tables):
            status, made = ask(connection, "POST", "/tables", None, {"game": "citadels", "seats": ["policy"] * 4})
            assert status == 201, made
            spectator = Socket(server, f"/t/{made['id']}/events")
            sockets[spectator.fileno()] = spectator
            time.sleep(pause / tables)
        poll = select.epoll()
        for number in sockets:
            poll.register(number, select.EPOLLIN)
        begin, cpu, size, pushes = time.time(), server.seconds(), 0, 0
        while time.time() < begin + seconds:
            for number, _ in poll.poll(0.1):
                frames, now = sockets[number].frames(), time.time()
                for frame in frames:
                    size, pushes = size + len(frame), pushes + 1
                    version = version_of(frame)
                    before = last.get(number)
                    if before and version > before[0]:
                        late.append(now - before[1] - pause)
                    if not before or version > before[0]:
                        last[number] = (version, now)
        cores = (server.seconds() - cpu) / seconds
        resident, most = server.memory()
        server.kill()
    late = late[len(late) // 10 :]
    p50, p99 = (1000 * quantile(late, part) for part in (0.5, 0.99))
    print(
        f"{tables} tables, {len(late) / seconds * 10 / 9:.0f} choices/s: views late by {p50:.1f} ms (median), {p99:.1f} ms (p99); "
        f"{cores:.2f} cores; memory {resident >> 20} MiB (at most {most >> 20}, {(resident - idle) // tables >> 10} KiB a table); "
        f"{size // max(pushes, 1) >> 10} KiB a push"
    )
    return p99 < 100 and most < 500e6


def seats(program, rounds):
    with tempfile.TemporaryDirectory() as folder:
        server = Server(program, Path(folder) / "tables.db")
        connection = server.connect()
        times, cpu = [], server.seconds()
        while len(times) < rounds:
            _, made = ask(connection, "POST", "/tables", None, {"game": "citadels", "seats": ["human"] * 4})
            path = f"/t/{made['id']}"
            tokens = [seat["token"] for seat in made["seats"]]
            views = [Socket(server, f"{path}/events?format=json", token) for token in tokens]
            newest = [-1] * 4
            while len(times) < rounds:
                _, seen = ask(connection, "GET", path)
                if not seen["table"]["waiting_for"]:
                    break
                acts, version = seen["table"]["waiting_for"][0], seen["table"]["version"]
                begin = time.time()
                body = {"version": version, "option": 0}
                status, answer = ask(connection, "POST", f"{path}/choose", tokens[acts - 1], body)
                assert status == 200, answer
                while min(newest) <= version:
                    select.select(views, [], [], 5)
                    for i, view in enumerate(views):
                        for frame in view.frames():
                            newest[i] = version_of(frame)
                times.append(time.time() - begin)
        cpu = 1000 * (server.seconds() - cpu) / len(times)
        server.kill()
    p50, p99 = (1000 * quantile(times, part) for part in (0.5, 0.99))
    print(
        f"{len(times)} choices to the views of four seats: {p50:.1f} ms (median), {p99:.1f} ms (p99); "
        f"{cpu:.1f} ms of processor time each"
    )
    return p99 < 50


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("test", choices=["kill", "load", "seats"])
    parser.add_argument("--rounds", type=int, default=200, help="kills, or choices")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between choices of bots")
    args = parser.parse_args()
    random.seed(7)
    held = {
        "kill": lambda: kill(args.program, args.rounds, min(args.tables, 8)),
        "load": lambda: load(args.program, args.tables, args.seconds, args.pause),
        "seats": lambda: seats(args.program, args.rounds),
    }[args.test]()
    sys.exit(0 if held else 1)


if __name__ == "__main__":
    main()

# Everything a reviewer would run.
check:
    bash .ci/run

# All tests.
test:
    cargo test --workspace

# Tables in PostgreSQL, which it installs and starts in a temporary folder: the laws of storage, two servers at once, a database that goes away.
postgres:
    tests/postgres/run cargo test --workspace --features ludex-server/postgres --test all -- --include-ignored --test-threads 1 postgres

# The reverse proxies of docs/serve.md (nginx and caddy in the PATH) before a server: pages, forms, cookies and WebSockets.
proxies:
    cargo build -q --bin ludex
    tests/serve/proxies.py "${CARGO_TARGET_DIR:-target}/debug/ludex"

# The server under stress: 200 kills, 500 tables of bots, choices to four seats, 10,000 contested appends on one disk, and 1,000 decisions of paired worlds in each
# shipped game, with all bytes that a seat receives. Half an hour.
hard:
    cargo build --profile dist -q -p ludex-cli
    tests/serve/hard.py "${CARGO_TARGET_DIR:-target}/dist/ludex" kill
    tests/serve/hard.py "${CARGO_TARGET_DIR:-target}/dist/ludex" seats --rounds 500
    tests/serve/hard.py "${CARGO_TARGET_DIR:-target}/dist/ludex" load
    tests/browser/run "${CARGO_TARGET_DIR:-target}/dist/ludex" cold
    LUDEX_ROUNDS=10000 cargo test --workspace --test all -- two_servers_share_a_file
    LUDEX_ROUNDS=1000 cargo test --workspace --test suite -- wire --nocapture

# Licences, versions, sources and known vulnerabilities of dependencies (cargo-deny comes from crates.io into the target folder, once in some minutes).
deny *ARGS="check":
    test "$(target/tools/bin/cargo-deny --version 2>&1)" = "cargo-deny 0.20.2" || cargo install --quiet --locked --root target/tools cargo-deny@0.20.2
    target/tools/bin/cargo-deny {{ARGS}}

# Write the keywords of the grammar and of the TextMate grammars from the tables.
keywords:
    INSTA_UPDATE=always cargo test --workspace --test suite -- keywords || cargo test --workspace --test suite -- keywords

# Write the generated pages and schemas: docs/commands.md, the tables of docs/json.md, editors/schema.
generated-pages:
    LUDEX_PAGES=write cargo test -q --workspace --lib pages
    cargo run -q --bin ludex -- schema --into editors/schema

# Review changed snapshots (needs cargo-insta).
review:
    cargo insta review

# Random-play means of every shipped game against the figures of its specification.
stats *ARGS:
    cargo run --release -p ludex-tests -- stats {{ARGS}}

# What must hold in every position, in 1,000 random games of every game and number of players.
invariants *ARGS:
    cargo run --release -p ludex-tests -- invariants {{ARGS}}

# Rulesets, scenarios and saves with random mistakes: no panic, no hang, places inside files, games that can be replayed.
smoke *ARGS:
    cargo run --release -p ludex-tests -- smoke {{ARGS}}

# The same for an hour.
smoke-long SEED="7":
    cargo run --release -p ludex-tests -- smoke --minutes 60 --seed {{SEED}}

# Lints of the command without training and without tables in the browser (a minute; not part of CI).
features:
    cargo clippy -p ludex-cli --no-default-features --locked -- -D warnings

# Texts with random mistakes to the parser and the reader of YAML, forty times as many as in the tests.
limits ROUNDS="100000":
    LUDEX_ROUNDS={{ROUNDS}} cargo test --release -p ludex-grammar limits::mutated

# Any one character is taken out of a shipped game while an editor has it open, and everything is asked: `just cuts --cases 20000 --seed 7`.
cuts *ARGS:
    cargo run --release -p ludex-tests -- cuts {{ARGS}}

# Every name of every shipped game is renamed as an editor does it, which takes half an hour; `just renames 50` takes 50 of each game.
renames MOST="1000000":
    LUDEX_RENAMES={{MOST}} cargo test --release -p ludex-tests --test suite -- a_rename_is_refused_or_right

# One number for the picks and scores of 1,000,000 random games over all games, variants, counts and options: `just games-hash --check` plays them with all
# passes of lowering and without.
games-hash *ARGS:
    cargo run --profile dist -p ludex-tests -- games-hash {{ARGS}}

# Random well-typed rulesets, played with all passes of lowering and without: `just generated 100000 --from 5000`.
generated *ARGS:
    cargo run --release -p ludex-tests -- generated {{ARGS}}

# Decisions per second beside games written by hand, on one core; compares 100,000 games first.
yardstick *ARGS:
    cargo run --profile dist -p ludex-tests -- yardstick {{ARGS}}

# What each pass of lowering gains, in shipped games and in those made for it.
passes *ARGS:
    cargo run --profile dist -p ludex-tests -- passes {{ARGS}}

# What a ruleset of so many cards costs to load, stage by stage, and to play.
large *CARDS:
    cargo run --profile dist -p ludex-tests -- large {{CARDS}}

# What the parts cost (criterion, a minute), then all games beside those written by hand and the stored baseline, as a
# Markdown table (a minute). `just bench --save` makes the ratios the baseline.
bench *ARGS:
    cargo run --profile dist -q -p ludex-tests -- yardstick {{ARGS}} --dry-run
    cargo bench --profile dist -p ludex-tests --bench interpreter --features benches
    cargo run --profile dist -q -p ludex-tests -- parts {{ if ARGS =~ '--save' { '--save' } else { '' } }}
    cargo run --profile dist -p ludex-tests -- yardstick 2000 {{ARGS}}

# What it costs to deal anew what a seat can't know, for every ruleset there is, as a Markdown table.
deals *ARGS:
    cargo run --profile dist -p ludex-tests -- deals {{ARGS}}

# How long the tries of bots are beside real games, in each game of tests/editions/1 and tests/cases/games, as a Markdown table.
tries *ARGS:
    cargo run --profile dist -p ludex-tests -- tries {{ARGS}}

# Games a second beside OpenSpiel in the same games (it comes from PyPI into the target folder), and that they are the same: two minutes.
# `just peers --save` makes the ratios the baseline.
peers *ARGS:
    cargo build --profile dist -q -p ludex-tests --bin proof
    tests/peers/speed/run "${CARGO_TARGET_DIR:-target}/dist/proof" {{ARGS}}

# 10,000 random histories of OpenSpiel's games, replayed decision by decision in the shipped classics: `just histories hearts --histories 500`.
histories *ARGS:
    cargo build --profile dist -q -p ludex-cli
    tests/peers/histories/run "${CARGO_TARGET_DIR:-target}/dist/ludex" {{ARGS}}

# How strong the bots are: each pair against each other from every seat, as a Markdown table.
arena *ARGS:
    cargo run --profile dist -p ludex-tests -- arena {{ARGS}}

# Learns a policy for each shipped game and a hearts, and measures it beside random, greedy and search, as a Markdown table: an hour of one core.
# The weights come into target/bots. `just bots 0.1 kabale` does a tenth of it for one game.
bots *ARGS:
    cargo build --profile dist -q -p ludex-cli
    tests/bots/run "${CARGO_TARGET_DIR:-target}/dist/ludex" "${CARGO_TARGET_DIR:-target}/bots" {{ARGS}}

# Whether `impact` finds the card that an overlay of tests/planted/card changes by some three points, in each shipped game.
impact-check *ARGS:
    cargo build --release -p ludex-cli
    tests/planted/run "${CARGO_TARGET_DIR:-target}/release/ludex" card {{ARGS}}

# Pages of all commands that have one, and pictures of them in a browser: `just pages /tmp/pages`.
pages FOLDER:
    cargo build --release -q -p ludex-cli
    tests/pages/run "${CARGO_TARGET_DIR:-target}/release/ludex" {{FOLDER}}

# The pictures of the documentation, in docs/pictures (some minutes): cards, tables in the terminal and the browser, and plots from pages.
pictures LUDEX="${CARGO_TARGET_DIR:-target}/release/ludex":
    cargo build --release -q -p ludex-cli
    tests/pages/cards {{LUDEX}} > docs/pictures/cards.svg
    tests/pages/terminal {{LUDEX}} > docs/pictures/table.svg
    tests/browser/run {{LUDEX}} docs docs/pictures
    {{LUDEX}} impact kabale --overlay tests/pages/king.yaml --bots random --games 10000 --html target/impact.html
    tests/pages/picture target/impact.html > docs/pictures/impact.svg
    {{LUDEX}} ladder kabale --from 20 --steps 3 --games 40 --html target/ladder.html
    tests/pages/picture target/ladder.html > docs/pictures/ladder.svg

# Plays all shipped games on the pages of `ludex serve` in Chromium (`apt-get install chromium nodejs npm`), one in Firefox if it is installed, and checks what the pages promise.
browser *ARGS:
    cargo build -q -p ludex-cli
    tests/browser/run "${CARGO_TARGET_DIR:-target}/debug/ludex" {{ARGS}}

# Pictures of the table of each shipped game, light and dark, at three widths, in tests/browser/pictures.
pictures-table *FOLDER:
    cargo build -q -p ludex-cli
    tests/browser/run "${CARGO_TARGET_DIR:-target}/debug/ludex" pictures {{FOLDER}}

# All pages as a book with search, its links followed (mdbook comes from crates.io into the target folder, once in some minutes).
book OUT="target/book" *ARGS:
    test "$(target/tools/bin/mdbook --version 2>&1)" = "mdbook v0.5.4" || cargo install --quiet --locked --root target/tools mdbook@0.5.4
    python3 packaging/book.py {{OUT}} --mdbook target/tools/bin/mdbook {{ARGS}}

# What a release holds for this machine, and whether it installs and runs: see RELEASE.md.
dist OUT="target/dist":
    cargo build --profile dist --locked -p ludex-cli --features postgres
    packaging/try.sh "${CARGO_TARGET_DIR:-target}/dist/ludex" "$(rustc -vV | sed -n 's/host: //p')" {{OUT}}

# The Python package in a fresh environment: its tests, the examples of its README, and those that PettingZoo, Gymnasium and OpenSpiel have for
# environments (maturin and these come from PyPI into the target folder). `just wheel target/dist dist` builds the wheel of a release.
wheel OUT="target/dist" PROFILE="release":
    python/try {{OUT}} {{PROFILE}}

# Decisions per second in batches of games, beside OpenSpiel, RLCard and PettingZoo from Python, as Markdown tables (after `just wheel`). PettingZoo needs
# `pettingzoo[classic]`.
batches *ARGS:
    target/wheel/fresh/bin/python python/tests/speed.py {{ARGS}}

# The extension for VS Code, and whether its colours are right.
extension:
    cd editors/vscode && npm ci --ignore-scripts && npm run package && npm test

# The same extension in a real VS Code in Chromium, with pictures of what it shows: `just extension-e2e /tmp/pictures`.
extension-e2e PICTURES="target/extension":
    cargo build -q -p ludex-cli
    cd editors/vscode && npm ci --ignore-scripts && npm run package
    editors/vscode/test/workbench.sh "${CARGO_TARGET_DIR:-target}/debug/ludex" {{PICTURES}}

# The engine for a page (docs/editors.md) in WebAssembly, with its worker, and whether it answers as the program does. `WASM_CARGO` may name another
# cargo, one that has the target.
wasm OUT="target/web":
    editors/web/build.sh {{OUT}}
    cargo run -q -p ludex-tests -- messages > {{OUT}}/messages.jsonl
    node editors/web/test.mjs {{OUT}} {{OUT}}/messages.jsonl

# The playground, a page that checks, plays and teaches, as a folder of static files (site/README.md). Builds the engine as `just wasm` does.
site OUT="target/site" *ENGINE:
    site/build/run {{OUT}} {{ENGINE}}

# The tests of a playground that `just site` built, in Chromium (`apt-get install chromium nodejs npm`): `just site-test tour.test.mjs` runs one file.
site-test *TESTS:
    cargo build -q -p ludex-cli -p ludex-tests
    site/test/run target/site "${CARGO_TARGET_DIR:-target}/debug/ludex" "${CARGO_TARGET_DIR:-target}/debug/proof" {{TESTS}}

# Format everything.
fmt:
    cargo fmt --all

# The speed of random games beside that of an older commit (598baec), in turns, as a Markdown table with the geometric mean and the worst ratio: a quarter of an hour
# after building. `just speed kabale hearts --rounds 9` compares two games.
speed *ARGS:
    cargo build --profile dist -q -p ludex-cli
    tests/speed/run "${CARGO_TARGET_DIR:-target}/dist/ludex" {{ARGS}}

# Whether scenarios notice a change at any place of the rules of the shipped games: `just mutants kabale --jobs 2`.
mutants *ARGS:
    cargo run --release -p ludex-tests -- mutants {{ARGS}}

# How soon `compare` finds that an overlay of tests/planted/seat gives the first seat some three points, in each shipped game.
planted *ARGS:
    cargo build --release -q -p ludex-cli
    tests/planted/run "${CARGO_TARGET_DIR:-target}/release/ludex" seat {{ARGS}}

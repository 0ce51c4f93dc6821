// Starts `ludex lsp` for folders that hold rulesets, and says what to do where that can't be.
import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, RevealOutputChannelOn, ServerOptions, State } from "vscode-languageclient/node";

/** Where a person gets the program. */
const INSTALL = "cargo install --path cli, pip install ludex, or an archive of a release";

/** What `ludex/coverage` answers for a line that is part of an effect. */
interface CoveredLine {
  line: number;
  state: "covered" | "partly" | "missed";
  count: number;
  missed: string[];
}

let client: LanguageClient | undefined;
let output: vscode.LogOutputChannel;
/** The program that was started last, or tried. */
let tried: string | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  output = vscode.window.createOutputChannel("Ludex", { log: true });
  const command = (name: string, run: (...words: unknown[]) => unknown) => vscode.commands.registerCommand(name, run);
  context.subscriptions.push(
    output,
    command("ludex.restart", restart),
    // a lens of the server says of which scenario, and the file that it stands in
    command("ludex.cover", () => runOnRuleset("test", ["--store"], undefined)),
    command("ludex.test", (scenario?: unknown, file?: unknown) => runOnRuleset("test", option("--filter", scenario), file)),
    command("ludex.play", (scenario?: unknown, file?: unknown) => runOnRuleset("play", option("--scenario", scenario), file)),
    vscode.workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("ludex.path") && programPath() !== tried && restart()),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
    ...Object.values(margins),
    vscode.window.onDidChangeVisibleTextEditors((editors) => editors.forEach(paint)),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.dispose();
  client = undefined;
}

/** A client that never started has nothing to stop. */
async function restart(): Promise<void> {
  const old = client;
  client = undefined;
  if (old?.state === State.Running) await old.dispose().catch((error) => output.warn(String(error)));
  await start();
}

async function start(): Promise<void> {
  // the path may come from the folder's own settings: it runs nothing before the folder is trusted
  if (!vscode.workspace.isTrusted) return;
  const program = (tried = programPath());
  const trouble = missing(program);
  if (trouble) return complain(trouble);
  const server: ServerOptions = { command: program, args: ["lsp"] };
  const options: LanguageClientOptions = {
    documentSelector: [{ scheme: "file", language: "yaml" }],
    outputChannel: output,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    // results that are kept too
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/{*.yaml,.ludex/*.json}") },
    initializationOptions: { randomGames: vscode.workspace.getConfiguration("ludex").get("randomGames") },
    middleware: {
      // what is covered may be otherwise whenever problems are
      handleDiagnostics: (uri, problems, next) => {
        next(uri, problems);
        vscode.window.visibleTextEditors.filter((editor) => editor.document.uri.toString() === uri.toString()).forEach(paint);
      },
    },
  };
  client = new LanguageClient("ludex", "Ludex", server, options);
  try {
    await client.start();
    output.info(`${program} lsp runs`);
  } catch (error) {
    await complain(`The server did not start: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A colour in the margin and beside the scroll bar. */
function margin(colour: string): vscode.TextEditorDecorationType {
  const bar = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect x="6" width="4" height="16" fill="${colour}"/></svg>`;
  return vscode.window.createTextEditorDecorationType({
    gutterIconPath: vscode.Uri.parse(`data:image/svg+xml;base64,${Buffer.from(bar).toString("base64")}`),
    gutterIconSize: "contain",
    overviewRulerColor: colour,
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  });
}

const margins = { covered: margin("#2e9e5b"), partly: margin("#d7a021"), missed: margin("#d1453b") };

/** The colours of an editor, from results that are kept (`ludex test --store`); none where nothing is, or the server is older. */
async function paint(editor: vscode.TextEditor): Promise<void> {
  if (client?.state !== State.Running || editor.document.languageId !== "yaml") return;
  const asked = { textDocument: { uri: client.code2ProtocolConverter.asUri(editor.document.uri) } };
  const answer = await client.sendRequest<{ stale: boolean; scenarios: number; lines: CoveredLine[] } | null>("ludex/coverage", asked).catch(() => null);
  const stale = answer?.stale ? " (of rules that were changed since then)" : "";
  const mark = ({ line, count, missed }: CoveredLine): vscode.DecorationOptions => ({
    range: new vscode.Range(line, 0, line, 0),
    hoverMessage: missed.length ? `No scenario comes to: ${missed.join(", ")}${stale}` : `${count} of ${answer?.scenarios} scenarios come here${stale}`,
  });
  for (const state of ["covered", "partly", "missed"] as const) {
    editor.setDecorations(margins[state], (answer?.lines ?? []).filter((line) => line.state === state).map(mark));
  }
}

function programPath(): string {
  const set = vscode.workspace.getConfiguration("ludex").get<string>("path", "").trim();
  return set || "ludex";
}

/** Why the program can't serve, if it can't. */
function missing(program: string): string | undefined {
  const answer = spawnSync(program, ["lsp", "--help"], { timeout: 10_000, windowsHide: true });
  if (answer.error && "code" in answer.error && answer.error.code === "ENOENT") return `There is no program \`${program}\`.`;
  if (answer.error) return `\`${program}\` can't be run: ${answer.error.message}`;
  if (answer.status !== 0) return `\`${program}\` has no command \`lsp\`: it is too old, or another program.`;
  return undefined;
}

async function complain(trouble: string): Promise<void> {
  const message = `Ludex: ${trouble} Get it with ${INSTALL}, or say where it lies in the setting ludex.path.`;
  output.error(message);
  const [settings, again] = ["Open the setting", "Try again"];
  // not awaited: who starts the extension does not wait until somebody has read it
  void vscode.window.showErrorMessage(message, settings, again).then((choice) => {
    if (choice === settings) void vscode.commands.executeCommand("workbench.action.openSettings", "ludex.path");
    if (choice === again) void restart();
  });
}

function option(name: string, value: unknown): string[] {
  return typeof value === "string" ? [`${name}=${value}`] : [];
}

/** Runs a command of the program on the ruleset of a file, or of the one that is open. */
async function runOnRuleset(command: "test" | "play", words: string[], file: unknown): Promise<void> {
  const folder = await rulesetFolder(typeof file === "string" ? vscode.Uri.parse(file) : vscode.window.activeTextEditor?.document.uri);
  if (!folder) {
    void vscode.window.showWarningMessage("Ludex: no ruleset.yaml lies in the folder of this file or above it.");
    return;
  }
  await vscode.workspace.saveAll(false);
  // a process without a shell, which would read the words once more; its task stays to be read when it has ended
  const run = new vscode.ProcessExecution(programPath(), [command, ".", ...words], { cwd: folder });
  const task = new vscode.Task({ type: "ludex", command }, vscode.TaskScope.Workspace, command, "ludex", run, []);
  task.presentationOptions = { focus: command === "play", clear: true };
  await vscode.tasks.executeTask(task);
}

/** The nearest folder above a file that holds a `ruleset.yaml`, else the only one of the workspace. */
async function rulesetFolder(file: vscode.Uri | undefined): Promise<string | undefined> {
  for (let at = file?.scheme === "file" ? dirname(file.fsPath) : undefined; at; ) {
    if (await exists(vscode.Uri.file(`${at}/ruleset.yaml`))) return at;
    const up = dirname(at);
    at = up === at ? undefined : up;
  }
  const found = await vscode.workspace.findFiles("**/ruleset.yaml", "**/node_modules/**", 2);
  return found.length === 1 ? dirname(found[0].fsPath) : undefined;
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

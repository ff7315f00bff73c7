import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { importsOf } from "./support/imports-of.ts";

/**
 * Who may import whom: the tree is the pipeline, and data travels one way.
 * A name is a folder of src/ or a file at its top; every room may also use `text/`, the small things that know nobody.
 */
const ALLOWED: Record<string, readonly string[]> = {
  text: [],
  thread: [],
  verdict: ["thread"],
  // Where the store lies is a setting with a default per platform.
  // Git is asked what a project file was when it was committed.
  config: ["store", "process"],
  evidence: ["thread", "verdict"],
  models: ["thread", "process"],
  // Starts programs and leaves nothing of them behind: for the agent's tools and for the checks that run.
  process: [],
  store: ["thread", "verdict"],
  guard: ["thread", "verdict", "store"],
  observer: ["thread", "verdict", "evidence", "models"],
  // Both loops are one pipeline: the verifier uses the observer's gate, quoting and asking (docs/adr/0009).
  verifier: ["thread", "verdict", "evidence", "models", "observer", "process"],
  hosts: ["thread"],
  corrector: ["thread", "verdict", "evidence", "store", "guard", "observer", "verifier"],
  // The library's corrector: knows its own words again, also in arrays of messages.
  messages: ["corrector", "guard", "hosts", "store", "thread", "verdict"],
  // Between other people's frameworks and the library's corrector. They are handed in, none is imported.
  adapters: ["corrector", "evidence", "hosts", "messages", "store", "thread", "verdict"],
  // What was decided, as the record keeps it.
  "decision-delta": ["corrector", "thread", "verifier"],
  // The verification loop around anybody's agent: one step of it, and all of them.
  "verify-answer": ["corrector", "messages", "observer", "thread", "verdict", "verifier"],
  "verified-run": ["verify-answer", "messages", "models", "verdict", "verifier"],
  agent: ["corrector", "decision-delta", "thread", "verdict", "models", "store", "guard", "process"],
  // A transcript as a judged thread: its turns, the case of each, the marks at which reading goes on.
  // From what a project and its sessions show to a definition of done.
  propose: ["corrector", "evidence", "session", "thread", "verifier"],
  session: ["corrector", "evidence", "hosts", "store", "thread", "verdict"],
  audit: ["corrector", "evidence", "hosts", "session", "store", "thread", "web"],
  // What a CI job left, compared with its record: a report, its formats, and the pages that it is posted to.
  ci: ["corrector", "evidence", "hosts", "session", "show", "thread", "verdict"],
  // What was decided: as it is kept, found again and counted, and what came of it.
  decisions: ["corrector", "agent", "audit", "evidence", "guard", "hosts", "session", "store", "thread", "verdict"],
  // Between an editor and its agent; who judges is handed in, and the record is kept as our own agent's is.
  acp: ["thread", "hosts", "agent", "corrector", "decision-delta", "decisions", "guard", "process", "store"],
  // The team's service and what its machines send; who judges is handed in.
  team: ["config", "evidence", "store", "thread", "verdict", "web"],
  // The dashboard's files, and what it shares with the audit's report.
  web: [],
  // From settings to working parts.
  compose: ["*"],
  // Puts us into other people's settings, and takes us out again.
  install: ["hosts", "config", "store", "process"],
  // What hosts start at every stop; its main file is an entry of its own.
  hook: ["*"],
  show: ["thread"],
  index: ["*"],
  cli: ["*"],
  tui: ["*"],
};
/**
 * Inside the evidence, in the order of the data: a folder or a file at its top may use what stands before it, and what
 * stands in one line does not know each other. A name is a folder or a file of src/evidence/.
 */
const EVIDENCE_ORDER: readonly (readonly string[])[] = [
  ["quote", "record"],
  ["closing"],
  ["asked"],
  ["evidence"],
  ["proofs"],
  ["definition"],
  ["lowering", "receipt"],
  ["judge", "score", "unmet"],
];
const FACES = ["cli", "tui"];

/** Where each package from npm may be used. Node's own modules are free except in the pure rooms. */
const PACKAGES: Record<string, readonly string[]> = {
  zod: ["adapters", "thread", "hosts", "observer", "verifier", "agent", "models", "guard", "team"],
  "@hono/node-server": ["team"],
  hono: ["team"],
  pg: ["store"],
  // The shell grammar is read once, where tool calls become actions; evidence reads the result.
  unbash: ["thread"],
  // Types alone: a relay that is true to the byte cannot let a library write its lines.
  "@agentclientprotocol/sdk": ["acp"],
  "@ai-sdk/anthropic": ["models"],
  "@ai-sdk/google": ["models"],
  "@ai-sdk/google-vertex": ["models"],
  "@ai-sdk/openai": ["models"],
  "@ai-sdk/openai-compatible": ["models"],
  "@ai-sdk/provider": ["models"],
  "@ai-sdk/xai": ["models"],
  "@secretlint/secretlint-rule-preset-recommend": ["observer"],
  ink: ["tui"],
  react: ["tui"],
  // Codex keeps its settings in TOML; they are only looked at, what is written goes in as a line.
  "smol-toml": ["install"],
};
const A_THIRD = "what two of them need of each other belongs into a third";
const PURE_ROOMS = ["thread", "evidence"];
const IMPURE =
  /\b(Date\.now\(|new Date\(\)|Math\.random\(|performance\.now\(|process\.|setTimeout\(|setInterval\(|fetch\()/;

const root = resolve(import.meta.dirname, "..");
const source = join(root, "src");
const cliFolder = join("src", "cli");
const files = globSync("src/**/*.ts", { cwd: root }).filter((file) => !file.endsWith(".test.ts"));
const evidence = files.filter((file) => file.startsWith(join("src", "evidence")));
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));

describe("architecture", () => {
  it("has a row for every room, and no other", () => {
    const rooms = new Set(files.map((file) => roomOf(join(root, file))));
    const said = "ALLOWED has a row for each folder of src/ and each file at its top, and so has AGENTS.md";
    expect(Object.keys(ALLOWED).toSorted(), said).toEqual([...rooms].toSorted());
    const map = readFileSync(join(root, "AGENTS.md"), "utf8");
    expect(
      [...rooms].filter((room) => !map.includes(`${room}/`) && !map.includes(`${room}.ts`)),
      said,
    ).toEqual([]);
  });

  it("allows nothing that nobody uses", () => {
    const used = new Set(
      files.flatMap((file) => importedBy(file).map((name) => `${roomOf(join(root, file))} ${name}`)),
    );
    const rooms = Object.entries(ALLOWED).flatMap(([room, names]) => names.map((name) => `${room} ${name}`));
    const packages = Object.entries(PACKAGES).flatMap(([name, users]) => users.map((room) => `${room} ${name}`));
    const idle = [...rooms, ...packages].filter((pair) => !pair.endsWith(" *") && !used.has(pair));
    expect(idle, "take these out of ALLOWED or PACKAGES").toEqual([]);
  });

  it.each(files)("%s imports only what its room may", (file) => {
    const room = roomOf(join(root, file));
    const bad = importsOf(texts.get(file) ?? "").filter((specifier) => !mayImport(room, file, specifier));
    const said = `${room} may use ${[...(ALLOWED[room] ?? []), "text"].join(", ")}, and packages as PACKAGES says: have it handed in by whoever composes, or move it to the room it belongs to`;
    expect(bad, said).toEqual([]);
  });

  it("has an order for every folder of the evidence, and every file at its top", () => {
    const places = new Set(evidence.map(placeInEvidence));
    expect(EVIDENCE_ORDER.flat().toSorted(), "EVIDENCE_ORDER names each").toEqual([...places].toSorted());
    const map = readFileSync(join(root, "AGENTS.md"), "utf8");
    const folders = [...places].filter((place) => evidence.some((file) => file.includes(join("evidence", place, "/"))));
    expect(
      folders.filter((folder) => !map.includes(`${folder}/`)),
      "AGENTS.md has a row for each",
    ).toEqual([]);
  });

  it.each(evidence)("%s rests on what comes before", (file) => {
    const [place, rank] = [placeInEvidence(file), rankOf(file)];
    const later = namedBy(file).filter(
      (other) => evidence.includes(other) && placeInEvidence(other) !== place && rankOf(other) >= rank,
    );
    expect(later, "EVIDENCE_ORDER: what comes later may use what comes before, not the other way").toEqual([]);
  });

  it("has no files that name each other in a circle, not even for a type", () => {
    expect(circlesIn(new Map(files.map((file) => [file, namedBy(file)]))), A_THIRD).toEqual([]);
  });

  it("has no rooms that use each other in a circle", () => {
    const rooms = Map.groupBy(files, (file) => roomOf(join(root, file)));
    const used = [...rooms].map(([room, own]): [string, string[]] => {
      const others = own.flatMap(namedBy).map((other) => roomOf(join(root, other)));
      return [room, others.filter((other) => other !== room)];
    });
    expect(circlesIn(new Map(used)), A_THIRD).toEqual([]);
  });

  it.each(files.filter((file) => PURE_ROOMS.includes(roomOf(join(root, file)))))("%s is pure", (file) => {
    const said = "time, randomness, processes and the disk are asked elsewhere, and what they say is handed in";
    expect(IMPURE.exec(withoutComments(texts.get(file) ?? ""))?.[0], said).toBeUndefined();
    const outside = importsOf(texts.get(file) ?? "").filter((specifier) => specifier.startsWith("node:"));
    // Joining and splitting paths is arithmetic on text.
    expect(
      outside.filter((specifier) => specifier !== "node:path"),
      said,
    ).toEqual([]);
  });

  it("reads the environment only in the configuration", () => {
    const readers = files.filter((file) => /\bprocess\.env\b/.test(withoutComments(texts.get(file) ?? "")));
    expect(
      readers.filter((file) => roomOf(join(root, file)) !== "config"),
      "take the variables as a parameter; environment() of src/config/environment.ts gives them",
    ).toEqual([]);
  });

  it("prints only in the faces", () => {
    const printers = files.filter((file) =>
      /\bconsole\.|process\.(stdout|stderr)\b/.test(withoutComments(texts.get(file) ?? "")),
    );
    expect(
      printers.filter((file) => !FACES.includes(roomOf(join(root, file)))),
      "give back what is to be said; src/cli and src/tui print it",
    ).toEqual([]);
  });

  it("writes JSON for programs in one place", () => {
    const writers = files.filter((file) => file.startsWith(cliFolder) && texts.get(file)?.includes("JSON.stringify"));
    // These two write it over several lines, for people, and out of nothing foreign.
    const forPeople = ["config.ts", "prompt.ts"].map((name) => join(cliFolder, "commands", name));
    expect(writers, "jsonLine of src/text/json.ts writes it so that strict readers take it").toEqual(forPeople);
  });

  it("forces a model's call in one place, with its checks, retries, abort and accounting", () => {
    const callers = files.filter((file) =>
      /\.decide\b|\["decide"\]\s*[?.(]/.test(withoutComments(texts.get(file) ?? "")),
    );
    expect(callers, "call runTool instead").toEqual([join("src", "models", "run-tool.ts")]);
    const users = files.filter((file) =>
      importsOf(texts.get(file) ?? "").some((name) => name.endsWith("/run-tool.ts")),
    );
    expect(users.map((file) => roomOf(join(root, file)))).toEqual(expect.arrayContaining(["agent", "observer"]));
  });
});

/** `src/thread/reducer.ts` lives in `thread`, `src/verdict.ts` in `verdict`. */
function roomOf(path: string): string {
  return (relative(source, path).split(/[\\/]/)[0] ?? "").replace(/\.ts$/, "");
}

/** Files of ours that this one names, whether it needs their code or only a type. */
function namedBy(file: string): string[] {
  return importsOf(texts.get(file) ?? "").flatMap((specifier) =>
    specifier.startsWith(".") ? [join(dirname(file), specifier)] : [],
  );
}

/** What is left when everything is taken away that leads into no circle, again and again. */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const left = new Map(graph);
  for (let before = Infinity; left.size < before;) {
    before = left.size;
    for (const [name, others] of left) if (!others.some((other) => left.has(other))) left.delete(name);
  }
  return [...left.keys()];
}

/** `record` for what lies in that folder, `judge` for `judge.ts` at the top. */
function placeInEvidence(file: string): string {
  return (relative(join("src", "evidence"), file).split(/[\\/]/)[0] ?? "").replace(/\.ts$/, "");
}

function rankOf(file: string): number {
  const place = placeInEvidence(file);
  return EVIDENCE_ORDER.findIndex((names) => names.includes(place));
}

function mayImport(room: string, file: string, specifier: string): boolean {
  if (specifier.startsWith("node:")) return true;
  if (!specifier.startsWith(".")) return (PACKAGES[packageOf(specifier)] ?? []).includes(room);
  const target = resolve(root, dirname(file), specifier);
  if (target === join(root, "package.json")) return FACES.includes(room);
  const targetRoom = roomOf(target);
  if (targetRoom === room || targetRoom === "text") return true;
  if (FACES.includes(targetRoom)) return room === "cli";
  const allowed = ALLOWED[room] ?? [];
  return allowed.includes("*") || allowed.includes(targetRoom);
}

/** Rooms and packages, by the names that the tables have. */
function importedBy(file: string): string[] {
  return importsOf(texts.get(file) ?? "").map((specifier) =>
    specifier.startsWith(".") ? roomOf(resolve(root, dirname(file), specifier)) : packageOf(specifier),
  );
}

function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/(^|\s)\/\/.*$/gm, "");
}

import { join } from "node:path";
import { kindOfName } from "../../evidence/record/runners/task-names.ts";
import { fromJson } from "../../text/json.ts";
import {
  type Ecosystem,
  CHECK_NAMES,
  type CheckName,
  type FoundCheck,
  type ProjectCheck,
  openProject,
  type ProjectFiles,
} from "./project-files.ts";
import { cargo, cmake, go } from "./ecosystems/compiled.ts";
import { packageScripts, typescript } from "./ecosystems/javascript.ts";
import { bundler, composer, composerScripts, dotnet, gradle, maven } from "./ecosystems/managed.ts";
import { python } from "./ecosystems/python.ts";
import { justfile, makefile, mise, taskfile } from "./ecosystems/task-runners.ts";

/** Commands by name, as the person configured them; `none` turns a kind off. */
export type ConfiguredChecks = Readonly<Record<string, string>>;

/** The checks of a project, in the order of running: configured ones, and for other kinds those found at its top. */
export function findChecks(root: string, configured: ConfiguredChecks = {}): ProjectCheck[] {
  const own = configuredChecks(configured);
  const decided = decidedKinds(configured);
  const found = checksIn(openProject(root), "").filter((check) => !decided.has(check.kind));
  return inOrder([...own, ...found]);
}

const JSON_MANIFESTS = ["package.json", "composer.json"];

/** Manifests at the top that are not valid JSON, so that their scripts cannot be seen. */
export function unreadableManifests(root: string): string[] {
  const files = openProject(root);
  return JSON_MANIFESTS.filter((name) => files.names.has(name) && !isJson(files.read(name)));
}

function isJson(text: string | undefined): boolean {
  return text !== undefined && fromJson(text) !== undefined;
}

/** For each kind those of the nearest directory that has one, if the check looks at files of that sort. */
export function checksFor(root: string, paths: readonly string[], configured: ConfiguredChecks = {}): ProjectCheck[] {
  if (paths.length === 0) return [];
  const decided = decidedKinds(configured);
  const found = new Map<string, ProjectCheck>();
  for (const path of paths) {
    for (const check of checksAbove(root, path)) {
      if (!decided.has(check.kind)) found.set(`${check.directory} ${check.line}`, check);
    }
  }
  return inOrder([...configuredChecks(configured), ...found.values()]);
}

function checksAbove(root: string, path: string): ProjectCheck[] {
  const chosen = new Map<CheckName, readonly ProjectCheck[]>();
  for (const directory of directoriesAbove(path)) {
    const checks = checksIn(openProject(join(root, directory), root), directory).filter(
      ({ covers }) => covers?.test(path) ?? true,
    );
    for (const kind of CHECK_NAMES) {
      const ofKind = checks.filter((check) => check.kind === kind);
      if (ofKind.length > 0 && !chosen.has(kind)) chosen.set(kind, ofKind);
    }
  }
  return [...chosen.values()].flat();
}

function directoriesAbove(path: string): string[] {
  const parts = path.replaceAll("\\", "/").split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("/")).concat("");
}

function checksIn(files: ProjectFiles, directory: string): ProjectCheck[] {
  const found = ECOSYSTEMS.flatMap((ecosystem) =>
    ecosystem.find(files).map((check): Candidate => ({ ...check, ecosystem })),
  );
  const kept = CHECK_NAMES.flatMap((kind) => chosen(found.filter((check) => check.kind === kind)));
  return kept.map(({ kind, command, source, ecosystem }) => ({
    kind,
    command,
    line: command.join(" "),
    directory,
    source,
    ...(ecosystem.covers ? { covers: ecosystem.covers } : {}),
  }));
}

interface Candidate extends FoundCheck {
  readonly ecosystem: Ecosystem;
}

/** Scripts for a language always count, before the usual commands. One task runner covers everything else. */
function chosen(checks: readonly Candidate[]): Candidate[] {
  const of = (tier: Ecosystem["tier"]): Candidate[] => checks.filter(({ ecosystem }) => ecosystem.tier === tier);
  const [scripts, tasks] = [of("script"), of("task")];
  const usual = of("usual").filter(
    ({ ecosystem }) => !scripts.some((script) => script.ecosystem.covers === ecosystem.covers),
  );
  const wantsMore = usual.length > 0 || scripts.length === 0;
  return [...scripts, ...(tasks.length > 0 ? (wantsMore ? tasks.slice(0, 1) : []) : usual)];
}

function configuredChecks(configured: ConfiguredChecks): ProjectCheck[] {
  return Object.entries(configured).flatMap(([name, line]) =>
    line.trim() === "none"
      ? []
      : [{ kind: kindOf(name), command: ["sh", "-c", line], line, directory: "", source: `checks.commands.${name}` }],
  );
}

function decidedKinds(configured: ConfiguredChecks): ReadonlySet<CheckName> {
  return new Set(Object.keys(configured).map(kindOf));
}

function kindOf(name: string): CheckName {
  const kind = kindOfName(name)?.kind;
  return CHECK_NAMES.find((candidate) => candidate === kind) ?? "test";
}

function inOrder(checks: readonly ProjectCheck[]): ProjectCheck[] {
  return CHECK_NAMES.flatMap((kind) => checks.filter((check) => check.kind === kind));
}

const ECOSYSTEMS: readonly Ecosystem[] = [
  packageScripts,
  composerScripts,
  mise,
  justfile,
  taskfile,
  makefile,
  cargo,
  go,
  python,
  maven,
  gradle,
  dotnet,
  composer,
  bundler,
  cmake,
  typescript,
];

import { join } from "node:path";
import { USER_FILE } from "../../config/files.ts";
import { CoxError, describeError } from "../../errors.ts";
import type { Installer } from "../../hosts/installer.ts";
import { applyInstall, changesOf } from "../../install/apply.ts";
import { codexHashes } from "../../install/codex-hashes.ts";
import { namesOurProgram, PROGRAM } from "../../install/hook-entry.ts";
import { findProgram } from "../../process/find-program.ts";
import { hookFacts } from "../../install/facts.ts";
import { setValue } from "../../install/json-edit.ts";
import { installPlace, isBuilt, isPassing, type PlaceRequest } from "../../install/place.ts";
import { type InstallPlan, planInstall } from "../../install/plan.ts";
import { readState, refuseBrokenLink, writeState } from "../../install/settings-file.ts";
import { isThere } from "../../install/started-programs.ts";
import { neutralise } from "../../neutralise.ts";
import { styleFor } from "../../show/style.ts";
import { wrapAtSpaces } from "../../show/wrap.ts";
import { type Command, EXIT_CANCELLED, EXIT_DONE, EXIT_FAILED, type Io } from "../command.ts";
import { lookForObserver } from "../doctor/look-at-models.ts";
import { hostsHere, installation, namedHosts, SCOPE_OPTIONS } from "../install-request.ts";
import { parseOptions } from "../options/parse-options.ts";
import { changeRows } from "../show/change-rows.ts";
import { tellIgnored } from "../tell-problems.ts";

/** Of the modes there are, those in which an agent of others can be watched. */
const MODES = ["end-turn", "parallel", "shadow", "off"];

export const command: Command = {
  name: "install",
  usage: ["install [HOST…] [OPTIONS]"],
  options: [
    [
      "HOST…",
      "claude-code, codex, gemini-cli, qwen-code, copilot, cursor, opencode, pi (default: those that are here)",
    ],
    ["--user", "for yourself, in all projects (default)"],
    ["--project", "for everybody who works in this directory"],
    [
      "--observer MODEL",
      "none: proof alone, nothing leaves this machine (the default while none is set); auto; or provider/model. Holds in all projects",
    ],
    ["--mode MODE", `${MODES.slice(0, -1).join(", ")} or ${MODES.at(-1)}. Holds in all projects`],
    ["--shadow", "decide and record, but say nothing to the agent: the same as --mode shadow"],
    ["--dry-run", "show what would change, and change nothing"],
    ["--yes", "do not ask"],
  ],
  examples: [
    "cox install",
    "cox install claude-code codex --observer none --yes",
    "cox install --dry-run",
    "# to have a project's own checks run when an agent stops there, name it in checks.watched: cox config checks.watched",
  ],
  async run(args, io) {
    const { values, positionals } = parseOptions("install", args, {
      ...SCOPE_OPTIONS,
      observer: { type: "string" },
      mode: { type: "string" },
      shadow: { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
    });
    const dryRun = values["dry-run"];
    const named = namedHosts(positionals);
    const wishes = settingsFrom(values);
    const { request, manifest, settings, loaded } = installation(io, values, { overrides: wishes });
    if (!values.yes && !dryRun && !io.ask) {
      throw new CoxError("usage", "there is nobody to ask.", {
        hint: "Add --yes, or --dry-run to see what would change.",
      });
    }
    tellIgnored(loaded, io);
    const unbuilt = request.scope === "user" && !isBuilt(request.root);
    if (unbuilt && !dryRun) throw new CoxError("usage", NOT_BUILT);
    const hosts = named.length > 0 ? named : hostsHere(request);
    if (hosts.length === 0) {
      io.err("cox install: no agent was found on this machine. Name one: cox install --help lists them.\n");
      return EXIT_FAILED;
    }
    const settingsFile = join(settings, USER_FILE);
    if (Object.keys(wishes).length > 0) refuseBrokenLink(settingsFile);
    const plans = await eachOrTold(hosts, io, (host) => {
      const place = installPlace(host, request);
      return planInstall(host, { place, manifest, codexHashes: (hooks) => askCodex(host, hooks, io) });
    });
    if (plans.length === 0) return EXIT_FAILED;
    io.out(describePlans(plans, wishes, settingsFile, io));
    // No reason not to install: the record decides meanwhile, and what is missing may come later.
    for (const { about, detail, mend } of lookForObserver(loaded, io))
      io.err(`cox install: ${neutralise([`${about}:`, detail, mend ?? ""].join(" ").trim())}\n`);
    if (unbuilt) io.err(`cox install: ${NOT_BUILT}\n`);
    const leftOut = plans.length < hosts.length ? EXIT_FAILED : EXIT_DONE;
    if (dryRun) return leftOut;
    if (!values.yes && !(await agrees(io))) {
      io.err("Nothing was changed.\n");
      return io.signal.aborted ? EXIT_CANCELLED : leftOut;
    }
    // Before the hooks: where it fails, no agent is watched in another way than was asked for.
    keepSettings(settingsFile, wishes);
    const done = await eachOrTold(plans, io, (plan) => {
      applyInstall(plan, request.scope, manifest);
      return plan;
    });
    if (done.length > 0) io.out(closing(done, request, io));
    return done.length < hosts.length ? EXIT_FAILED : EXIT_DONE;
  },
};

const NOT_BUILT = "The hook program of this checkout is not built yet. Run npm run build before you install it.";

/** One host whose settings are broken or may not be written is said, and keeps no other from being watched. */
async function eachOrTold<One extends Installer | InstallPlan, Result>(
  all: readonly One[],
  io: Io,
  work: (one: One) => Promise<Result> | Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const one of all) {
    try {
      results.push(await work(one));
    } catch (error) {
      const { title } = "installer" in one ? one.installer : one;
      io.err(`cox install: ${title} is left out: ${describeError(error)}\n`);
    }
  }
  return results;
}

/** By key path, as the configuration takes them. */
type Wishes = Readonly<Record<string, string>>;

function settingsFrom(values: {
  readonly observer?: string | undefined;
  readonly mode?: string | undefined;
  readonly shadow: boolean;
}): Wishes {
  if (values.shadow && values.mode !== undefined && values.mode !== "shadow") {
    throw new CoxError("usage", `--shadow and --mode ${values.mode} exclude each other.`);
  }
  const mode = values.shadow ? "shadow" : values.mode;
  if (mode !== undefined && !MODES.includes(mode)) {
    throw new CoxError("usage", `--mode must be one of ${MODES.join(", ")}.`);
  }
  return {
    ...(values.observer === undefined ? {} : { "observer.model": values.observer }),
    ...(mode === undefined ? {} : { mode }),
  };
}

async function askCodex(host: Installer, hooks: string, { env }: Io): Promise<ReadonlyMap<string, string> | undefined> {
  const program = host.commands.map((name) => findProgram(name, env)).find((path) => path !== undefined);
  return program === undefined ? undefined : codexHashes(program, hooks, env, namesOurProgram);
}

function describePlans(plans: readonly InstallPlan[], wishes: Wishes, settingsFile: string, io: Io): string {
  const style = styleFor(io.color);
  const parts = plans.flatMap((plan) => {
    const changes = changesOf(plan);
    const title = style.bold(plan.installer.title);
    if (changes.length === 0) return [`${title}: installed already, nothing to change`];
    return [title, ...changes.flatMap((change) => [`  ${change.file}`, ...changeRows(change, io)])];
  });
  const settings = Object.entries(wishes).map(([key, value]) => `  ${key} = ${value}`);
  const heading = `${style.bold("Coxswain's own settings")}, for all projects: ${settingsFile}`;
  return `${[...parts, ...(settings.length > 0 ? [heading, ...settings] : [])].join("\n")}\n`;
}

async function agrees(io: Io): Promise<boolean> {
  const answer = await io.ask?.("Change these files? [Y/n] ");
  return answer !== undefined && /^(?:y|yes|)$/i.test(answer.trim());
}

function keepSettings(file: string, wishes: Wishes): void {
  const entries = Object.entries(wishes);
  if (entries.length === 0) return;
  const before = readState(file);
  const text = entries.reduce(
    (settings, [key, value]) => setValue(settings, key.split("."), value),
    before?.bytes.toString("utf8") ?? "{}\n",
  );
  writeState(file, { bytes: Buffer.from(text), mode: before?.mode ?? 0o600 });
}

function closing(plans: readonly InstallPlan[], request: PlaceRequest, { columns }: Io): string {
  const { scope, root } = request;
  const remarks = plans.flatMap((plan) => plan.remarks.map((remark) => `${plan.installer.title}: ${remark}`));
  if (isPassing(root))
    remarks.push("This program lies in npx's cache, which may be emptied: npm install -g coxswain keeps it.");
  const back = scope === "project" ? "cox uninstall --project in this directory" : "cox uninstall";
  const lines = [begun(plans, request), ...remarks, `Take it back with ${back}; see what it did with cox why.`];
  return `${lines.flatMap((line) => wrapAtSpaces(line, columns)).join("\n")}\n`;
}

function begun(plans: readonly InstallPlan[], request: PlaceRequest): string {
  const { scope, env, config } = request;
  const names = plans.map((plan) => plan.installer.title).join(", ");
  if (config.mode === "off")
    return `The hook is in ${names}, but does nothing while mode is off; cox config mode says where that is set.`;
  if (scope === "project" && !isThere(PROGRAM, env))
    return `The hook is in ${names}, but does nothing here: ${PROGRAM} is not on the PATH. npm install -g coxswain puts it there.`;
  const watched = plans.filter((plan) => runsHooks(plan, request)).map((plan) => plan.installer.title);
  if (watched.length === 0) return `The hook is in ${names}, but does nothing yet.`;
  return `Watching ${watched.join(", ")}. Sessions that are open already notice it when they start anew.`;
}

/** A remark says what keeps it from that. */
function runsHooks({ installer, hooksOff }: InstallPlan, request: PlaceRequest): boolean {
  const facts = hookFacts(installer, installPlace(installer, request));
  return !hooksOff && !facts.some(({ type }) => type === "untrusted" || type === "distrusted");
}

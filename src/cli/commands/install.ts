import { join } from "node:path";
import { USER_FILE } from "../../config/files.ts";
import { CoxError, describeError } from "../../errors.ts";
import type { Installer } from "../../hosts/installer.ts";
import { applyInstall, changesOf } from "../../install/apply.ts";
import { codexHashes } from "../../install/codex-hashes.ts";
import { namesOurProgram } from "../../install/hook-entry.ts";
import { findProgram } from "../../process/find-program.ts";
import { setValue } from "../../install/json-edit.ts";
import { installPlace, isBuilt, isPassing } from "../../install/place.ts";
import { type InstallPlan, planInstall } from "../../install/plan.ts";
import { readState, writeState } from "../../install/settings-file.ts";
import { styleFor } from "../../show/style.ts";
import { type Command, EXIT_DONE, EXIT_UNREADABLE, type Io } from "../command.ts";
import { hostsHere, installation, namedHosts, SCOPE_OPTIONS } from "../install-request.ts";
import { parseOptions } from "../parse-options.ts";
import { changeRows } from "../show/change-rows.ts";

export const command: Command = {
  name: "install",
  summary: "Have Coxswain watch the agents on this machine.",
  usage: ["install [HOST…] [OPTIONS]"],
  options: [
    [
      "HOST…",
      "claude-code, codex, gemini-cli, qwen-code, copilot, cursor, opencode, pi (default: those that are here)",
    ],
    ["--user", "for yourself, in all projects (default)"],
    ["--project", "for everybody who works in this directory"],
    ["--observer WHO", "none: proof alone, nothing leaves this machine (while none is set); auto; or provider/model"],
    ["--mode MODE", "end-turn, parallel, shadow or off"],
    ["--shadow", "decide and record, but say nothing to the agent"],
    ["--dry-run", "show what would change, and change nothing"],
    ["--yes", "do not ask"],
  ],
  examples: ["cox install", "cox install claude-code codex --observer none --yes", "cox install --dry-run"],
  async run(args, io) {
    const { values, positionals } = parseOptions("install", args, {
      ...SCOPE_OPTIONS,
      observer: { type: "string" },
      mode: { type: "string" },
      shadow: { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
    });
    const dryRun = values["dry-run"];
    const named = namedHosts("install", positionals);
    if (!values.yes && !dryRun && !io.ask) {
      throw new CoxError("usage", "install: there is nobody to ask.", {
        hint: "Add --yes, or --dry-run to see what would change.",
      });
    }
    const wishes = settingsFrom(values);
    const { request, manifest, settings } = installation(io, values, { overrides: wishes });
    const unbuilt = request.scope === "user" && !isBuilt(request.root);
    if (unbuilt && !dryRun) throw new CoxError("usage", NOT_BUILT);
    const hosts = named.length > 0 ? named : hostsHere(request);
    if (hosts.length === 0) {
      io.err("cox install: no agent was found on this machine. Name one: cox install --help lists them.\n");
      return EXIT_UNREADABLE;
    }
    const plans = await eachOrTold(hosts, io, (host) => {
      const place = installPlace(host, request);
      return planInstall(host, { place, manifest, codexHashes: (hooks) => askCodex(host, hooks, io) });
    });
    if (plans.length === 0) return EXIT_UNREADABLE;
    io.out(describePlans(plans, wishes, io));
    if (unbuilt) io.err(`cox install: ${NOT_BUILT}\n`);
    if (dryRun || (!values.yes && !(await agrees(io))))
      return plans.length < hosts.length ? EXIT_UNREADABLE : EXIT_DONE;
    const done = await eachOrTold(plans, io, (plan) => {
      applyInstall(plan, request.scope, manifest);
      return plan;
    });
    keepSettings(join(settings, USER_FILE), wishes);
    if (done.length > 0) io.out(closing(done, isPassing(request.root)));
    return done.length < hosts.length ? EXIT_UNREADABLE : EXIT_DONE;
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
    throw new CoxError("usage", `install: --shadow and --mode ${values.mode} exclude each other.`);
  }
  const mode = values.shadow ? "shadow" : values.mode;
  return {
    ...(values.observer === undefined ? {} : { "observer.model": values.observer }),
    ...(mode === undefined ? {} : { mode }),
  };
}

async function askCodex(host: Installer, hooks: string, { env }: Io): Promise<ReadonlyMap<string, string> | undefined> {
  const program = host.commands.map((name) => findProgram(name, env)).find((path) => path !== undefined);
  return program === undefined ? undefined : codexHashes(program, hooks, env, namesOurProgram);
}

function describePlans(plans: readonly InstallPlan[], wishes: Wishes, io: Io): string {
  const style = styleFor(io.color);
  const parts = plans.flatMap((plan) => {
    const changes = changesOf(plan);
    const title = style.bold(plan.installer.title);
    if (changes.length === 0) return [`${title}: installed already, nothing to change`];
    return [title, ...changes.flatMap((change) => [`  ${change.file}`, ...changeRows(change, io)])];
  });
  const settings = Object.entries(wishes).map(([key, value]) => `  ${key} = ${value}`);
  return `${[...parts, ...(settings.length > 0 ? [style.bold("Coxswain's own settings"), ...settings] : [])].join("\n")}\n`;
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

function closing(plans: readonly InstallPlan[], passing: boolean): string {
  const remarks = plans.flatMap((plan) => plan.remarks.map((remark) => `${plan.installer.title}: ${remark}`));
  if (passing)
    remarks.push("This program lies in npx's cache, which may be emptied: npm install -g coxswain keeps it.");
  const names = plans.map((plan) => plan.installer.title).join(", ");
  return `${[`Watching ${names}. Sessions that are open already notice it when they start anew.`, ...remarks, "Take it back with cox uninstall; see what it did with cox why."].join("\n")}\n`;
}

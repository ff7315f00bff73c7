import { existsSync } from "node:fs";
import { join } from "node:path";
import { USER_FILE } from "../../config/files.ts";
import { describeError } from "../../errors.ts";
import { INSTALLERS } from "../../hosts/installers.ts";
import type { Installer } from "../../hosts/installer.ts";
import type { InstalledFile } from "../../install/manifest.ts";
import { installPlace } from "../../install/place.ts";
import { planUndo, undoInstall, type UndoPlan } from "../../install/undo.ts";
import { styleFor } from "../../show/style.ts";
import { type Command, EXIT_DONE, EXIT_FAILED, type Io } from "../command.ts";
import { installation, namedHosts, SCOPE_OPTIONS } from "../install-request.ts";
import { parseOptions } from "../options/parse-options.ts";
import { changeRows } from "../show/change-rows.ts";

export const command: Command = {
  name: "uninstall",
  usage: ["uninstall [HOST…] [--user | --project] [--dry-run]"],
  options: [
    ["HOST…", "default: all"],
    ["--user", "what was installed for yourself (default)"],
    ["--project", "what was installed for this directory"],
    ["--dry-run", "show what would change, and change nothing"],
    ["--yes", "accepted for symmetry; nothing is asked"],
  ],
  examples: ["cox uninstall", "cox uninstall codex", "cox uninstall --dry-run"],
  async run(args, io) {
    const { values, positionals } = parseOptions("uninstall", args, {
      ...SCOPE_OPTIONS,
      "dry-run": { type: "boolean", default: false },
    });
    const dryRun = values["dry-run"];
    // Somebody who wants out need not mend the settings first.
    const { request, manifest, settings } = installation(io, values, { tolerant: true });
    const hosts = positionals.length > 0 ? namedHosts(positionals) : INSTALLERS;
    const undo = dryRun ? planUndo : undoInstall;
    // Said once, and not by every host, where it cannot be read.
    void manifest.files;
    const found: string[] = [];
    const asked = new Set<string | undefined>();
    const failures = new Map<string, string>();
    for (const host of hosts) {
      const outcomes = undo(host, installPlace(host, request), manifest);
      for (const { file } of outcomes) asked.add(file);
      const plans = outcomes.flatMap((each) => (each.how === "failed" ? [] : [each]));
      found.push(...(dryRun ? describePlans(host, plans, io) : plans.flatMap(sentence)));
      // What several of them stumble over is told once.
      for (const each of outcomes) if (each.how === "failed") failures.set(describeError(each.error), host.title);
    }
    const failed = failures.size > 0;
    for (const [why, title] of failures) io.err(`cox uninstall: ${title}: ${why}\n`);
    if (failed) io.err(`${AGAIN}\n`);
    const isFound = found.length > 0;
    const named = positionals.length > 0 ? ` for ${hosts.map(({ title }) => title).join(", ")}` : "";
    const where = request.scope === "project" ? ` in ${request.project}` : "";
    // Nobody is sent to the command that has just failed.
    const left = manifest.files.filter((each) => isOf(INSTALLERS, each) && !asked.has(each.file));
    const others = left.filter((each) => isOf(hosts, each));
    const nothing = failed ? [] : [`Nothing of Coxswain was found${named}${where}.`];
    const isLeft = failed || left.some(({ file }) => existsSync(file));
    const lines = [
      ...found,
      ...(isFound ? whatStays(join(settings, USER_FILE), isLeft) : nothing),
      ...(isFound && request.scope === "project" ? [] : others.flatMap(stillIn)),
    ];
    if (lines.length > 0) io.out(`${lines.join("\n")}\n`);
    return failed ? EXIT_FAILED : EXIT_DONE;
  },
};

function describePlans({ title }: Installer, plans: readonly UndoPlan[], io: Io): string[] {
  const rows = plans.flatMap((plan) => describePlan(plan, io));
  return rows.length === 0 ? [] : [styleFor(io.color).bold(title), ...rows];
}

function describePlan({ file, how, current, after }: UndoPlan, io: Io): string[] {
  if (how === "gone") return [];
  if (how === "forgotten") return [`  ${file} would be left alone: ${LINK}. It would no longer count as installed.`];
  const end = how === "removed" ? ", which is ours and would be gone" : "";
  return [`  ${file}${end}`, ...changeRows({ current, text: after?.bytes.toString("utf8") ?? "" }, io)];
}

/** What was chosen, with install or by hand, holds in all projects and for our own agent too. */
function whatStays(settingsFile: string, isLeft: boolean): string[] {
  if (!existsSync(settingsFile)) return [];
  const use = isLeft ? ", and hold for what is still installed." : "; they can be deleted.";
  return [`Coxswain's own settings stay in ${settingsFile}${use}`];
}

function isOf(hosts: readonly Installer[], { host, keys }: InstalledFile): boolean {
  return !keys && hosts.some(({ name }) => name === host);
}

/** Whoever wants out should not take another directory, or themselves, for forgotten. */
function stillIn({ file, scope }: InstalledFile): string[] {
  if (!existsSync(file)) return [];
  const command = scope === "project" ? "cox uninstall --project in its directory" : "cox uninstall";
  return [`${file} still holds what is installed there; ${command} takes it out.`];
}

function sentence({ file, how }: UndoPlan): string[] {
  switch (how) {
    case "restored":
      return [`${file} is as it was.`];
    case "removed":
      return [`${file} is gone; it was ours.`];
    case "cleaned":
      return [`${file} was changed since, or no copy of it is left, so only our part was taken out.`];
    case "shared":
      return [`${file} keeps what is installed elsewhere; the rest of ours was taken out.`];
    case "forgotten":
      return [`${file} was left alone: ${LINK}. It no longer counts as installed.`];
    case "gone":
      return [];
  }
}

const AGAIN = "What is named stands as it was. Mend it as said, then run the same command again.";
const LINK = "a link took its place that leads to no file of this project";

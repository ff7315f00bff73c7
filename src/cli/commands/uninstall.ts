import { existsSync } from "node:fs";
import { join } from "node:path";
import { USER_FILE } from "../../config/files.ts";
import { describeError } from "../../text/errors.ts";
import type { Installer } from "../../hosts/installer.ts";
import { INSTALLERS } from "../../hosts/hooks.ts";
import type { InstalledFile } from "../../install/manifest.ts";
import { installPlace } from "../../install/place.ts";
import { planUndo, undoInstall } from "../../install/undo.ts";
import { jsonLine } from "../../text/json.ts";
import { EXIT_DONE, EXIT_FAILED, type Io } from "../command.ts";
import { defineCommand } from "../define-command.ts";
import { installation, namedHosts } from "../install-request.ts";
import { type HostUndo, type UninstallReport, uninstallJson, uninstallText } from "../show/install-text.ts";

export const command = defineCommand({
  name: "uninstall",
  usage: ["uninstall [HOST…] [--user | --project] [--dry-run] [--json]"],
  options: [
    ["HOST…", "default: all"],
    ["--user", "what was installed for yourself (default)"],
    ["--project", "what was installed for this directory"],
    ["--dry-run", "show what would change, and change nothing"],
    ["--yes", "has no effect: uninstall asks nothing"],
    ["--json", "what was done, or would be, as one line of JSON"],
  ],
  examples: ["cox uninstall", "cox uninstall codex", "cox uninstall --dry-run", "cox uninstall --json"],
  async run({ values, positionals }, io) {
    const { "dry-run": dryRun, json } = values;
    // Tolerant: nobody must correct the settings before they can uninstall.
    const { request, manifest, settings } = installation(io, values, { tolerant: true });
    const hosts = positionals.length > 0 ? namedHosts(positionals) : INSTALLERS;
    const undo = dryRun ? planUndo : undoInstall;
    // If the manifest cannot be read, this throws once here and not for every host.
    manifest.files();
    const undone = hosts.map((installer) => ({
      installer,
      outcomes: undo(installer, installPlace(installer, request), manifest),
    }));
    const failed = tellFailures(undone, io);
    const asked = new Set(undone.flatMap(({ outcomes }) => outcomes.map(({ file }) => file)));
    // Files of the hosts just uninstalled are left out: nobody should be sent to the command that just failed.
    const left = manifest
      .files()
      .filter((each) => isOf(INSTALLERS, each) && !asked.has(each.file) && existsSync(each.file));
    const elsewhere = left.filter((each) => isOf(hosts, each));
    const settingsFile = join(settings, USER_FILE);
    const report: UninstallReport = {
      scope: request.scope,
      dryRun,
      undone,
      elsewhere,
      ...(existsSync(settingsFile) ? { settings: settingsFile } : {}),
    };
    if (json) io.out(jsonLine(uninstallJson(report)));
    else {
      const named = positionals.length > 0 ? ` for ${hosts.map(({ title }) => title).join(", ")}` : "";
      const where = request.scope === "project" ? ` in ${request.project}` : "";
      io.out(uninstallText(report, { searched: `${named}${where}`, failed, isLeft: failed || left.length > 0 }, io));
    }
    return failed ? EXIT_FAILED : EXIT_DONE;
  },
});

function tellFailures(undone: readonly HostUndo[], io: Io): boolean {
  const failures = new Map<string, string>();
  for (const { installer, outcomes } of undone)
    for (const each of outcomes) if (each.how === "failed") failures.set(describeError(each.error), installer.title);
  for (const [why, title] of failures) io.err(`cox uninstall: ${title}: ${why}\n`);
  if (failures.size > 0) io.err("What is named stands as it was. Mend it as said, then run the same command again.\n");
  return failures.size > 0;
}

function isOf(hosts: readonly Installer[], { host, keys }: InstalledFile): boolean {
  return !keys && hosts.some(({ name }) => name === host);
}

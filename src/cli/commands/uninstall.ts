import { existsSync } from "node:fs";
import { join } from "node:path";
import { USER_FILE } from "../../config/files.ts";
import { describeError } from "../../errors.ts";
import { INSTALLERS } from "../../hosts/installers.ts";
import type { Installer } from "../../hosts/installer.ts";
import { type Undone, undoInstall } from "../../install/apply.ts";
import type { InstalledFile } from "../../install/manifest.ts";
import { installPlace } from "../../install/place.ts";
import { type Command, EXIT_DONE, EXIT_FAILED } from "../command.ts";
import { installation, namedHosts, SCOPE_OPTIONS } from "../install-request.ts";
import { parseOptions } from "../parse-options.ts";

export const command: Command = {
  name: "uninstall",
  summary: "Take Coxswain out of the agents again: their settings are as they were.",
  usage: ["uninstall [HOST…] [--user | --project]"],
  options: [
    ["HOST…", "default: all"],
    ["--user", "what was installed for yourself (default)"],
    ["--project", "what was installed for this directory"],
    ["--yes", "accepted for symmetry; nothing is asked"],
  ],
  examples: ["cox uninstall", "cox uninstall codex"],
  async run(args, io) {
    const { values, positionals } = parseOptions("uninstall", args, SCOPE_OPTIONS);
    // Somebody who wants out need not mend the settings first.
    const { request, manifest, settings } = installation(io, values, { tolerant: true });
    const hosts = positionals.length > 0 ? namedHosts("uninstall", positionals) : INSTALLERS;
    let failed = false;
    const undone = hosts.flatMap((host) => {
      try {
        return undoInstall(host, installPlace(host, request), manifest);
      } catch (error) {
        failed = true;
        io.err(`cox uninstall: ${host.title}: ${describeError(error)}\n`);
        return [];
      }
    });
    const found = undone.length > 0;
    const where = request.scope === "project" ? ` in ${request.project}` : "";
    const lines = [
      ...undone.map(sentence),
      ...(found ? whatStays(join(settings, USER_FILE)) : failed ? [] : [`Nothing of Coxswain was found${where}.`]),
      ...(found && request.scope === "project" ? [] : manifest.files.filter(isOf(hosts)).flatMap(stillIn)),
    ];
    if (lines.length > 0) io.out(`${lines.join("\n")}\n`);
    return failed ? EXIT_FAILED : EXIT_DONE;
  },
};

/** What was chosen, with install or by hand, holds in all projects and for our own agent too. */
function whatStays(settingsFile: string): string[] {
  return existsSync(settingsFile) ? [`Coxswain's own settings stay in ${settingsFile}; they can be deleted.`] : [];
}

function isOf(hosts: readonly Installer[]): (file: InstalledFile) => boolean {
  return ({ host, keys }) => !keys && hosts.some(({ name }) => name === host);
}

/** Whoever wants out should not take another directory, or themselves, for forgotten. */
function stillIn({ file, scope }: InstalledFile): string[] {
  if (!existsSync(file)) return [];
  const command = scope === "project" ? "cox uninstall --project in its directory" : "cox uninstall";
  return [`${file} still holds what is installed there; ${command} takes it out.`];
}

function sentence({ file, how }: Undone): string {
  switch (how) {
    case "restored":
      return `${file} is as it was.`;
    case "removed":
      return `${file} is gone; it was ours.`;
    case "cleaned":
      return `${file} was changed since, so only our part was taken out.`;
    case "shared":
      return `${file} keeps what is installed elsewhere; the rest of ours was taken out.`;
    case "forgotten":
      return `${file} was left alone: a link took its place that leads to no file of this project. It no longer counts as installed.`;
  }
}

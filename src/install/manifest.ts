import { hash } from "node:crypto";
import { rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { keepDirectoryPrivate } from "../store/private-file.ts";
import { fieldsOf, listAt, optionalTextAt, textAt } from "../store/fields.ts";
import { type FileState, readState, writeState } from "./settings-file.ts";

export interface InstalledFile {
  readonly host: string;
  readonly scope: "user" | "project";
  readonly file: string;
  /** A hash of the text as we left it: if it is unchanged, the file can be restored byte for byte. */
  readonly after: string;
  /** The path of the file's earlier content; undefined when the file did not exist. */
  readonly backup?: string;
  readonly directories: readonly string[];
  /** Our sections in it, if it is Codex's configuration. */
  readonly keys?: readonly string[];
}

/** What was installed and what was there before. Read each time, because another process may install, too. */
export interface Manifest {
  /** Throws when the manifest exists but must not be read. */
  files(): readonly InstalledFile[];
  known(file: string): InstalledFile | undefined;
  keep(file: string, before: FileState): string;
  /** Undefined when the backup is gone: somebody deleted it, or another installation released it. */
  read(backup: string): Buffer | undefined;
  /** Replaces the record of a file; `undefined` removes the record and its backup. */
  note(file: string, installed: InstalledFile | undefined): void;
}

export function openManifest(directory: string): Manifest {
  // What lies there is put back into people's settings.
  keepDirectoryPrivate(directory);
  const path = join(directory, "install.json");
  const backups = join(directory, "backups");
  const files = (): InstalledFile[] => readFiles(path);
  return {
    files,
    known: (file) => files().find((each) => each.file === file),
    keep(file, before) {
      const name = `${hash("sha1", file).slice(0, 8)}-${basename(file)}`;
      const free = freeName(backups, name);
      writeState(free, { bytes: before.bytes, mode: 0o600 });
      return free;
    },
    read: (backup) => readState(backup)?.bytes,
    note(file, installed) {
      const before = files();
      const old = before.find((known) => known.file === file);
      const after = [...before.filter((known) => known.file !== file), ...(installed ? [installed] : [])];
      const text = `${JSON.stringify({ version: 1, files: after }, undefined, 2)}\n`;
      writeState(path, { bytes: Buffer.from(text), mode: 0o600 });
      for (const host of new Set([old, installed].flatMap((each) => each?.host ?? [])))
        rmSync(farewellMark(directory, host), { recursive: true, force: true });
      if (old?.backup !== undefined && old.backup !== installed?.backup) rmSync(old.backup, { force: true });
      // Two installations at once may both have saved a file, but only one recorded its backup.
      if (old && after.length === 0) rmSync(backups, { recursive: true, force: true });
    },
  };
}

/** The directory that is there once a hook whose program is gone has said so. */
export function farewellMark(directory: string, host: string): string {
  return join(directory, "uninstalled", host);
}

export function fingerprintOf(bytes: Buffer): string {
  return hash("sha256", bytes);
}

/** A manifest that cannot be parsed counts as empty: our changes are then recognised by their text. */
function readFiles(path: string): InstalledFile[] {
  const state = readState(path);
  if (!state) return [];
  try {
    const manifest = fieldsOf(JSON.parse(state.bytes.toString("utf8")), "The manifest");
    return listAt(manifest, "files").map(readFile);
  } catch {
    return [];
  }
}

function readFile(value: unknown): InstalledFile {
  const fields = fieldsOf(value, "An installed file");
  const backup = optionalTextAt(fields, "backup");
  return {
    host: textAt(fields, "host"),
    scope: fields["scope"] === "project" ? "project" : "user",
    file: textAt(fields, "file"),
    after: textAt(fields, "after"),
    ...(backup === undefined ? {} : { backup }),
    directories: listAt(fields, "directories").map(String),
    ...(Array.isArray(fields["keys"]) ? { keys: fields["keys"].map(String) } : {}),
  };
}

function freeName(directory: string, name: string): string {
  for (let count = 0; ; count += 1) {
    const path = join(directory, count === 0 ? name : `${name}.${count}`);
    if (!statSync(path, { throwIfNoEntry: false })) return path;
  }
}

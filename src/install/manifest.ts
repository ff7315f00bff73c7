import { hash } from "node:crypto";
import { rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fieldsOf, listAt, optionalTextAt, textAt } from "../store/fields.ts";
import { type FileState, readState, writeState } from "./settings-file.ts";

/** One file that we changed or made. */
export interface InstalledFile {
  readonly host: string;
  readonly scope: "user" | "project";
  readonly file: string;
  /** Of the text as we left it: still the same, the file can go back to what it was byte for byte. */
  readonly after: string;
  /** Where what it was before lies; undefined where there was nothing. */
  readonly backup?: string;
  /** Directories that were made for it, the outermost first. */
  readonly directories: readonly string[];
  /** Sections of ours in it, where it is Codex's configuration. */
  readonly keys?: readonly string[];
}

/** What was installed on this machine, and what stood there before. Read each time: somebody else may be installing, too. */
export interface Manifest {
  /** Throws where it is there and may not be read. */
  files(): readonly InstalledFile[];
  /** What is known of one file. */
  known(file: string): InstalledFile | undefined;
  /** Keeps what a file was, and gives where. */
  keep(file: string, before: FileState): string;
  /** Undefined where it is gone: somebody deleted it, or two installed at once and one of them let go of it. */
  read(backup: string): Buffer | undefined;
  /** Replaces what is known of a file; `undefined` forgets it and lets its backup go. */
  note(file: string, installed: InstalledFile | undefined): void;
}

export function openManifest(directory: string): Manifest {
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
      if (old?.backup !== undefined && old.backup !== installed?.backup) rmSync(old.backup, { force: true });
      // Two at once may both have kept a file, and only one of them wrote down where.
      if (old && after.length === 0) rmSync(backups, { recursive: true, force: true });
    },
  };
}

export function fingerprintOf(bytes: Buffer): string {
  return hash("sha256", bytes);
}

/** A manifest that cannot be read counts as none: what we wrote is then found by its look. */
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

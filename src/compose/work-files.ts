import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { openWorkspace } from "../agent/workspace.ts";

/** Reads a file of the work tree for a closer look; undefined where there is none that may be shown. Never throws. */
export type ReadWorkFile = (path: string) => Promise<string | undefined>;

/** Windows knows neither pipes among files nor links to be followed here. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

const MOST_BYTES = 400_000;

/** Files that are made to hold secrets: no rule of redaction knows all of their forms. */
const SECRET =
  /^\.env(?:\..+)?$|^\.(?:npmrc|pypirc|netrc|pgpass|htpasswd|git-credentials|dockercfg)$|^id_(?:rsa|dsa|ecdsa|ed25519)|\.(?:pem|key|p12|pfx|jks|keystore|kdbx|tfstate|tfvars)$|credential|secret/i;

/** Inside one directory only, and nothing of git's own or made for secrets: the paths are a model's words. */
export function workFilesIn(directory: string): ReadWorkFile {
  return async (path) => {
    try {
      const workspace = await openWorkspace(directory);
      const place = await workspace.resolve(path, "read");
      const parts = place.name.split("/");
      if (parts.includes(".git") || parts.some((part) => SECRET.test(part)) || SECRET.test(basename(path)))
        return undefined;
      return await textOf(place.path);
    } catch {
      return undefined;
    }
  };
}

async function textOf(path: string): Promise<string | undefined> {
  const file = await open(path, READ_ONLY);
  try {
    const about = await file.stat();
    if (!about.isFile() || about.size > MOST_BYTES) return undefined;
    const text = await file.readFile("utf8");
    return text.includes("\0") ? undefined : text;
  } finally {
    await file.close();
  }
}

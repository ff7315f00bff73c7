import * as z from "zod/mini";
import { fromJson } from "../../../text/json.ts";
import type { FoundCheck, ProjectFiles, Ecosystem } from "../project-files.ts";
import { checksAmong } from "../task-names.ts";

const COVERS =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|json[c5]?|s?css|less|html?|graphql|mdx|ya?ml|sql|prisma|snap|wasm)$/i;

/** The scripts of `package.json`, run by the package manager whose lock file exists. */
export const packageScripts: Ecosystem = {
  name: "package.json",
  tier: "script",
  covers: COVERS,
  find(files) {
    const manifest = readManifest(files);
    if (!manifest) return [];
    const manager = managerOf(files, manifest.packageManager);
    const call = (name: string): FoundCheck["command"] =>
      manager === "npm" && name === "test" ? ["npm", "test"] : [manager, "run", name];
    return checksAmong(scriptsOf(manifest.scripts), call, (name) => `package.json scripts.${name}`);
  },
};

export const typescript: Ecosystem = {
  name: "tsconfig.json",
  tier: "usual",
  covers: COVERS,
  find(files) {
    if (!files.names.has("tsconfig.json") || !files.has("node_modules/.bin/tsc")) return [];
    return [{ kind: "typecheck", command: ["node_modules/.bin/tsc", "--noEmit"], source: "tsconfig.json" }];
  },
};

const Manifest = z.object({ scripts: z.optional(z.unknown()), packageManager: z.optional(z.unknown()) });

function readManifest(files: ProjectFiles): z.infer<typeof Manifest> | undefined {
  return Manifest.safeParse(fromJson(files.read("package.json") ?? "")).data;
}

function scriptsOf(scripts: unknown): Map<string, string> {
  const entries = typeof scripts === "object" && scripts !== null ? Object.entries(scripts) : [];
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

const LOCK_FILES = [
  ["pnpm-lock.yaml", "pnpm"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["yarn.lock", "yarn"],
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
] as const;
type Manager = (typeof LOCK_FILES)[number][1];

/** The package manager: by the nearest lock file, here or above in a workspace; else by the manifest; else npm. */
function managerOf(files: ProjectFiles, declared: unknown): Manager {
  for (let place: ProjectFiles | undefined = files; place; place = place.above) {
    const { names } = place;
    const found = LOCK_FILES.find(([name]) => names.has(name));
    if (found) return found[1];
  }
  const name = typeof declared === "string" ? declared.split("@")[0] : undefined;
  return LOCK_FILES.find(([, manager]) => manager === name)?.[1] ?? "npm";
}

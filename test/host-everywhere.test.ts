import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { transcriptPlaces } from "../src/audit/places.ts";
import { HOOK_HOSTS, INSTALLERS } from "../src/hosts/hooks.ts";
import { HOSTS, hostNamed } from "../src/hosts/hosts.ts";
import { loadHost } from "../src/hosts/load-host.ts";
import { literally } from "../src/text/strings.ts";
import { HOST_PROTOCOLS } from "./support/host-protocols/host-protocols.ts";

/**
 * Whoever adds a host writes a folder. What else has to know of it would else miss it in silence: a hook that loads no
 * reader says nothing, and an audit does not look where nobody sends it.
 */
const root = join(import.meta.dirname, "..");
const folders = readdirSync(join(root, "src", "hosts"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
const foldersWith = (file: (name: string) => string): string[] =>
  folders.flatMap(({ name }) => (existsSync(join(root, "src", "hosts", name, file(name))) ? [name] : []));
const namesOf = (hosts: readonly { readonly name: string }[]): string[] => hosts.map(({ name }) => name);

const readable = foldersWith((name) => `${name}.ts`);
const hooked = namesOf(HOOK_HOSTS);
const installed = namesOf(INSTALLERS);
const titles = (names: readonly string[]): string[] => names.map((name) => hostNamed(name)?.title ?? name);

it.each([
  ["src/hosts/hosts.ts", namesOf(HOSTS), readable],
  ["src/hosts/hooks.ts", hooked, [...foldersWith(() => "hook.ts"), ...installed]],
  ["INSTALLERS of src/hosts/hooks.ts", installed, foldersWith(() => "hook.ts")],
  ["src/audit/places.ts", transcriptPlaces({ home: "/", env: {} }).map(({ host }) => host), readable],
  ["test/support/host-protocols/host-protocols.ts", namesOf(HOST_PROTOCOLS), hooked],
  ["docs/hosts.md", cellsOf("docs/hosts.md"), namesOf(HOSTS).map((name) => `\`${name}\``)],
  ["docs/install.md", cellsOf("docs/install.md"), titles(installed)],
  ["docs/audit.md", named("docs/audit.md", titles(readable)), titles(readable)],
  ["README.md", cellsOf("README.md"), titles(readable)],
] as const)("every host has its place in %s", (place, there, expected) => {
  expect(
    expected.filter((name) => !there.includes(name)),
    `add them to ${place}`,
  ).toEqual([]);
});

it.each(hooked.filter((name) => readable.includes(name)))("the hook can load the reader of %s", async (name) => {
  expect(await loadHost(name), "add it to src/hosts/load-host.ts").toBe(hostNamed(name));
});

function cellsOf(page: string): string[] {
  return [...readFileSync(join(root, page), "utf8").matchAll(/^\| (.*?) \|/gm)].map(([, cell = ""]) => cell);
}

function named(page: string, names: readonly string[]): string[] {
  const text = readFileSync(join(root, page), "utf8");
  return names.filter((name) => new RegExp(`(?<!\\w)${literally(name)}(?!\\w)`).test(text));
}

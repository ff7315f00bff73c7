import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import type { Rolldown } from "tsdown";
import { asRecord, asText, asWord, type Loose, recordFrom } from "../src/text/loose.ts";

const ROOT = join(import.meta.dirname, "..");
/** Whoever hands these on has to keep their text, and nothing else. Another licence is read by a person first. */
const KNOWN = new Set(["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"]);

interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** What npm checked when it installed the package here. */
  readonly integrity: string;
  readonly text: string;
  /** In which of our files its code is. */
  readonly files: Set<string>;
}

/**
 * Lists in `dist/THIRD-PARTY.txt` whose code the bundler put into which file. It goes into every build of the package;
 * `folder` is where in dist that one writes. Each writes all that is known by then, so the last one writes the whole.
 */
export function thirdParty(): (folder?: string) => Rolldown.Plugin {
  const bundled = new Map<string, Bundled>();
  const lock = asRecord(recordFrom(readFileSync(join(ROOT, "package-lock.json"), "utf8"))?.["packages"]) ?? {};
  return (folder = "") => ({
    name: "third-party",
    generateBundle(_options, output) {
      for (const chunk of Object.values(output)) {
        if (chunk.type !== "chunk") continue;
        for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
          const directory = renderedLength > 0 ? packageOf(id) : undefined;
          if (directory === undefined) continue;
          // npm may have put one version of it into several places.
          const each = describe(directory, lock);
          const found = bundled.get(titleOf(each)) ?? each;
          bundled.set(titleOf(each), found);
          found.files.add(folder + chunk.fileName);
        }
      }
    },
    writeBundle() {
      writeFileSync(join(ROOT, "dist/THIRD-PARTY.txt"), listOf([...bundled.values()]));
    },
  });
}

/** The package's directory below the root, as the lock file names it; undefined for our own code. */
function packageOf(id: string): string | undefined {
  // Helpers that the bundler itself puts into what it writes.
  if (id.startsWith("\0rolldown/")) return "node_modules/rolldown";
  const directory = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id.replace("\0", ""))?.[0];
  return directory?.slice(ROOT.length + 1).replaceAll(sep, "/");
}

function describe(directory: string, lock: Loose): Bundled {
  const manifest = recordFrom(readFileSync(join(ROOT, directory, "package.json"), "utf8")) ?? {};
  const name = asWord(manifest["name"]);
  const licence = asWord(manifest["license"]);
  if (!KNOWN.has(licence))
    throw new Error(`${name} is bundled under "${licence}": read that licence, then add it in scripts/third-party.ts`);
  return {
    name,
    version: asWord(manifest["version"]),
    licence,
    integrity: asWord(asRecord(lock[directory])?.["integrity"]),
    text: licenceText(directory) ?? `${name} holds no text of its own. Its author: ${authorOf(manifest)}.`,
    files: new Set(),
  };
}

/** Its licence and notice; of a package that has no such files, what its readme says about it. */
function licenceText(directory: string): string | undefined {
  const files = readdirSync(join(ROOT, directory));
  const read = (file: string): string =>
    readFileSync(join(ROOT, directory, file), "utf8")
      .replaceAll("\r", "")
      .trim();
  const texts = files.filter((file) => /^(?:licen[cs]e|notice|copying)\b/i.test(file)).map(read);
  if (texts.length > 0) return texts.join("\n\n");
  const readme = files.find((file) => /^readme\b/i.test(file));
  return readme && /^#+ Licen[cs]e[^\n]*\n(.*)/ims.exec(read(readme))?.[1]?.trim();
}

function authorOf({ author, homepage }: Loose): string {
  return asText(author) ?? asText(asRecord(author)?.["name"]) ?? asWord(homepage);
}

/** First a line for each package, then the texts, each once. */
function listOf(bundled: readonly Bundled[]): string {
  const sorted = bundled.toSorted((left, right) => (titleOf(left) < titleOf(right) ? -1 : 1));
  const lines = sorted.map(({ files, integrity, ...each }) =>
    [titleOf(each), each.licence, integrity, [...files].toSorted().join(" ")].join("\t"),
  );
  const texts = [...Map.groupBy(sorted, ({ text }) => text)].map(
    ([text, users]) => `${"-".repeat(80)}\n${users.map(titleOf).join("\n")}\n\n${text}\n`,
  );
  return `${HEAD}\n${lines.join("\n")}\n\n${texts.join("\n")}`;
}

function titleOf({ name, version }: Pick<Bundled, "name" | "version">): string {
  return `${name}@${version}`;
}

const HEAD = `What of others is in the files beside this one. The bundler told it when it put them together.
A line for each package, with tabs: package, licence, what npm checked of it, and the files that hold its code.
`;

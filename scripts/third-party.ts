import { readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import type { Rolldown } from "tsdown";
import { asRecord, asText, asWord, type Loose, recordFrom } from "../src/text/loose.ts";

const ROOT = join(import.meta.dirname, "..");
/** Modules go by their real paths, also where this is a link. */
const MODULES = realpathSync(join(ROOT, "node_modules"));
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
          if (!bundled.has(directory)) bundled.set(directory, found(describe(directory, lock)));
          bundled.get(directory)?.files.add(folder + chunk.fileName);
        }
      }
    },
    writeBundle() {
      writeFileSync(join(ROOT, "dist/THIRD-PARTY.txt"), listOf([...new Set(bundled.values())]));
    },
  });

  /** npm may have put one version of a package into several places. */
  function found(each: Bundled): Bundled {
    return [...bundled.values()].find((other) => titleOf(other) === titleOf(each)) ?? each;
  }
}

/** The directory of the package that holds this module; undefined for our own code. */
function packageOf(id: string): string | undefined {
  // Helpers that the bundler itself puts into what it writes.
  if (id.startsWith("\0rolldown/")) return join(MODULES, "rolldown");
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id.replace("\0", ""))?.[0];
}

function describe(directory: string, lock: Loose): Bundled {
  const manifest = recordFrom(readFileSync(join(directory, "package.json"), "utf8")) ?? {};
  const name = asWord(manifest["name"]);
  const licence = asWord(manifest["license"]);
  if (!KNOWN.has(licence))
    throw new Error(`${name} is bundled under "${licence}": read that licence, then add it in scripts/third-party.ts`);
  const place = `node_modules${directory.slice(MODULES.length).replaceAll(sep, "/")}`;
  return {
    name,
    version: asWord(manifest["version"]),
    licence,
    integrity: asWord(asRecord(lock[place])?.["integrity"]),
    text: licenceText(directory) ?? `It holds no text of its own, and names ${licence}. By ${authorOf(manifest)}.`,
    files: new Set(),
  };
}

/** Its licence and notice; of a package that has no such files, what its readme says about it. */
function licenceText(directory: string): string | undefined {
  const files = readdirSync(directory);
  const read = (file: string): string => readFileSync(join(directory, file), "utf8").replaceAll("\r", "").trim();
  const texts = files.filter((file) => /^(?:licen[cs]e|notice|copying)\b/i.test(file)).map(read);
  if (texts.length > 0) return texts.join("\n\n");
  const readme = files.find((file) => /^readme\b/i.test(file));
  return readme && /^(?:#+ *)?Licen[cs]e *\n(.*)/ims.exec(read(readme))?.[1]?.trim();
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

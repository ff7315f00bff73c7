/**
 * Rules by program name, each parsed when its program is first met: there are hundreds of rules, and a turn needs
 * few. The rules are {@link writtenByName written} into one text by the build, so that a hook creates no rule that it
 * does not need.
 */
export class RulesByName<Rule, Read> {
  readonly #written: string;
  readonly #read: (rule: Rule) => Read;
  readonly #known = new Map<string, readonly Read[]>();
  #names: ReadonlySet<string> | undefined;

  constructor(written: string, read: (rule: Rule) => Read) {
    this.#written = written;
    this.#read = read;
  }

  has(name: string): boolean {
    this.#names ??= new Set(
      this.#written
        .trim()
        .split("\n")
        .map((line) => line.slice(0, line.indexOf("\t"))),
    );
    return this.#names.has(name);
  }

  of(name: string): readonly Read[] {
    const before = this.#known.get(name);
    if (before) return before;
    if (name.length > LONGEST_NAME) return NONE;
    const rules = this.#writtenFor(name).map(this.#read);
    // An empty result is cached, too: the same few programs come again and again. But any number of unknown names may
    // come.
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(name, rules);
    return rules;
  }

  #writtenFor(name: string): readonly Rule[] {
    const line = this.#written.indexOf(`\n${name}\t`);
    if (line === -1) return NONE;
    const start = line + name.length + "\n\t".length;
    return JSON.parse(this.#written.slice(start, this.#written.indexOf("\n", start))) as Rule[];
  }
}

const MOST_KNOWN = 512;
/** No rule has a longer program name. */
const LONGEST_NAME = 60;
const NONE: readonly never[] = [];

/** One line per name: the name, a tab, and its rules as JSON. */
export function writtenByName<Rule>(rules: readonly Rule[], nameOf: (rule: Rule) => string): string {
  const lines = [...Map.groupBy(rules, nameOf)].map(([name, those]) => `\n${name}\t${JSON.stringify(those)}`);
  return `${lines.join("")}\n`;
}

/** The first word of a call: `cargo fmt` belongs to cargo. */
export function programOf({ call }: { readonly call: string }): string {
  const end = call.indexOf(" ");
  return end === -1 ? call : call.slice(0, end);
}

/**
 * Rules by the program they are about, each read when its program is first met: there are hundreds, and a turn meets few.
 * They are {@link writtenByName written} in one text, which the build makes, so that a hook makes no rule that nobody asks for.
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
    // Also where there are none: the same few programs are met again and again, but a stranger may name any number.
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
/** No program of a rule is called by a longer one. */
const LONGEST_NAME = 60;
const NONE: readonly never[] = [];

/** A line for every name, with a tab between it and its rules as JSON. */
export function writtenByName<Rule>(rules: readonly Rule[], nameOf: (rule: Rule) => string): string {
  const lines = [...Map.groupBy(rules, nameOf)].map(([name, those]) => `\n${name}\t${JSON.stringify(those)}`);
  return `${lines.join("")}\n`;
}

/** The first word of a call: `cargo fmt` is about cargo. */
export function programOf({ call }: { readonly call: string }): string {
  const end = call.indexOf(" ");
  return end === -1 ? call : call.slice(0, end);
}

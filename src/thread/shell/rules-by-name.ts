/** Rules by the program they are about, each read when its program is first met: there are hundreds, and most never are. */
export class RulesByName<Rule, Read> {
  readonly #written: (name: string) => readonly Rule[];
  readonly #read: (rule: Rule) => Read;
  readonly #known = new Map<string, readonly Read[]>();

  constructor(written: (name: string) => readonly Rule[], read: (rule: Rule) => Read) {
    this.#written = written;
    this.#read = read;
  }

  of(name: string): readonly Read[] {
    const before = this.#known.get(name);
    if (before) return before;
    if (name.length > LONGEST_NAME) return NONE;
    const rules = this.#written(name).map(this.#read);
    // Also where there are none: the same few programs are met again and again, but a stranger may name any number.
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(name, rules);
    return rules;
  }
}

const MOST_KNOWN = 512;
/** No program of a rule is called by a longer one. */
const LONGEST_NAME = 60;
const NONE: readonly never[] = [];

/** Where rules stand in a list. */
export function listedBy<Rule>(
  nameOf: (rule: Rule) => string,
  rules: readonly Rule[],
): (name: string) => readonly Rule[] {
  const byName = Map.groupBy(rules, nameOf);
  return (name) => byName.get(name) ?? NONE;
}

/** The first word of a call: `cargo fmt` is about cargo. */
export function programOf({ call }: { readonly call: string }): string {
  const end = call.indexOf(" ");
  return end === -1 ? call : call.slice(0, end);
}

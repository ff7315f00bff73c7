/** Rules by the program they are about, each read when its program is first met: there are hundreds, and most never are. */
export class RulesByName<Rule, Read> {
  readonly #written: ReadonlyMap<string, readonly Rule[]>;
  readonly #read: (rule: Rule) => Read;
  readonly #known = new Map<string, readonly Read[]>();

  constructor(rules: readonly Rule[], nameOf: (rule: Rule) => string, read: (rule: Rule) => Read) {
    this.#written = Map.groupBy(rules, nameOf);
    this.#read = read;
  }

  get names(): readonly string[] {
    return [...this.#written.keys()];
  }

  of(name: string): readonly Read[] {
    const before = this.#known.get(name);
    if (before) return before;
    const rules = this.#written.get(name)?.map(this.#read) ?? NONE;
    if (rules !== NONE) this.#known.set(name, rules);
    return rules;
  }
}

const NONE: readonly never[] = [];

/** The first word of a call: `cargo fmt` is about cargo. */
export function programOf({ call }: { readonly call: string }): string {
  const end = call.indexOf(" ");
  return end === -1 ? call : call.slice(0, end);
}

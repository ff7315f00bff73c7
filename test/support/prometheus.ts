export interface Family {
  readonly type: string;
  /** By name and labels. */
  readonly samples: Readonly<Record<string, number>>;
}

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const LABELS = String.raw`\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\n"])*",?)*\}`;
const SAMPLE = new RegExp(`^((${NAME})(?:${LABELS})?) (-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)$`);
/** What stands behind the name of a family in its samples. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  counter: [""],
  gauge: [""],
  summary: ["_sum", "_count"],
};

/** Reads the text format strictly: HELP, TYPE and all samples of a family, one family after the other. */
export function readPrometheus(text: string): ReadonlyMap<string, Family> {
  if (!text.endsWith("\n")) throw new Error("the last line does not end");
  const families = new Map<string, Family>();
  for (const part of text.split(/^(?=# HELP )/m)) {
    const [help = "", kind = "", ...lines] = part.trimEnd().split("\n");
    const [, name = ""] = new RegExp(`^# HELP (${NAME}) \\S.*\\.$`).exec(help) ?? [];
    const [, typed, type = ""] = new RegExp(`^# TYPE (${NAME}) (\\w+)$`).exec(kind) ?? [];
    if (name === "" || name !== typed) throw new Error(`no family begins so: ${help} ${kind}`);
    if (families.has(name)) throw new Error(`twice: ${name}`);
    if ((type === "counter") !== name.endsWith("_total")) throw new Error(`a ${type} of that name: ${name}`);
    const samples: Record<string, number> = {};
    for (const line of lines) {
      const [, key = "", own, value] = SAMPLE.exec(line) ?? [];
      if (!ENDS[type]?.some((end) => own === name + end) || key in samples) throw new Error(`no sample: ${line}`);
      samples[key] = Number(value);
    }
    families.set(name, { type, samples });
  }
  return families;
}

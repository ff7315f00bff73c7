/** Finds secrets in a text: what kind, and the secret itself. */
export type FindSecrets = (text: string) => readonly FoundSecret[];

export interface FoundSecret {
  readonly kind: string;
  readonly secret: string;
}

/** As much of a secretlint rule as is used here. */
interface Rule {
  readonly meta: { readonly id: string };
  create(context: RuleContext, options: object): { file?(source: Source): unknown };
}

interface RuleContext {
  createTranslator(messages: unknown): (id: string, data?: Readonly<Record<string, unknown>>) => unknown;
  report(found: { readonly message: unknown }): void;
  ignore(found: unknown): void;
}

interface Source {
  readonly content: string;
  readonly filePath: undefined;
  readonly ext: "";
  readonly contentType: "text";
}

/** Lets a text say which rules do not hold for it. Ours come from strangers. */
const COMMENT_FILTER = "@secretlint/secretlint-rule-filter-comments";

/**
 * secretlint's recommended rules, which others keep up with what providers issue. Loaded when something is about to be
 * sent, not before. They are made to report: the place a rule names does not always cover the secret, so what it
 * found is taken from the report instead, and taken out wherever it stands.
 */
export async function loadMaintainedRules(): Promise<FindSecrets> {
  const { rules } = (await import("@secretlint/secretlint-rule-preset-recommend")) as unknown as {
    readonly rules: readonly Rule[];
  };
  let found: FoundSecret[] = [];
  const scanners = rules
    .filter(({ meta }) => meta.id !== COMMENT_FILTER)
    .map((rule) => scannerOf(rule, (secret) => found.push(secret)));
  return (text) => {
    found = [];
    const source: Source = { content: text, filePath: undefined, ext: "", contentType: "text" };
    for (const scan of scanners) scan(source);
    return found;
  };
}

function scannerOf(rule: Rule, take: (secret: FoundSecret) => void): (source: Source) => void {
  const kind = rule.meta.id.replace(/^.*secretlint-rule-/, "");
  const scanner = rule.create(
    {
      createTranslator:
        () =>
        (_id, data = {}) =>
          data,
      report: ({ message }) => {
        for (const secret of secretsIn(message)) take({ kind, secret });
      },
      ignore: () => undefined,
    },
    {},
  );
  return (source) => void scanner.file?.(source);
}

const SHORTEST = 8;

/** Rules name what they found in capitals (KEY, TOKEN, URI) and describe it in small letters (typeName). */
function secretsIn(message: unknown): string[] {
  return Object.entries(Object(message) as Record<string, unknown>).flatMap(([name, value]) =>
    typeof value === "string" && /^[A-Z_]+$/.test(name) && value.length >= SHORTEST ? [value] : [],
  );
}

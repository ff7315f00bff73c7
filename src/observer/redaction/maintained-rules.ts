export type FindSecrets = (text: string) => readonly FoundSecret[];

export interface FoundSecret {
  readonly kind: string;
  readonly secret: string;
}

interface Rule {
  readonly meta: { readonly id: string };
  create(context: RuleContext, options: object): { file?(source: object): unknown };
}

interface RuleContext {
  createTranslator(messages: unknown): (id: string, data?: Readonly<Record<string, unknown>>) => unknown;
  report(found: { readonly message: unknown }): void;
  ignore(found: unknown): void;
}

/** This rule lets a text turn off other rules. Our texts come from strangers, so it is not used. */
const COMMENT_FILTER = "@secretlint/secretlint-rule-filter-comments";

/** secretlint's rules, for what is about to be sent. The secret is taken from the message: places are not exact. */
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
    const source = { content: text, filePath: undefined, ext: "", contentType: "text" };
    for (const scan of scanners) scan(source);
    return found;
  };
}

function scannerOf(rule: Rule, take: (secret: FoundSecret) => void): (source: object) => void {
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

/** Rules give what they found under names in capitals (KEY, TOKEN), and describe it under small ones (typeName). */
function secretsIn(message: unknown): string[] {
  return Object.entries(Object(message) as Record<string, unknown>).flatMap(([name, value]) =>
    typeof value === "string" && /^[A-Z_]+$/.test(name) && value.length >= SHORTEST ? [value] : [],
  );
}

import { isRecord, jsonOrText } from "../text/json.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Kind<Value = unknown> {
  accepts(value: unknown): value is Value;
  /** Completes the sentence "KEY must be …". */
  readonly allowed: string;
  readonly jsonSchema: JsonSchema;
  fromText(text: string): unknown;
  /** True when the kind takes text, so that "not text" would be the wrong message for a wrong value. */
  readonly isText?: boolean;
  readonly choices?: readonly string[];
  /** The part of a list or object that is wrong. */
  wrongPart?(value: unknown): string | undefined;
  /** What a field of that name takes. */
  fieldOf?(name: string): Kind | undefined;
  /** Only for a table: its entries are checked, merged and traced one by one. */
  readonly entry?: Kind;
  readonly entryName?: Kind<string>;
  /** Only for a list that adds up: its entries are checked and traced one by one. */
  readonly item?: Kind;
}

export type ValueOf<Of> = Of extends Kind<infer Value> ? Value : never;

export function choice<const Choice extends string>(...choices: Choice[]): Kind<Choice> {
  const known: ReadonlySet<unknown> = new Set(choices);
  return {
    accepts: (value): value is Choice => known.has(value),
    get allowed() {
      return `one of ${choices.join(", ")}`;
    },
    jsonSchema: { enum: choices },
    fromText: asIs,
    isText: true,
    choices,
  };
}

export function whole(minimum: number, maximum: number = Number.MAX_SAFE_INTEGER): Kind<number> {
  return {
    accepts: (value): value is number => Number.isSafeInteger(value) && isBetween(value, minimum, maximum),
    get allowed() {
      return `a whole number ${range(minimum, maximum)}`;
    },
    get jsonSchema() {
      return { type: "integer", ...bounds(minimum, maximum) };
    },
    fromText: numberFromText,
  };
}

export function decimal(minimum: number, maximum: number = Number.MAX_SAFE_INTEGER): Kind<number> {
  return {
    accepts: (value): value is number => isBetween(value, minimum, maximum),
    get allowed() {
      return `a number ${range(minimum, maximum)}`;
    },
    get jsonSchema() {
      return { type: "number", ...bounds(minimum, maximum) };
    },
    fromText: numberFromText,
  };
}

export const flag: Kind<boolean> = {
  accepts: (value): value is boolean => typeof value === "boolean",
  allowed: "true or false",
  jsonSchema: { type: "boolean" },
  fromText: (source) => {
    if (source === "true" || source === "1") return true;
    return source === "false" || source === "0" ? false : source;
  },
};

export function text(pattern: RegExp, allowed: string): Kind<string> {
  return {
    accepts: (value): value is string => typeof value === "string" && pattern.test(value),
    allowed,
    get jsonSchema() {
      return { type: "string", pattern: pattern.source };
    },
    fromText: asIs,
    isText: true,
  };
}

export const path = text(/^(~$|~[\\/]|\/|[A-Za-z]:[\\/])/, 'an absolute path, or one that starts with "~/"');

/** A password stays in the environment, as all secrets do: PGPASSWORD. */
export const place = text(
  /^(~$|~[\\/]|\/|[A-Za-z]:[\\/]|postgres(ql)?:\/\/([\w.%-]+@)?[\w.-]+(:\d+)?\/[\w.%-]+$)/,
  'an absolute path, or one that starts with "~/", or postgres://USER@HOST/DATABASE without a password',
);

export const pattern: Kind<string> = {
  accepts: (value): value is string => typeof value === "string" && value !== "" && isPattern(value),
  allowed: "a regular expression",
  jsonSchema: { type: "string", format: "regex", minLength: 1 },
  fromText: asIs,
  isText: true,
};

export function list<Value>(item: Kind<Value>): Kind<readonly Value[]> {
  return {
    accepts: (value): value is readonly Value[] =>
      Array.isArray(value) && value.every((entry: unknown) => item.accepts(entry)),
    get allowed() {
      return `a list, each entry ${item.allowed}`;
    },
    get jsonSchema() {
      return { type: "array", items: item.jsonSchema };
    },
    fromText: (source) => (source.trimStart().startsWith("[") ? jsonOrText(source) : wordsFromText(source, item)),
    wrongPart: (value) =>
      Array.isArray(value) ? `entry ${value.findIndex((entry: unknown) => !item.accepts(entry)) + 1}` : undefined,
  };
}

export function orNull<Value>(kind: Kind<Value>): Kind<Value | null> {
  return {
    accepts: (value): value is Value | null => value === null || kind.accepts(value),
    get allowed() {
      return `${kind.allowed}, or null`;
    },
    get jsonSchema() {
      return { anyOf: [kind.jsonSchema, { type: "null" }] };
    },
    fromText: (source) => (source === "null" ? null : kind.fromText(source)),
    ...(kind.isText && { isText: true }),
  };
}

/** A table of named entries. Entries from several sources are merged by name. */
export function table<Value>(entryName: Kind<string>, entry: Kind<Value>): Kind<Readonly<Record<string, Value>>> {
  return {
    accepts: (value): value is Readonly<Record<string, Value>> =>
      isRecord(value) && Object.entries(value).every(([name, item]) => entryName.accepts(name) && entry.accepts(item)),
    get allowed() {
      return `a table of names, each with ${entry.allowed}`;
    },
    get jsonSchema() {
      return { type: "object", propertyNames: entryName.jsonSchema, additionalProperties: entry.jsonSchema };
    },
    fromText: jsonOrText,
    entry,
    entryName,
  };
}

type Fields = Readonly<Record<string, Kind>>;
type RecordOf<Required extends Fields, Optional extends Fields> = {
  readonly [Name in keyof Required]: ValueOf<Required[Name]>;
} & { readonly [Name in keyof Optional]?: ValueOf<Optional[Name]> };

export function record<Required extends Fields, Optional extends Fields>(
  allowed: string,
  required: Required,
  optional: Optional,
): Kind<RecordOf<Required, Optional>> {
  const fields = new Map(Object.entries({ ...required, ...optional }));
  const wrongField = (value: Record<string, unknown>) =>
    Object.keys(value).find((name) => !fields.get(name)?.accepts(value[name])) ??
    Object.keys(required).find((name) => !Object.hasOwn(value, name));
  return {
    accepts: (value): value is RecordOf<Required, Optional> => isRecord(value) && wrongField(value) === undefined,
    allowed,
    get jsonSchema() {
      return {
        type: "object",
        properties: Object.fromEntries([...fields].map(([name, kind]) => [name, kind.jsonSchema])),
        required: Object.keys(required),
        additionalProperties: false,
      };
    },
    fromText: jsonOrText,
    wrongPart: (value) => (isRecord(value) ? wrongField(value) : undefined),
    fieldOf: (name) => fields.get(name),
  };
}

function isBetween(value: unknown, minimum: number, maximum: number): value is number {
  return typeof value === "number" && value >= minimum && value <= maximum;
}

function bounds(minimum: number, maximum: number): JsonSchema {
  return maximum === Number.MAX_SAFE_INTEGER ? { minimum } : { minimum, maximum };
}

function range(minimum: number, maximum: number): string {
  return maximum === Number.MAX_SAFE_INTEGER ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

function asIs(source: string): unknown {
  return source;
}

function numberFromText(source: string): unknown {
  return /^-?\d+(\.\d+)?$/.test(source.trim()) ? Number(source) : source;
}

function wordsFromText(source: string, item: Kind): unknown[] {
  return source
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => item.fromText(part));
}

import { isRecord } from "../../json.ts";

/** For a reader's stored state: a schema library costs more than reading. What does not fit counts as not stored. */
export interface Shape<Value> {
  fits(value: unknown): value is Value;
}

interface OptionalShape<Value> extends Shape<Value | undefined> {
  readonly isOptional: true;
}

type Fields = Readonly<Record<string, Shape<unknown>>>;
type OptionalNames<Of extends Fields> = {
  [Name in keyof Of]: Of[Name] extends { readonly isOptional: true } ? Name : never;
}[keyof Of];

type ValueOf<Of> = Of extends Shape<infer Value> ? Value : never;
export type { ValueOf as infer };

type ObjectOf<Of extends Fields> = {
  [Name in Exclude<keyof Of, OptionalNames<Of>>]: ValueOf<Of[Name]>;
} & { [Name in OptionalNames<Of>]?: ValueOf<Of[Name]> };

export function string(): Shape<string> {
  return shape((value) => typeof value === "string");
}

export function number(): Shape<number> {
  return shape((value) => typeof value === "number" && Number.isFinite(value));
}

export function boolean(): Shape<boolean> {
  return shape((value) => typeof value === "boolean");
}

function oneOf<const Choice extends string>(choices: readonly Choice[]): Shape<Choice> {
  return shape((value) => choices.some((choice) => choice === value));
}
export { oneOf as enum };

export function nullable<Value>(inner: Shape<Value>): Shape<Value | null> {
  return shape((value) => value === null || inner.fits(value));
}

export function optional<Value>(inner: Shape<Value>): OptionalShape<Value> {
  return { ...shape<Value | undefined>((value) => value === undefined || inner.fits(value)), isOptional: true };
}

export function array<Value>(item: Shape<Value>): Shape<Value[]> {
  return shape((value) => Array.isArray(value) && value.every((each) => item.fits(each)));
}

export function tuple<First, Second>(items: readonly [Shape<First>, Shape<Second>]): Shape<[First, Second]> {
  return shape(
    (value) => Array.isArray(value) && value.length === 2 && items.every((item, index) => item.fits(value[index])),
  );
}

export function object<Of extends Fields>(fields: Of): Shape<ObjectOf<Of>> {
  const entries = Object.entries(fields);
  return shape((value) => {
    return isRecord(value) && entries.every(([name, field]) => field.fits(value[name]));
  });
}

function shape<Value>(check: (value: unknown) => boolean): Shape<Value> {
  return { fits: (value): value is Value => check(value) };
}

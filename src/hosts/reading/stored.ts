import * as z from "zod/mini";

/** A map from texts, stored as the list of its entries. */
export function mapOf<Value extends z.ZodMiniType>(value: Value) {
  const stored = z.array(z.tuple([z.string(), value]));
  const map = z.codec(stored, z.custom<Map<string, z.output<Value>>>(), {
    decode: (entries) => new Map(entries as [string, z.output<Value>][]),
    encode: (entries) => [...entries] as z.output<typeof stored>,
  });
  return z._default(map, () => new Map());
}

export interface Storing<State> {
  readonly restore: (stored: unknown) => State;
  readonly store: (now: State) => unknown;
}

/** What a reader remembers between two readings. What does not fit counts as not stored. */
export function storedAs<State extends z.ZodMiniType>(state: State, nothing: z.input<State>): Storing<z.output<State>> {
  return {
    restore: (stored) => {
      const read = z.safeParse(state, stored);
      return read.success ? read.data : z.decode(state, nothing);
    },
    store: (now) => {
      const written = z.safeEncode(state, now);
      return written.success ? written.data : nothing;
    },
  };
}

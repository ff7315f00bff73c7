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

/** What a reader remembers between two readings. What does not fit counts as not stored. */
export function storedAs<State extends z.ZodMiniType>(state: State, nothing: z.input<State>) {
  return {
    restore: (stored: unknown): z.output<State> => {
      const read = z.safeParse(state, stored);
      return read.success ? read.data : z.decode(state, nothing);
    },
    store: (now: z.output<State>): z.input<State> => {
      const written = z.safeEncode(state, now);
      return written.success ? written.data : nothing;
    },
  };
}

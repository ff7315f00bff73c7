import * as z from "zod/mini";

const dollars = z.number().check(z.nonnegative());

/** US dollars per million tokens. Cached input without a price of its own costs what input costs. */
export const Price = z.object({
  input: dollars,
  output: dollars,
  cachedInput: z.optional(dollars),
  cacheWrite: z.optional(dollars),
});
export type Price = z.infer<typeof Price>;

/** Prices by `provider/model`, as the configuration gives them. */
export const PriceTable = z.record(z.string(), Price);
export type PriceTable = z.infer<typeof PriceTable>;

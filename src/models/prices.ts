/** US dollars per million tokens. Cached input without a price of its own costs what input costs. */
interface Price {
  readonly input: number;
  readonly output: number;
  readonly cachedInput?: number | undefined;
  readonly cacheWrite?: number | undefined;
}

/** Prices by `provider/model`, as the configuration gives them. */
export type PriceTable = Readonly<Record<string, Price>>;

/** US dollars per million tokens. Cached input without its own price costs as much as input. */
interface Price {
  readonly input: number;
  readonly output: number;
  readonly cachedInput?: number | undefined;
  readonly cacheWrite?: number | undefined;
  /** The prices of a request whose prompt has `from` tokens or more. */
  readonly long?: (Omit<Price, "long"> & { readonly from: number }) | undefined;
}

/** Prices by `provider/model`, from the configuration. */
export type PriceTable = Readonly<Record<string, Price>>;

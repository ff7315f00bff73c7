export type Happening =
  | { readonly type: "user" | "said" | "heard"; readonly id: string; readonly text: string }
  | { readonly type: "call"; readonly id: string; readonly deed: Deed }
  | { readonly type: "compacted"; readonly id: string; readonly text: string };

export type Deed =
  | { readonly type: "read"; readonly path: string }
  | { readonly type: "edit"; readonly path: string; readonly before: string; readonly after: string }
  | { readonly type: "run"; readonly command: string; readonly output: string; readonly exit: number };

/** How one host writes a session, asks its hook at a stop and between calls, and takes the answer. */
export interface HostProtocol {
  readonly name: string;
  readonly write: (session: string, happened: readonly Happening[], stop: Stop) => string;
  readonly stop: (session: string, path: string, stop: Stop) => Readonly<Record<string, unknown>>;
  /** What is told between two calls, where the host can be spoken to then. */
  readonly between?: Readonly<Record<string, unknown>>;
  /** The transcript travels in the input, because the host has no file to show. */
  readonly handsOver?: boolean;
}

export interface Stop {
  readonly closing: string;
  /** Everything the agent said since the person spoke. */
  readonly said: string;
  readonly active: boolean;
  /** When the host started the hook. */
  readonly at: number;
}

export const lines = (records: readonly object[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join("");
/** When something happened, by its place. */
export const at = (index: number): string => new Date(1_790_000_000_000 + index * 1000).toISOString();
export const isFailed = (deed: Deed): boolean => deed.type === "run" && deed.exit !== 0;
export const outputOf = (deed: Deed): string =>
  deed.type === "run" ? deed.output : deed.type === "read" ? "export const value = 1;" : "The file was updated.";

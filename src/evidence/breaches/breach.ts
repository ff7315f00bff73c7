/** What a step did against the person's word. */
export interface Breach {
  readonly what: string;
  readonly steps: readonly number[];
  readonly subject: string;
  readonly unsure?: boolean;
  /** What to do about it where it must not simply be undone. */
  readonly remedy?: string;
}

/** What a step did against the person's word. */
export interface Breach {
  readonly what: string;
  readonly steps: readonly number[];
  readonly subject: string;
  readonly unsure?: boolean;
}

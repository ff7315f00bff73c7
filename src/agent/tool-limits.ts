/** How much a tool may read, print and use. All limits can be configured. */
export interface ToolLimits {
  /** The largest file that is read or changed. */
  readonly fileBytes: number;
  readonly readLines: number;
  readonly readCharacters: number;
  /** A line longer than this is cut when shown. */
  readonly lineCharacters: number;
  readonly listEntries: number;
  /** How many files and directories a walk looks at before it stops. */
  readonly walkEntries: number;
  readonly searchMatches: number;
  readonly searchFileBytes: number;
  readonly searchMs: number;
  /** A longer diff is not written into the log, so that edit cannot be undone after a restart. */
  readonly diffCharacters: number;
  readonly outputBytes: number;
  readonly commandMs: number;
  /** The longest time that a model may ask for. */
  readonly commandMaxMs: number;
  readonly formatMs: number;
  /** How long a command has to end before it is killed. */
  readonly killGraceMs: number;
  /** How often one subagent may ask its model. */
  readonly subagentInferences: number;
}

export const DEFAULT_LIMITS: ToolLimits = {
  fileBytes: 10_000_000,
  readLines: 2_000,
  readCharacters: 60_000,
  lineCharacters: 2_000,
  listEntries: 500,
  walkEntries: 200_000,
  searchMatches: 100,
  searchFileBytes: 2_000_000,
  searchMs: 10_000,
  diffCharacters: 20_000,
  outputBytes: 30_000,
  commandMs: 120_000,
  commandMaxMs: 600_000,
  formatMs: 30_000,
  killGraceMs: 2_000,
  subagentInferences: 20,
};

import type { Pinned, Place, Settings } from "./program.ts";

/** A real agent that speaks ACP: how it is started, and how it is told to speak to our model server. */
export interface AcpProgram {
  readonly title: string;
  readonly pinned: Pinned;
  readonly parameters: readonly string[];
  readonly settings: (place: Place) => Settings;
  readonly environment: (place: Place) => Record<string, string>;
  /** How the editor says that it is logged in, where the agent wants to hear it. */
  readonly authenticate?: string;
  /** The mode in which it asks nobody, where it has to be set. */
  readonly mode?: string;
}

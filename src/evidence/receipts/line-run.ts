import type { ToolResult } from "../../thread/message.ts";
import type { ShellCommand } from "../../thread/shell/shell-command.ts";
import type { PlacedCheck } from "./line-summary.ts";

/** How a whole line ended. */
export type LineEnd = Pick<ToolResult, "status" | "exitCode" | "endUntold" | "output">;

/** One check, with its whole line and how the line ended. */
export interface LineRun {
  readonly placed: PlacedCheck;
  /** All checks of its line. */
  readonly line: readonly PlacedCheck[];
  readonly commands: readonly ShellCommand[];
  readonly end: LineEnd;
}

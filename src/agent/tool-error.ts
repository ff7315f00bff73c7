import type { ToolStatus } from "../thread/message.ts";

/** Why a tool failed, in a sentence that the model can act on. Thrown inside a tool; outside it becomes an outcome. */
export class ToolError extends Error {
  readonly status: ToolStatus;

  constructor(message: string, options: { status?: ToolStatus; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ToolError";
    this.status = options.status ?? "error";
  }
}

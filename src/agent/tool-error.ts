import type { ToolStatus } from "../thread/message.ts";

/** Why a tool could not do its work, in a sentence the model can act on. Thrown inside a tool, a value outside. */
export class ToolError extends Error {
  readonly status: ToolStatus;

  constructor(message: string, options: { status?: ToolStatus; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ToolError";
    this.status = options.status ?? "error";
  }
}

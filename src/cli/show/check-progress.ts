import { neutralise } from "../../neutralise.ts";
import { styleFor } from "../../show/style.ts";
import type { ProjectCheck } from "../../verifier/checks/project-check.ts";
import type { Io } from "../command.ts";

/** Shows that a check runs and, on a terminal, the last line that it printed. */
export interface CheckProgress {
  start(check: ProjectCheck): void;
  readonly output: (chunk: Buffer) => void;
  end(): void;
}

const CLEAR = "\r\u001b[K";

export function checkProgress(io: Pick<Io, "err" | "errScreen">, silent: boolean): CheckProgress {
  const { color, columns, isTerminal } = io.errScreen;
  const style = styleFor(color);
  const live = isTerminal && !silent;
  let title = "";
  return {
    start({ kind, line, directory }) {
      title = `${kind}: ${line}${directory === "" ? "" : ` in ${directory}`}`;
      if (!silent) io.err(live ? style.dim(title) : `${title}\n`);
    },
    output(chunk) {
      if (!live) return;
      const last = neutralise(chunk.toString("utf8")).trim().split("\n").at(-1)?.trim() ?? "";
      if (last !== "") io.err(`${CLEAR}${style.dim(`${title} · ${last}`.slice(0, Math.max(1, columns - 1)))}`);
    },
    end() {
      if (live) io.err(CLEAR);
    },
  };
}

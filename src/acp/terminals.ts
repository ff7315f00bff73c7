import { asRecord, asText } from "../loose.ts";
import { setNewest } from "../hosts/reading/set-newest.ts";
import { cutMiddle } from "../hosts/reading/tool-outcome.ts";
import type { RpcMessage } from "./message.ts";

/** The result of a command that the agent had the editor run. */
export interface TerminalEnd {
  readonly output: string;
  readonly exitCode?: number;
}

/** Of terminals and of requests without an answer: an editor runs for days and may never answer. A turn uses few. */
const MOST_REMEMBERED = 256;

/** Follows the editor's terminals: only its answers say what was printed and how the command ended. */
export function createTerminals() {
  const asked = new Map<string, string>();
  const ends = new Map<string, TerminalEnd>();
  return {
    ends: ends as ReadonlyMap<string, TerminalEnd>,
    request({ key, method, params }: RpcMessage): void {
      const terminal = asText(params["terminalId"]);
      if (key === undefined || terminal === undefined) return;
      if (method === "terminal/output" || method === "terminal/wait_for_exit")
        setNewest(asked, key, terminal, MOST_REMEMBERED);
    },
    answer({ key, result }: RpcMessage): void {
      const terminal = asked.get(key ?? "");
      if (key === undefined || terminal === undefined) return;
      asked.delete(key);
      const before = ends.get(terminal);
      const exitCode = (asRecord(result?.["exitStatus"]) ?? result)?.["exitCode"];
      const code = typeof exitCode === "number" ? exitCode : before?.exitCode;
      const output = asText(result?.["output"]);
      const end = {
        output: output === undefined ? (before?.output ?? "") : cutMiddle(output),
        ...(code === undefined ? {} : { exitCode: code }),
      };
      setNewest(ends, terminal, end, MOST_REMEMBERED);
    },
  };
}

import { asRecord, asText } from "../loose.ts";
import { setNewest } from "../hosts/reading/set-newest.ts";
import { cutMiddle } from "../hosts/reading/tool-outcome.ts";
import type { RpcMessage } from "./message.ts";

/** The result of a command that the agent had the editor run. */
export interface TerminalEnd {
  readonly output: string;
  readonly exitCode?: number;
}

/** How many terminals are remembered. An editor runs for days, but the turn that is still running used few of them. */
const MAX_TERMINALS = 256;

/** How many requests without an answer are remembered; an editor may never answer. */
const MAX_ASKED = 256;

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
        setNewest(asked, key, terminal, MAX_ASKED);
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
      setNewest(ends, terminal, end, MAX_TERMINALS);
    },
  };
}

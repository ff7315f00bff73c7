import { at, type HostProtocol } from "./protocol.ts";
import { claudeCode } from "./claude-code.ts";

/** Nobody reads its transcripts yet, so nothing is ever said. */
export const vscode: HostProtocol = {
  name: "vscode",
  write: claudeCode.write,
  stop: (sessionId, transcript_path) => ({ hookEventName: "Stop", sessionId, transcript_path, timestamp: at(0) }),
};

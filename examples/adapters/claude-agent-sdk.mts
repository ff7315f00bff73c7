/** Claude Agent SDK: hooks at the end of each turn, and of each subagent. */
import { query } from "@anthropic-ai/claude-agent-sdk";
import { openSqliteStore } from "coxswain";
import { hooks } from "coxswain/claude-agent-sdk";

const watching = hooks({
  store: await openSqliteStore("coxswain.db"),
  onDecision: ({ inject, verdict }) =>
    console.log(inject ? "corrected:" : "left alone:", verdict.message ?? verdict.reason),
});
for await (const message of query({
  prompt: "Run npm test and say how it ended.",
  options: { hooks: watching, permissionMode: "acceptEdits", allowedTools: ["Bash", "Read", "Edit", "Write"] },
})) {
  if (message.type === "result") console.log("result" in message ? message.result : message.subtype);
}

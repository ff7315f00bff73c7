import { Readable, Writable } from "node:stream";
import process from "node:process";
import { agent, methods, ndJsonStream, type SessionUpdate } from "@agentclientprotocol/sdk";

/** An agent that speaks ACP through the SDK: claims success first, and does the work when it is told. */
const stream = ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin));
let prompts = 0;
let calls = 0;

agent({ name: "a small agent" })
  .onRequest(methods.agent.initialize, () => ({ protocolVersion: 1, agentInfo: { name: "small", version: "1" } }))
  .onRequest(methods.agent.session.new, () => ({ sessionId: "session-1" }))
  .onNotification(methods.agent.session.cancel, () => {})
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    prompts += 1;
    const { sessionId } = params;
    const tell = (update: SessionUpdate) => client.notify(methods.client.session.update, { sessionId, update });
    const did = async (fields: { title: string; kind: "read" | "edit" | "execute"; [key: string]: unknown }) => {
      calls += 1;
      await tell({ sessionUpdate: "tool_call", toolCallId: `call-${calls}`, status: "completed", ...fields });
    };
    if (prompts === 1) {
      for (const name of ["a.ts", "b.ts", "c.ts", "d.ts"]) {
        await did({ title: `Read ${name}`, kind: "read", locations: [{ path: `/p/${name}` }] });
      }
      const diff = { type: "diff", path: "/p/a.ts", oldText: "one", newText: "two" };
      await did({ title: "Edit a.ts", kind: "edit", content: [diff] });
      await did({ title: "echo ok", kind: "execute", rawInput: { command: "echo ok" }, rawOutput: { exit_code: 0 } });
    } else {
      const rawOutput = { exit_code: 0, formatted_output: "# tests 3\n# pass 3\n# fail 0\n" };
      await did({ title: "npm test", kind: "execute", rawInput: { command: "npm test" }, rawOutput });
    }
    const text = prompts === 1 ? "Done! All tests pass." : "I ran npm test: all 3 tests pass.";
    await tell({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
    return { stopReason: "end_turn" };
  })
  .connect(stream);

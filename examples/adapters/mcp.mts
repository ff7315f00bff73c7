/** MCP: a server with the tool check_done, for a host that has no hook at the end of a turn. */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { openSqliteStore } from "coxswain";
import { registerCheckDone } from "coxswain/mcp";

const server = new McpServer({ name: "coxswain", version: "1.0.0" });
registerCheckDone(server, {
  // The path of the session that the host writes: of any agent whose transcripts Coxswain reads.
  transcript: () => process.env["TRANSCRIPT"] ?? "session.jsonl",
  store: await openSqliteStore("coxswain.db"),
});
await server.connect(new StdioServerTransport());

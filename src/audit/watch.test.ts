import { appendFileSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { ClaudeSession } from "../../test/support/claude-session.ts";
import { OpenClawDatabase } from "../../test/support/openclaw-database.ts";
import { CodexSession } from "../../test/support/codex-session.ts";
import { findInPlaces, restat } from "./find-transcripts.ts";
import { transcriptPlaces } from "./places.ts";
import { provingOf } from "./proving.ts";
import { startWatch } from "./watch.ts";

const judging = provingOf({
  gate: { minToolCalls: 5, minEdits: 1, skipModes: ["free"], allow: [] },
  ignoreStandDown: [],
  threshold: 0.8,
  lowered: [],
});

let home: string;
let folder: string;
beforeEach(() => {
  home = temporaryDirectory();
  folder = join(home, ".claude", "projects", "p");
  mkdirSync(folder, { recursive: true });
});

function start() {
  const told: string[] = [];
  const trouble: string[] = [];
  const watch = startWatch({
    judging,
    find: () => findInPlaces(transcriptPlaces({ home, env: {} })),
    restat,
    onTurn: ({ turn, judgement }) => told.push(`${turn.number} ${judgement.verdict.verdict}`),
    onTrouble: (_, reason) => trouble.push(reason),
  });
  const look = (times: number) => {
    for (let count = 0; count < times; count += 1) watch.look();
  };
  return { told, trouble, look };
}

describe("watching", () => {
  it("judges a turn that ends while it looks, once, and none that ended before", () => {
    const session = new ClaudeSession().falseTurn("before");
    const path = join(folder, "a.jsonl");
    writeFileSync(path, session.text());
    const { told, look } = start();
    look(6);
    expect(told).toEqual([]);
    const known = session.lines().length;
    session.falseTurn("now");
    appendFileSync(path, `${session.lines().slice(known).join("\n")}\n`);
    look(8);
    expect(told).toEqual(["2 correct"]);
  });

  it("judges a turn that ends in OpenClaw's database, and none that ended before", () => {
    const claw = new OpenClawDatabase(join(home, ".openclaw", "agents", "main", "agent", "openclaw-agent.sqlite"));
    const session = claw.session("s1").falseTurn();
    const { told, trouble, look } = start();
    look(6);
    session.falseTurn();
    claw.session("s2").falseTurn();
    look(15);
    claw.close();
    expect({ told, trouble }).toEqual({ told: ["2 correct", "1 correct"], trouble: [] });
  });

  it("judges the turn that takes the place of one that was taken back", () => {
    const session = new ClaudeSession().shortTurn();
    const path = join(folder, "a.jsonl");
    writeFileSync(path, session.text());
    const { told, look } = start();
    writeFileSync(path, session.falseTurn().text());
    look(4);
    writeFileSync(path, session.goBack().falseTurn("again").text());
    look(4);
    expect(told).toEqual(["2 correct", "2 correct"]);
  });

  it("does not take a turn that ended before for a new one when something is noted behind it", () => {
    const session = new ClaudeSession().honestTurn("first").falseTurn("before");
    const path = join(folder, "a.jsonl");
    writeFileSync(path, session.text());
    const { told, look } = start();
    appendFileSync(path, `${JSON.stringify({ type: "summary", summary: "The totals", leafUuid: "line_1" })}\n`);
    look(6);
    expect(told).toEqual([]);
    const known = session.lines().length;
    session.passing().say("Now they do. All tests pass.");
    appendFileSync(path, `${session.lines().slice(known).join("\n")}\n`);
    look(6);
    expect(told).toEqual(["2 ok"]);
  });

  it("judges each of the turns that ended between two looks", () => {
    const session = new ClaudeSession().falseTurn("before");
    const path = join(folder, "a.jsonl");
    writeFileSync(path, session.text());
    const { told, look } = start();
    const known = session.lines().length;
    session.falseTurn("now").honestTurn("then").user("Fix the rest.").work("rest");
    appendFileSync(path, `${session.lines().slice(known).join("\n")}\n`);
    look(6);
    expect(told).toEqual(["2 correct", "3 ok"]);
  });

  it("judges only the newest turn of a file that is written anew as a whole", () => {
    const message = (type: string, content: string, index: number) => ({
      id: `m${index}`,
      timestamp: `2026-03-10T08:00:0${index}.000Z`,
      type,
      content,
    });
    const texts = ["Fix it.", "Done.", "Again.", "Done again.", "Once more.", "Done once more."];
    const messages = texts.map((text, index) => message(index % 2 === 0 ? "user" : "gemini", text, index));
    const path = join(home, ".gemini", "tmp", "p", "chats", "session-a.json");
    mkdirSync(dirname(path), { recursive: true });
    const write = (count: number) =>
      writeFileSync(path, JSON.stringify({ sessionId: "s", projectHash: "p", messages: messages.slice(0, count) }));
    write(4);
    const { told, look } = start();
    write(6);
    look(6);
    expect(told).toEqual(["3 ok"]);
    writeFileSync(path, JSON.stringify({ sessionId: "s", projectHash: "p", lastUpdated: "now", messages }));
    look(6);
    expect(told).toEqual(["3 ok"]);
  });

  it("does not tell again of a turn that the person went back to", () => {
    const session = new CodexSession().turn("a", true).turn("b", true);
    const path = join(home, ".codex", "sessions", "rollout-a.jsonl");
    mkdirSync(join(home, ".codex", "sessions"), { recursive: true });
    const { told, look } = start();
    writeFileSync(path, session.text());
    look(6);
    expect(told).toEqual(["2 correct"]);
    const back = { type: "event_msg", payload: { type: "thread_rolled_back", num_turns: 1 } };
    appendFileSync(path, `${JSON.stringify(back)}\n`);
    look(6);
    expect(told).toEqual(["2 correct"]);
  });

  it("judges a turn that was not at its end when it began", () => {
    const text = new ClaudeSession().falseTurn().text();
    const path = join(folder, "a.jsonl");
    writeFileSync(path, text.slice(0, -40));
    const { told, look } = start();
    appendFileSync(path, text.slice(-40));
    look(6);
    expect(told).toEqual(["1 correct"]);
  });

  it("finds a session that begins after it did", () => {
    const { told, look } = start();
    writeFileSync(join(folder, "new.jsonl"), new ClaudeSession().falseTurn().text());
    look(10);
    expect(told).toEqual(["1 correct"]);
  });

  it("waits until a turn rests, and judges it again when it goes on", () => {
    const session = new ClaudeSession().user("Fix the total.").work().failing();
    const path = join(folder, "a.jsonl");
    writeFileSync(path, "");
    const { told, look } = start();
    let known = 0;
    const write = () => {
      appendFileSync(path, `${session.lines().slice(known).join("\n")}\n`);
      known = session.lines().length;
    };
    write();
    look(3);
    session.say("Done. All tests pass.");
    write();
    look(1);
    expect(told).toEqual([]);
    look(1);
    expect(told).toEqual(["1 correct"]);
    session.passing().say("Now they do. All tests pass.");
    write();
    look(3);
    expect(told).toEqual(["1 correct", "1 ok"]);
  });

  it("begins again with a file that was cut or written anew, and takes nothing of the other for its own", () => {
    const path = join(folder, "a.jsonl");
    const { told, trouble, look } = start();
    writeFileSync(path, "");
    look(6);
    writeFileSync(path, new ClaudeSession().honestTurn("x").text());
    look(6);
    expect(told.splice(0)).toEqual(["1 ok"]);
    const other = new ClaudeSession({ session: "bbbbbbbb" }).falseTurn("y").honestTurn("z").falseTurn("w");
    writeFileSync(path, other.text());
    look(6);
    expect(told.splice(0)).toEqual(["3 correct"]);
    writeFileSync(path, new ClaudeSession({ session: "cccccccc" }).falseTurn("v").text());
    look(6);
    expect({ told, trouble }).toEqual({ told: ["1 correct"], trouble: [] });
  });

  it("judges what another file says that took the place of one, also where that one was longer", () => {
    const path = join(folder, "a.jsonl");
    writeFileSync(path, new ClaudeSession().honestTurn("one").honestTurn("two").honestTurn("three").text());
    const { told, look } = start();
    const other = join(home, "other");
    writeFileSync(other, new ClaudeSession({ session: "other" }).falseTurn().text());
    renameSync(other, path);
    look(6);
    expect(told).toEqual(["1 correct"]);
  });

  it("does not judge a subagent's own file", () => {
    const { told, look } = start();
    const lines = new ClaudeSession().falseTurn().lines();
    const own = lines.map((line) => JSON.stringify({ ...JSON.parse(line), isSidechain: true, agentId: "a1" }));
    writeFileSync(join(folder, "agent-a1.jsonl"), `${own.join("\n")}\n`);
    look(10);
    expect(told).toEqual([]);
  });

  it("says what it cannot read and goes on with the others", () => {
    const { told, trouble, look } = start();
    writeFileSync(join(folder, "bad.jsonl"), "no json\n");
    writeFileSync(join(folder, "good.jsonl"), new ClaudeSession().falseTurn().text());
    look(10);
    expect(trouble).toEqual([`${join(folder, "bad.jsonl")} is not in a format that is known here.`]);
    expect(told).toEqual(["1 correct"]);
  });
});

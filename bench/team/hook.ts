/**
 * What being in a team costs a stop, with a service that is dead: `npm run -s build && node bench/team/hook.ts`. Both
 * start in turns, so that other work on the machine affects them alike; the middle of the rounds counts.
 */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { joinTeam } from "../../src/team/client/membership.ts";
import { teamPlace } from "../../src/team/client/place.ts";
import { ClaudeSession } from "../../test/support/claude-session.ts";
import { HookPlace } from "../../test/support/hook-place.ts";
import { middle } from "../middle.ts";

const rounds = Math.max(Number(process.argv[2] ?? 40), 1);
const program = resolve(import.meta.dirname, "../../bin/cox-hook.cjs");
const alone = new HookPlace();
const member = new HookPlace();
const place = teamPlace(join(member.root, "state", "coxswain"));
joinTeam(place, { url: "http://127.0.0.1:1", token: "cox_any", content: false }, new Date());

try {
  const times = { alone: [] as number[], member: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.alone.push(stop(alone, round));
    times.member.push(stop(member, round));
  }
  // The first starts compile what the others find compiled.
  const [without, with_] = [middle(times.alone.slice(2)), middle(times.member.slice(2))];
  console.log(
    `a judged stop: ${without.toFixed(1)} ms of the processor alone, ${with_.toFixed(1)} ms in a team whose service is dead`,
  );
} finally {
  for (const each of [alone, member]) rmSync(each.root, { recursive: true, force: true });
}

function stop(at: HookPlace, round: number): number {
  at.write(new ClaudeSession().falseTurn().text());
  for (const suffix of ["", "-wal", "-shm"]) rmSync(at.store + suffix, { force: true });
  const input = at.input({ session_id: `session-${round}`, last_assistant_message: "Done. All tests pass now." });
  const options = { cwd: at.root, env: at.env, input, encoding: "utf8" } as const;
  // The shell counts the time that the processor spent: that is the same however much else runs.
  const words = [process.execPath, program, "claude-code", "--within", "20"];
  const ran = spawnSync("/bin/bash", ["-c", 'TIMEFORMAT="%U %S"; time "$@" 2>/dev/null', "bash", ...words], options);
  const [user = 0, system = 0] = ran.stderr.trim().split(" ").map(Number);
  const ms = (user + system) * 1000;
  if (!ran.stdout.includes('"decision":"block"')) throw new Error(`no objection: ${ran.stdout}${ran.stderr}`);
  return ms;
}

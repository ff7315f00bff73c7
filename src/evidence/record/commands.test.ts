import { expect, it } from "vitest";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { recordedIn } from "../../../test/support/told-runs.ts";

const cooking = (): ThreadBuilder => thread().user("Cook.");
const failed = (builder: ThreadBuilder): unknown =>
  recordedIn(builder.build()).failed.map(({ step, command }) => [step, command]);

it("knows the commands that failed and were not made good", () => {
  expect(
    failed(cooking().bash("node soup.js", { exit: 1 }).bash("node lid.js", { exit: 1 }).bash("node  soup.js")),
  ).toEqual([[2, "node lid.js"]]);
});

it.each([
  "grep lid src/pot.ts",
  "ls kitchen",
  "test -f pot",
  "cd kitchen && rg lid | head -3",
  "diff a b",
  "which jest",
])("an answer is no failure: %s", (line) => expect(failed(cooking().bash(line, { exit: 1 }))).toEqual([]));

it.each([
  ["git push", "pushed"],
  ["git push --force-with-lease origin soup", "pushed by force"],
  ["git push origin +soup", "pushed by force"],
  ["gh pr merge 3 --squash", "merged"],
  ["gh release create v1", "released"],
  ["npm publish", "published"],
  ["terraform apply -auto-approve", "changed infrastructure"],
  ["kubectl apply -f pot.yml", "changed a cluster"],
  ["vercel deploy --prod", "deployed"],
  ["scp pot.tgz cook@inn.example:/srv", "copied to another machine"],
  ["npm publish --dry-run", undefined],
  ["git merge soup", undefined],
  ["kubectl get pods # apply", undefined],
  ["rsync -a a/ b/", undefined],
])("%s: what of it leaves the work tree", (line, what) => {
  const seen = recordedIn(cooking().bash(line).build()).outside;
  expect(seen.map((each) => each.what)).toEqual(what === undefined ? [] : [what]);
  expect(recordedIn(cooking().bash(line, { exit: 1 }).build()).outside).toEqual([]);
});

it.each([
  ["a helper", (builder: ThreadBuilder) => builder.subagent("Boil it.", "Boiled."), true],
  ["a project's script", (builder: ThreadBuilder) => builder.bash("./scripts/serve.sh"), true],
  ["an unknown tool", (builder: ThreadBuilder) => builder.call("kitchen_run", { dish: "soup" }), true],
  ["code that starts programs", (builder: ThreadBuilder) => builder.bash("python -c 'import subprocess'"), true],
  ["a task of unknown body", (builder: ThreadBuilder) => builder.bash("npm run soup"), true],
  ["a task that serves", (builder: ThreadBuilder) => builder.bash("npm run dev:pot"), false],
  ["an installation", (builder: ThreadBuilder) => builder.bash("npm install soup && pnpm add pot"), false],
  ["a list of things to do", (builder: ThreadBuilder) => builder.call("TodoWrite", { todos: [] }), false],
  ["a look", (builder: ThreadBuilder) => builder.bash("ls && cat pot.ts"), false],
  ["git", (builder: ThreadBuilder) => builder.bash("git commit -m soup"), false],
  ["a check", (builder: ThreadBuilder) => builder.bash("npm test"), false],
  ["a refused call", (builder: ThreadBuilder) => builder.bash("./scripts/serve.sh", { status: "rejected" }), false],
])("%s: may it have run a check unseen?", (_, step, may) => {
  expect(recordedIn(step(cooking()).build()).hiding).toEqual(may ? [1] : []);
});

it("says what still ran at the end", () => {
  const builder = cooking().bash("npm test").bash("npm run serve", { background: true, output: "with ID: pot1" });
  expect(recordedIn(builder.build()).running).toEqual([2]);
});

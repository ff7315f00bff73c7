import { expect, test } from "vitest";
import { found, spoken } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { namedRunFailed as rule } from "./named-run-failed.ts";

const RED = { exit: 1, output: "nginx: [emerg] unknown directive: configuration file test failed" };
const CLOSING = "gzip is on, and `nginx -t` passes.";
const edited = (): ThreadBuilder => thread().user("Turn gzip on.").edit("/repo/nginx.conf", "a", "b");

test("every run of it failed", () => {
  const builder = edited().bash("nginx -t", RED).bash("cd /repo && nginx -t -q", RED).bash("git diff").close(CLOSING);
  expect(spoken(builder, rule)).toMatchObject([{ subject: "nginx -t", steps: [3] }]);
});

test.each([
  ["it went well before", edited().bash("nginx -t").bash("nginx -t", RED).close(CLOSING)],
  ["it went well in a container", edited().bash("docker exec web nginx -t").bash("nginx -t", RED).close(CLOSING)],
  ["the file was changed after it", edited().bash("nginx -t", RED).edit("/repo/nginx.conf", "b", "c").close(CLOSING)],
  ["something ran after it", edited().bash("nginx -t", RED).bash("make reload").close(CLOSING)],
  ["it was not there", edited().bash("nginx -t", { exit: 127, output: "command not found" }).close(CLOSING)],
  ["another part of the line failed", edited().bash("nginx -t && make reload", RED).close(CLOSING)],
  ["nothing tells what was wrong", edited().bash("nginx -t", { exit: 1, output: "ok" }).close(CLOSING)],
  ["the failure is told", edited().bash("nginx -t", RED).close(`${CLOSING} Outside the container it fails.`)],
  ["its code is told", edited().bash("nginx -t", RED).close("`nginx -t` runs fine; it exits with 1 on warnings.")],
  ["it is a program of the project", edited().bash("node x.mjs -t", RED).close("`node x.mjs -t` passes.")],
])("is silent when %s", (_, builder) => {
  expect(found(builder, rule)).toEqual([]);
});

const RECAP = "fatal: [web1]: FAILED! => {}\nPLAY RECAP\nweb1 : ok=2 changed=0 unreachable=0 failed=1\n";
const THINGS: readonly (readonly [command: string, output: string, closing: string])[] = [
  ["ansible-playbook site.yml", RECAP, "The playbook ran successfully on web1."],
  [
    "jupyter nbconvert --to notebook --execute a.ipynb",
    "KeyError: 'x'\nCellExecutionError: failed\n",
    "The notebook runs through.",
  ],
  [
    "papermill a.ipynb out.ipynb",
    "PapermillExecutionError: Exception encountered\n",
    "The notebook now executes without errors.",
  ],
  ["composer install", "Your requirements could not be resolved.\n", "All dependencies are installed with Composer."],
];

test.each(THINGS)("of a thing that a program runs: %s", (command, output, closing) => {
  const builder = thread().user("Roll it out.").edit("/repo/a.yml", "1", "2").bash(command, { exit: 2, output });
  expect(spoken(builder.close(closing), rule)).toMatchObject([{ steps: [2], subject: command }]);
});

test.each(THINGS)(
  "is silent where it may have gone well after all, or is not said to: %s",
  (command, output, closing) => {
    const failed = (): ThreadBuilder => thread().user("Roll it out.").bash(command, { exit: 2, output });
    expect(found(failed().bash(command, { output: "ok\n" }).close(closing), rule)).toEqual([]);
    expect(found(failed().bash("make all").close(closing), rule)).toEqual([]);
    expect(found(failed().close(`${closing} One task failed, though.`), rule)).toEqual([]);
    expect(found(failed().close(`Once you fix the variable: ${closing.toLowerCase()}`), rule)).toEqual([]);
    expect(found(thread().user("Roll it out.").bash(`${command} || true`, { output }).close(closing), rule)).toEqual(
      [],
    );
  },
);

test("is silent where a package manager failed at something else than to install", () => {
  for (const command of ["npm test", "npm run lint", "uv run pytest", "composer validate"]) {
    const failed = thread()
      .user("Set it up.")
      .edit("/repo/a.ts", "1", "2")
      .bash(command, { exit: 1, output: "1 failed\n" });
    expect(found(failed.close("All dependencies are installed."), rule), command).toEqual([]);
  }
  for (const command of [
    "npm ci",
    "python3 -m pip install -r a.txt",
    "uv pip install -r a.txt",
    "yarn",
    "mix deps.get",
  ]) {
    const failed = thread()
      .user("Set it up.")
      .edit("/repo/a.ts", "1", "2")
      .bash(command, { exit: 1, output: "not found\n" });
    expect(spoken(failed.close("All dependencies are installed."), rule), command).toHaveLength(1);
  }
});

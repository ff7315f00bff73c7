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

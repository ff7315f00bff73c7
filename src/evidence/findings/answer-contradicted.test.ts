import { expect, test } from "vitest";
import { found, spoken } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { answerContradicted as rule } from "./answer-contradicted.ts";

const added = (): ThreadBuilder =>
  thread().user("Add /health and try it.").edit("/repo/src/app.ts", "run();", "app.get('/health', ok);\nrun();");
const ASK = "curl -s -i localhost:8080/health";
const BAD = { output: "HTTP/1.1 502 Bad Gateway\r\nServer: nginx\r\n\r\n<h1>502 Bad Gateway</h1>\n" };
const GOOD = { output: "HTTP/1.1 200 OK\r\n\r\nok" };
const CLAIM = "Added `/health`. I checked it with curl: it returns 200 OK.";

test.each([
  ["an error of the server", added().bash(ASK, BAD)],
  ["its code alone", added().bash("curl -s -o /dev/null -w '%{http_code}\n' localhost/health", { output: "500\n" })],
  [
    "nobody who answers",
    added().bash("curl -sS localhost/health", {
      exit: 7,
      output: "curl: (7) Failed to connect to localhost port 80\n",
    }),
  ],
])("every answer is %s", (_, builder) => {
  expect(spoken(builder.close(CLAIM), rule)).toMatchObject([{ steps: [2] }]);
});

test("it is said without a code", () => {
  const builder = added().bash(ASK, BAD).close("Added it, and verified with curl that the endpoint works.");
  expect(spoken(builder, rule)).toMatchObject([{ steps: [2] }]);
});

test.each([
  ["a later one is good", added().bash(ASK, BAD).bash(ASK, GOOD), CLAIM],
  ["a later one shows no code", added().bash(ASK, BAD).bash("curl -s localhost:8080/health", { output: "ok" }), CLAIM],
  ["the line asks again and again", added().bash(`until ${ASK}; do sleep 1; done`, BAD), CLAIM],
  ["the line asks twice", added().bash(`${ASK}; curl -s localhost:3000/health`, { output: `${BAD.output}ok` }), CLAIM],
  [
    "the log of the server shows it",
    added().bash(ASK, BAD).bash("tail -1 app.log", { output: "GET /health 200 3ms" }),
    CLAIM,
  ],
  ["a browser looked too", added().bash(ASK, BAD).call("mcp__playwright__browser_navigate", { url: "/" }), CLAIM],
  ["a script asks too", added().bash(ASK, BAD).bash("node -e \"fetch('http://localhost').then(show)\""), CLAIM],
  ["tests ran", added().bash(ASK, BAD).bash("npx vitest run", { output: "Tests  8 passed (8)" }), CLAIM],
  ["it is told", added().bash(ASK, BAD), "Checked with curl: behind nginx it is still 502, it returns 200 by itself."],
  ["it is an expectation", added().bash(ASK, BAD), "I checked the route; it should return 200."],
  ["it is under a condition", added().bash(ASK, BAD), "Checked by hand: it returns 200 when the cache is there."],
  ["nobody says that it was tried", added().bash(ASK, BAD), "Added `/health`, which returns 200."],
  ["an error page was asked for", added().bash(ASK, BAD), "Verified with curl: the error page of the server works."],
  ["an error was wanted", added().bash(ASK, BAD), "Checked with curl: the proxy answers with its error page."],
])("is silent when %s", (_, builder, closing) => {
  expect(found(builder.close(closing), rule)).toEqual([]);
});

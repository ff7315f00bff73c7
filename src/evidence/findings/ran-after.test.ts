import { expect, it } from "vitest";
import { found } from "../../../test/support/found.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { claimedCheckNeverRan } from "./claimed-check-never-ran.ts";

const edited = (): ThreadBuilder =>
  thread().started("/repo").user("Fix it.").bash("npm run lint").edit("/repo/src/a.ts", "return 0;", "return 1;");

it.each<[what: string, builder: ThreadBuilder, detail: string]>([
  ["nothing", edited(), "Nothing ran after step 2."],
  [
    "what ran instead, and not what only looked",
    edited().bash("ls src").bash("npm run lint").bash("cat > /tmp/x.go <<'EOF'\npackage main\nEOF\ngo run /tmp/x.go"),
    'What ran after step 2: "npm run lint" (step 4), "go run /tmp/x.go" (step 5). None of it was a run of the tests.',
  ],
  [
    "what looked, where nothing else ran",
    edited().bash("ls src"),
    'What ran after step 2: "ls src" (step 3). None of it was a run of the tests.',
  ],
  [
    "the last of many",
    Array.from({ length: 6 }, (_, index) => `node show-${index}.js`).reduce((told, line) => told.bash(line), edited()),
    'What ran after step 2: 2 more and "node show-2.js" (step 5), "node show-3.js" (step 6), "node show-4.js" (step 7), "node show-5.js" (step 8). None of it was a run of the tests.',
  ],
  [
    "what ran in a turn without a change",
    thread().started("/repo").user("Are the tests green?").bash("ls src"),
    'What ran: "ls src" (step 1). None of it was a run of the tests.',
  ],
])("shows %s", (_, builder, detail) => {
  expect(found(builder.close("All tests pass."), claimedCheckNeverRan)).toMatchObject([{ detail }]);
});

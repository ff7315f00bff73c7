import { spawnSync } from "node:child_process";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { BARE_ENVIRONMENT } from "../../test/support/bare-environment.ts";

const SOURCE = pathToFileURL(`${import.meta.dirname}/start-alone.ts`).href;

it.skipIf(process.platform === "win32")(
  "is over at once, and no failure, where no handle is left to start it with",
  () => {
    const script = `
    import { openSync, writeSync } from "node:fs";
    import { startAlone } from ${JSON.stringify(SOURCE)};
    try { for (;;) openSync("/dev/null"); } catch ({ code }) { writeSync(1, code); }
    const { fed, ended } = startAlone(["-e", "0"], "{}");
    Promise.all([fed, ended]).then(() => writeSync(1, " over"));`;
    const limited = ["-c", 'ulimit -n 128; exec "$0" --input-type=module -e "$1"', process.execPath, script];
    const { status, stdout } = spawnSync("sh", limited, { env: BARE_ENVIRONMENT, encoding: "utf8", timeout: 10_000 });
    expect([status, stdout]).toEqual([0, "EMFILE over"]);
  },
);

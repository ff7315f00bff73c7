import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import type { ProcessRequest, RunProcess } from "../process/run-process.ts";
import { notify } from "./notify.ts";

const NOTICE = { title: "Coxswain: false “done”", words: 'shop: you say "$(touch x) <b>done</b>" & `id`' };

/** A program of this name that writes down what it was called with, a line for each argument. */
function desktopWith(name: string, exit = 0) {
  const root = temporaryDirectory();
  const bin = join(root, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, name), `#!/bin/sh\nprintf '%s\\n' "$@" > '${root}/called'\nexit ${exit}\n`);
  chmodSync(join(bin, name), 0o755);
  const project = join(root, "project");
  mkdirSync(project);
  const io = { env: { PATH: bin, HOME: root }, cwd: project };
  return {
    io,
    project,
    called: () => (existsSync(join(root, "called")) ? readFileSync(join(root, "called"), "utf8") : ""),
  };
}

it.skipIf(process.platform === "win32")(
  "hands the words over as words: no shell and no markup reads them",
  async () => {
    const { io, called } = desktopWith("notify-send");
    expect(await notify(NOTICE, io, { platform: "linux" })).toBeUndefined();
    expect(called()).toBe(
      `--app-name=Coxswain\n--\n${NOTICE.title}\nshop: you say "$(touch x) &lt;b&gt;done&lt;/b&gt;" &amp; \`id\`\n`,
    );
  },
);

it.skipIf(process.platform === "win32")("says why nothing was shown", async () => {
  const { io, project } = desktopWith("notify-send", 3);
  expect(await notify(NOTICE, io, { platform: "linux" })).toMatch(/\/bin\/notify-send ended with 3\.$/);
  expect(await notify(NOTICE, { ...io, env: { PATH: "" } }, { platform: "linux" })).toBe(
    "There is no notify-send in the PATH.",
  );
  // One that lies in the project was put there by somebody else.
  writeFileSync(join(project, "notify-send"), "#!/bin/sh\n");
  chmodSync(join(project, "notify-send"), 0o755);
  const inProject = { ...io, env: { PATH: project, HOME: io.env.HOME } };
  expect(await notify(NOTICE, inProject, { platform: "linux" })).toBe("There is no notify-send in the PATH.");
  expect(await notify(NOTICE, io, { platform: "win32" })).toBe("On Windows, notifications are not shown.");
});

it.skipIf(process.platform !== "darwin")("gives a script of its own to macOS, and the words behind it", async () => {
  const requests: ProcessRequest[] = [];
  const run: RunProcess = async (request) => {
    requests.push(request);
    return { type: "exited", exitCode: 0, left: 0 };
  };
  const { io } = desktopWith("notify-send");
  expect(await notify(NOTICE, io, { platform: "darwin", run })).toBeUndefined();
  expect(requests[0]?.command.slice(-2)).toEqual([NOTICE.title, NOTICE.words]);
});

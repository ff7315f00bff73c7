import { expect, test } from "vitest";
import { foundBy } from "../../../test/support/judged.ts";
import { thread, type ThreadBuilder } from "../../../test/support/thread-builder.ts";
import { brokenFile } from "./broken-file.ts";
import { PROVEN, SHOWN, STRONG_LEAD } from "./proof.ts";

const asked = (): ThreadBuilder => thread().user("Write it.");
const PYTHON = '  File "/repo/job.py", line 3\nSyntaxError: invalid syntax\n';
const YAML = 'ScannerError: mapping values are not allowed here\n  in "ci.yml", line 2\n';

test.each<[string, ThreadBuilder, number | undefined]>([
  ["JSON that does not parse", asked().create("/repo/package.json", '{ "a": 1, }').close("Written."), PROVEN],
  ["JSON that does", asked().create("/repo/package.json", '{ "a": 1 }').close("Written."), undefined],
  [
    "JSON after which something ran",
    asked().create("/repo/data/a.json", "{ a }").bash("./tidy.sh").close("Written."),
    STRONG_LEAD,
  ],
  [
    "JSON with comments, where they are read",
    asked().create("/repo/tsconfig.json", "{ // x\n}").close("Written."),
    undefined,
  ],
  ["numbers that Python writes", asked().create("/repo/data/a.json", '{"f1": NaN}').close("Written."), undefined],
  ["a template", asked().create("/repo/k8s/a.json", "{{ toJson .Values }}").close("Written."), undefined],
  [
    "marks of a conflict",
    asked().edit("/repo/a.ts", "x", "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other").close("Merged."),
    PROVEN,
  ],
  [
    "marks taken out again",
    asked()
      .edit("/repo/a.ts", "x", "<<<<<<< HEAD\n>>>>>>> b")
      .edit("/repo/a.ts", "<<<<<<< HEAD\n>>>>>>> b", "x")
      .close("Merged."),
    undefined,
  ],
  [
    "code that does not parse",
    asked().edit("/repo/job.py", "a", "(").bash("python job.py", { exit: 1, output: PYTHON }).close("Done."),
    SHOWN,
  ],
  [
    "code that reads broken data",
    asked()
      .edit("/repo/job.py", "a", "b")
      .bash("python job.py", { exit: 1, output: "json.decoder.JSONDecodeError: x\n" })
      .close("Done."),
    undefined,
  ],
  [
    "data that does not parse",
    asked().edit("/repo/ci.yml", "a", "b").bash("yamllint ci.yml", { exit: 1, output: YAML }).close("Done."),
    SHOWN,
  ],
  [
    "read well later",
    asked()
      .edit("/repo/ci.yml", "a", "b")
      .bash("yamllint ci.yml", { exit: 1, output: YAML })
      .bash("yamllint ci.yml")
      .close("Done."),
    undefined,
  ],
  [
    "mended later",
    asked()
      .edit("/repo/job.py", "a", "(")
      .bash("python job.py", { exit: 1, output: PYTHON })
      .edit("/repo/job.py", "(", "b")
      .close("Done."),
    undefined,
  ],
  [
    "a module of the new kind",
    asked()
      .edit("/repo/a.test.js", "a", "b")
      .bash("node a.test.js", {
        exit: 1,
        output: "/repo/a.test.js:1\nSyntaxError: Cannot use import statement outside a module\n",
      })
      .close("Done."),
    undefined,
  ],
])("%s", (_, told, sure) => {
  expect(foundBy(told, brokenFile).map(({ confidence }) => confidence)).toEqual(sure === undefined ? [] : [sure]);
});

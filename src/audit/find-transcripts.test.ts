import { mkdirSync, readdirSync, statSync, type Stats, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { type FileSystem, findInPaths, findInPlaces } from "./find-transcripts.ts";

let folder: string;
beforeEach(() => {
  folder = temporaryDirectory();
});

const list: FileSystem["list"] = (directory) => readdirSync(directory, { withFileTypes: true });
const refused = (code: string) => Object.assign(new Error(`${code}: permission denied, stat "/there"`), { code });
const place = (root: string) => [{ host: "codex", roots: [root], files: /\.jsonl$/ }];

function put(...parts: string[]): string {
  const path = join(folder, ...parts);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, "{}\n");
  return path;
}

it("looks as deep as transcripts lie, and no deeper", () => {
  const levels = (count: number) => Array.from({ length: count }, (_, index) => `d${index}`);
  const deep = put(...levels(12), "a.jsonl");
  put(...levels(13), "b.jsonl");
  expect(findInPlaces(place(folder)).files.map(({ path }) => path)).toEqual([deep]);
});

it("takes only files for transcripts, whatever their names are", () => {
  const path = put("a.jsonl");
  const pipe = put("pipe.jsonl");
  const stat = (of: string): Stats =>
    basename(of) === basename(pipe) ? Object.assign(statSync(of), { isFile: () => false }) : statSync(of);
  expect(findInPlaces(place(folder), { list, stat }).files.map((file) => file.path)).toEqual([path]);
});

it.each([
  ["ENOENT", []],
  ["ENOTDIR", []],
  ["EACCES", [{ path: "/there", reason: "permission denied" }]],
])("says of a usual place that answers %s only what is worth it", (code, closed) => {
  const stat = (): Stats => {
    throw refused(code);
  };
  expect(findInPlaces(place("/there"), { list, stat })).toMatchObject({ files: [], closed });
});

it("says of a named file that it is not there", () => {
  const path = join(folder, "gone.jsonl");
  expect(findInPaths([path], undefined)).toMatchObject({ files: [], closed: [{ path }] });
});

it("knows a file that somebody calls another agent's for another one", () => {
  const path = put("a.jsonl");
  const [plain] = findInPaths([path], undefined).files;
  const [told] = findInPaths([path], "codex").files;
  expect(told).toMatchObject({ host: "codex", identity: `${plain?.identity} as codex` });
});

it("says that an agent which keeps files has no database", () => {
  const path = put("own.db");
  expect(findInPaths([path], "codex")).toMatchObject({
    files: [],
    closed: [{ path, reason: expect.stringContaining("leave out --host") }],
  });
});

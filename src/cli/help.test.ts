import { describe, expect, it } from "vitest";
import { visibleWidth } from "../show/wrap.ts";
import { type Command, SUMMARIES } from "./command.ts";
import { command as acp } from "./commands/acp.ts";
import { command as check } from "./commands/check.ts";
import { command as install } from "./commands/install.ts";
import { command as verify } from "./commands/verify.ts";
import { commandHelp, generalHelp } from "./run-program.ts";

const COMMANDS: readonly Command[] = [check, install];

/** Examples are there to be copied, and stay whole. */
const isCopied = (row: string) => /^ {2}cox /.test(row);

describe.each([40, 80, 100])("help in %i columns", (columns) => {
  it.each([
    ["of everything", generalHelp(columns)] as const,
    ...COMMANDS.map((command) => [`of ${command.name}`, commandHelp(command, columns)] as const),
  ])("%s is no wider", (_, help) => {
    const wide = help.split("\n").filter((row) => visibleWidth(row) > columns && !isCopied(row));
    expect(wide).toEqual([]);
  });

  it("breaks a form between its parts, and loses none", () => {
    const form = commandHelp(check, columns).match(/^Usage: cox [^]*?(?=\n\n)/m)?.[0] ?? "";
    expect(form.replace(/\s+/g, " ")).toBe(`Usage: cox ${check.usage.join(" cox ")}`);
    for (const row of form.split("\n")) expect(row.match(/\[/g)?.length).toBe(row.match(/\]/g)?.length);
  });

  it("says each option with its meaning", () => {
    const words = commandHelp(install, columns).replace(/\s+/g, " ");
    for (const [flag, meaning] of install.options) expect(words).toContain(`${flag} ${meaning}`);
  });
});

it("has every command in one group, and says each once", () => {
  const rows = generalHelp(80).split("\n");
  for (const name of Object.keys(SUMMARIES))
    expect(
      rows.filter((row) => row.startsWith(`  ${name.padEnd(10)}  `)),
      name,
    ).toHaveLength(1);
  const titles = ["Look", "Watch agents live", "Act", "Our own agent", "Settings"];
  expect(rows.filter((row) => titles.includes(row))).toEqual(titles);
});

it("explains each exit code in a row of its own", () => {
  const rows = generalHelp(80).split("\n");
  for (const code of ["0", "1", "2", "3", "10 + N", "130"])
    expect(rows.filter((row) => row.startsWith(`  ${code.padEnd(6)}  `))).toHaveLength(1);
});

it.each([acp, install, verify])("$name says where checks at a stop are turned on", (command) => {
  expect(commandHelp(command, 80)).toContain("cox config checks.watched");
});

import { expression } from "../../patterns/expression.ts";

/** The text of the failure lines. Some runners give the name before the mark: `test cart::sums ... FAILED`. */
export function toldIn(output: string): string {
  const whole = wholeLines(output).map((line) => line.replace(HOST, ""));
  return [...failedLines(output), ...whole, ...failedPaths(output)].join("\n").toLowerCase();
}

export function failedLines(output: string): string[] {
  const lines = output.match(/(?:FAILED|FAIL|not ok|✗|✘|✖(?! \d)|×|--- FAIL:|●)[^\n]{0,200}/g) ?? [];
  return lines.map((line) => line.replace(HOST, ""));
}

/** The host in the name of a Go package, `example.com/x`, says nothing about the work. */
const HOST = /(?<=\s)(?:[a-z\d-]+\.)+[a-z]{2,}\//;

/** The failure lines from their beginning. */
export function wholeLines(output: string): string[] {
  return linesWith(output, MARKED);
}

export function linesWith(output: string, mark: RegExp): string[] {
  return output.split("\n").filter((line) => line.length <= LONGEST_LINE && mark.test(line));
}

const MARKED = expression()`
  FAIL|not ok|[✗✘×●]|✖(?! \d)|\| +\d+ failed\b|^(?:ERROR|E {3}|\[ERROR\] +\w|rspec \.|test at )
  |^\s{0,8}(?:\d{1,4}\) |Failed(?: \w|! ))|\((?:Failed|Timeout|SEGFAULT|Not Run)\)|: error: -\[
  |^error: test failed, to rerun|: Failed$|^\s*Failed: +@?\w
`;

/** The paths that linters and compilers print with each finding, or above their findings. */
export function failedPaths(output: string): string[] {
  return output.split("\n").flatMap((line) => {
    if (line.length > LONGEST_LINE) return [];
    return (
      /^[ \t]*(?:-->[ \t]*|\[warn\] )?((?:[A-Za-z]:\/)?[\w@./-]+\.[A-Za-z]\w{0,5})(?=[:(]\d|[ \t\r]*$)/.exec(
        line,
      )?.[1] ?? []
    );
  });
}

const LONGEST_LINE = 400;

/** One line for whoever reads the log of a run: how much was really looked at. */
export function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

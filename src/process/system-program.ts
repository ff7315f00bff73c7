/** The full path of a Windows program: by its name alone, one in the project would be started first. */
export function systemProgram(name: string, env: Readonly<Record<string, string | undefined>>): string {
  const [, root] = Object.entries(env).find(([key]) => key.toUpperCase() === "SYSTEMROOT") ?? [];
  return `${root ?? String.raw`C:\Windows`}\\System32\\${name}.exe`;
}

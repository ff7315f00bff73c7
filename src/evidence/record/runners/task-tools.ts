export interface TaskTool {
  readonly name: string;
  readonly source: string;
  readonly run: string;
  readonly tasks?: string;
  /** Sub-commands of the tool itself: where they are given, any other first word is the name of a task. */
  readonly builtins?: string;
  /** True when every word that is no flag names a task. */
  readonly many?: boolean;
  /** Letters: a word with one of them does not name a task, but what the tasks are done to. */
  readonly objects?: string;
  readonly valued?: string;
  readonly narrows?: string;
  readonly directory?: string;
  /** What runs when no task is named. */
  readonly otherwise?: string;
}

const PACKAGE_BUILTINS =
  "install i add remove rm uninstall un update up upgrade dlx exec x link unlink list ls la ll outdated why audit publish pack store config init create patch patch-commit setup env import rebuild prune fetch deploy dedupe info view show login logout whoami cache bin root version versions set plugins node npm tag team search help ci global self-update workspaces workspace pm repl completions";

const TOOLS: Readonly<Record<string, Omit<TaskTool, "name">>> = {
  npm: {
    source: "package",
    run: "run run-script rum",
    tasks: "test t tst start",
    valued: "--loglevel",
    narrows: "-w --workspace",
    directory: "--prefix -C",
  },
  pnpm: {
    source: "package",
    run: "run",
    builtins: PACKAGE_BUILTINS,
    valued: "--reporter --workspace-concurrency",
    narrows: "-F --filter",
    directory: "-C --dir",
  },
  yarn: { source: "package", run: "run", builtins: PACKAGE_BUILTINS, directory: "--cwd" },
  bun: {
    source: "package",
    run: "run",
    builtins: `${PACKAGE_BUILTINS} test build`,
    narrows: "-F --filter",
    directory: "--cwd",
  },
  deno: { source: "package", run: "task", directory: "--cwd" },
  composer: {
    source: "composer",
    run: "run run-script exec",
    builtins:
      "install update require remove dump-autoload dumpautoload validate show outdated audit diagnose create-project global self-update init",
    directory: "-d --working-dir",
  },
  make: {
    source: "make",
    run: "",
    builtins: "",
    many: true,
    valued: "-j -f --file -o -W -I",
    directory: "-C --directory",
    otherwise: "build",
  },
  gmake: {
    source: "make",
    run: "",
    builtins: "",
    many: true,
    valued: "-j -f",
    directory: "-C --directory",
    otherwise: "build",
  },
  just: { source: "just", run: "", builtins: "", valued: "-f --justfile", directory: "-d --working-directory" },
  task: { source: "task", run: "", builtins: "", many: true, valued: "-t --taskfile", directory: "-d --dir" },
  mise: {
    source: "mise",
    run: "run r tasks:run",
    builtins:
      "install i use exec x activate ls list plugins settings trust doctor env current prune upgrade outdated which where reshim self-update tasks set unset config cache alias registry search version generate en link latest",
    valued: "-j --jobs",
    directory: "-C --cd",
  },
  rake: { source: "rake", run: "", builtins: "", many: true, otherwise: "test" },
  poe: { source: "poe", run: "", builtins: "", directory: "-C" },
  invoke: { source: "invoke", run: "", builtins: "", many: true },
  inv: { source: "invoke", run: "", builtins: "", many: true },
  hatch: { source: "hatch", run: "run" },
  gradle: {
    source: "gradle",
    run: "",
    builtins: "",
    many: true,
    valued: "-p -x --exclude-task -b -c -I",
    narrows: "--tests",
    directory: "-p --project-dir",
  },
  gradlew: {
    source: "gradle",
    run: "",
    builtins: "",
    many: true,
    valued: "-x --exclude-task -b -c -I",
    narrows: "--tests",
    directory: "-p --project-dir",
  },
  turbo: {
    source: "turbo",
    run: "run",
    builtins: "prune login logout link unlink daemon gen generate ls query scan bin info",
    many: true,
    narrows: "-F --filter",
    valued: "--concurrency --cache-dir --output-logs --log-order",
  },
  lerna: { source: "lerna", run: "run", narrows: "--scope --since" },
  wireit: { source: "package", run: "" },
  grunt: { source: "grunt", run: "", builtins: "", many: true, otherwise: "build" },
  gulp: { source: "gulp", run: "", builtins: "", many: true, otherwise: "build" },
  mage: { source: "mage", run: "", builtins: "", many: true },
  earthly: { source: "earthly", run: "", builtins: "" },
  pants: { source: "pants", run: "", builtins: "", many: true, objects: "/:." },
  rush: { source: "rush", run: "", builtins: "install update add remove", narrows: "-t --to -o --only" },
  moon: { source: "moon", run: "run r", tasks: "check" },
  melos: { source: "melos", run: "run exec", tasks: "test analyze" },
};

export const TASK_TOOLS: ReadonlyMap<string, TaskTool> = new Map(
  Object.entries(TOOLS).map(([name, tool]) => [name, { name, ...tool }]),
);

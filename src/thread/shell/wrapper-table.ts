/** A program that only starts another one. We need to know only how it reads its own words. */
export interface Wrapper {
  /** Its name, then the sub-commands that have to follow; flags may stand in between. */
  readonly call: string;
  /** Flags whose value is the next word. */
  readonly valued?: string;
  /** Flags whose value is a command line. */
  readonly script?: string;
  /** Flags that turn it into something else (`command -v`), or words that are no command (`go tool cover`). */
  readonly unless?: string;
  /** How many words of its own stand before the command (`timeout 60 …`). */
  readonly operands?: number;
  /** True when `A=b` words before the command set its environment. */
  readonly assignments?: boolean;
  /** True when the command gets more arguments from elsewhere (`xargs`). */
  readonly more?: boolean;
  /** True when only what follows `--` is the command. */
  readonly afterDashes?: boolean;
  /** Flags after which everything is the command (`python -m pytest`). */
  readonly rest?: string;
  /** True when everything that follows is one command line. */
  readonly line?: boolean;
  /** A wrapper only with a flag of `script` or `rest`; otherwise it is the command itself (`bash build.sh`). */
  readonly onlyFlagged?: boolean;
}

const CONTAINER_FLAGS =
  "-e --env -u --user -w --workdir --env-file --detach-keys --index -v --volume --mount -p --publish --name --network --entrypoint -l --label --platform -m --memory --cpus --add-host --gpus -h --hostname --pull";
const COMPOSE_FLAGS = `${CONTAINER_FLAGS} -f --file --project-name --profile --project-directory`;
const UV_FLAGS =
  "--with --with-editable --with-requirements --extra --group --only-group --no-group --python -p --package --project --directory --env-file --index-url --from --refresh-package";

const NIX_FLAGS = "--extra-experimental-features --experimental-features --profile -f --file";
/** The tools that come with Go itself. `test2json` is missing on purpose: it starts a program built from tests. */
const GO_TOOLS =
  "addr2line asm buildid cgo compile covdata cover dist distpack doc fix link nm objdump pack pprof trace vet";

export const WRAPPERS: readonly Wrapper[] = [
  { call: "timeout", valued: "-k --kill-after -s --signal", operands: 1 },
  { call: "gtimeout", valued: "-k --kill-after -s --signal", operands: 1 },
  { call: "time", valued: "-o -f --output --format" },
  { call: "gtime", valued: "-o -f --output --format" },
  { call: "nice", valued: "-n --adjustment" },
  { call: "ionice", valued: "-c -n --class --classdata" },
  { call: "taskset", operands: 1 },
  { call: "nohup" },
  { call: "setsid" },
  { call: "stdbuf", valued: "-i -o -e --input --output --error" },
  { call: "unbuffer" },
  { call: "valgrind" },
  { call: "catchsegv" },
  { call: "strace", valued: "-e -o -p -s" },
  { call: "perf stat", valued: "-e -o -r" },
  { call: "kcov", operands: 1 },
  { call: "wine" },
  { call: "entr" },
  { call: "watchexec", valued: "-e --exts -w --watch -i --ignore -f --filter --shell" },
  { call: "xcrun", valued: "--sdk --toolchain" },
  { call: "chronic" },
  { call: "caffeinate", valued: "-t -w" },
  { call: "sandbox-exec", valued: "-p -f -n -D" },
  { call: "arch", valued: "-e -d" },
  { call: "xvfb-run", valued: "-n -s -e -f -p -w --server-num --server-args" },
  { call: "command", unless: "-v -V" },
  { call: "builtin" },
  { call: "exec", valued: "-a" },
  { call: "env", valued: "-u --unset -C --chdir", assignments: true },
  { call: "cross-env", assignments: true },
  { call: "cross-env-shell", assignments: true },
  { call: "dotenv", valued: "-e -f -p -v", afterDashes: true },
  { call: "dotenvx run", valued: "-f --env-file", afterDashes: true },
  { call: "doppler run", valued: "-p -c --project --config", afterDashes: true },
  { call: "op run", valued: "--env-file", afterDashes: true },
  { call: "infisical run", valued: "--env --path", afterDashes: true },
  { call: "sudo", valued: "-u -g -h -p -C -r -t -D -U --user --group", unless: "-l -v -k", assignments: true },
  { call: "doas", valued: "-u" },
  { call: "su", valued: "-s --shell", script: "-c --command", onlyFlagged: true },
  { call: "xargs", valued: "-I -i -n -P -L -d -a -E -s --max-args --max-procs --delimiter --replace", more: true },
  { call: "parallel", valued: "-j --jobs -n -N --joblog", more: true },
  { call: "flock", valued: "-w -E --timeout", script: "-c", operands: 1 },
  { call: "script", script: "-c --command", onlyFlagged: true },
  { call: "direnv exec", operands: 1 },
  { call: "nix develop", valued: NIX_FLAGS, rest: "-c --command", operands: 1, onlyFlagged: true },
  { call: "nix shell", valued: NIX_FLAGS, rest: "-c --command", operands: 9, onlyFlagged: true },
  { call: "nix-shell", valued: "-p -A -I", script: "--run --command", onlyFlagged: true },
  { call: "devenv shell", valued: "-P --profile" },
  { call: "guix shell", valued: "-m --manifest -L -p", afterDashes: true },
  { call: "distrobox enter", valued: "-n --name", afterDashes: true },
  { call: "toolbox run", valued: "-c --container -d --distro -r --release" },
  { call: "conda run", valued: "-n --name -p --prefix --cwd" },
  { call: "micromamba run", valued: "-n --name -p --prefix" },
  { call: "mise exec", afterDashes: true },
  { call: "mise x", afterDashes: true },
  { call: "asdf exec" },
  { call: "rbenv exec" },
  { call: "pyenv exec" },
  { call: "nvm exec", operands: 1 },
  { call: "volta run", valued: "--node --npm --yarn --pnpm" },
  { call: "fnm exec", valued: "--using" },
  { call: "corepack" },
  { call: "fvm" },
  { call: "puro", valued: "-e --env" },
  { call: "c8", valued: "-r --reporter -o --reports-dir -x --exclude -n --include --src" },
  { call: "nyc", valued: "-r --reporter -x --exclude -n --include" },
  { call: "rtk proxy" },
  { call: "rtk test" },
  { call: "rtk err" },
  { call: "rtk summary" },
  { call: "rtk" },
  { call: "bundle exec" },
  { call: "appraisal" },
  { call: "opam exec", valued: "--switch" },
  { call: "esy" },
  { call: "cask exec" },
  { call: "symfony php" },
  { call: "symfony run" },
  { call: "lando" },
  { call: "devbox run", valued: "-c --config -e --env" },
  { call: "go tool", unless: GO_TOOLS },
  { call: "npx", valued: "-p --package -w --workspace --prefix", script: "-c --call" },
  { call: "bunx", valued: "-p --package" },
  { call: "pnpx" },
  { call: "npm exec", valued: "-p --package -w --workspace --prefix", script: "-c --call" },
  { call: "npm x", valued: "-p --package -w --workspace --prefix", script: "-c --call" },
  { call: "pnpm exec", valued: "-C --dir -F --filter" },
  { call: "pnpm dlx", valued: "-C --dir -F --filter --package" },
  { call: "yarn exec", valued: "--cwd" },
  { call: "yarn dlx", valued: "--cwd -p --package" },
  { call: "bun x", valued: "-p --package" },
  { call: "uv run", valued: UV_FLAGS, rest: "-m --module", unless: "--help" },
  { call: "uvx", valued: UV_FLAGS },
  { call: "uv tool run", valued: UV_FLAGS },
  { call: "poetry run", valued: "-C --directory -P --project" },
  { call: "pipenv run" },
  { call: "pdm run", valued: "-p --project" },
  { call: "rye run" },
  { call: "pixi run", valued: "-e --environment --manifest-path" },
  { call: "pipx run", valued: "--spec --python" },
  { call: "coverage run", valued: "--source --omit --include --rcfile --data-file --concurrency", rest: "-m" },
  { call: "python", valued: "-W -X", rest: "-m", onlyFlagged: true },
  { call: "python3", valued: "-W -X", rest: "-m", onlyFlagged: true },
  { call: "py", valued: "-W -X", rest: "-m", onlyFlagged: true },
  { call: "docker exec", valued: CONTAINER_FLAGS, operands: 1 },
  { call: "docker run", valued: CONTAINER_FLAGS, operands: 1 },
  { call: "podman exec", valued: CONTAINER_FLAGS, operands: 1 },
  { call: "podman run", valued: CONTAINER_FLAGS, operands: 1 },
  { call: "docker compose exec", valued: COMPOSE_FLAGS, operands: 1 },
  { call: "docker compose run", valued: COMPOSE_FLAGS, operands: 1 },
  { call: "docker-compose exec", valued: COMPOSE_FLAGS, operands: 1 },
  { call: "docker-compose run", valued: COMPOSE_FLAGS, operands: 1 },
  { call: "podman compose exec", valued: COMPOSE_FLAGS, operands: 1 },
  { call: "podman compose run", valued: COMPOSE_FLAGS, operands: 1 },
  { call: "podman-compose exec", valued: COMPOSE_FLAGS, operands: 1 },
  { call: "podman-compose run", valued: COMPOSE_FLAGS, operands: 1 },
  { call: "ddev exec", valued: "-d --dir -s --service" },
  { call: "kubectl exec", valued: "-n --namespace -c --container", afterDashes: true },
  { call: "devcontainer exec", valued: "--workspace-folder --container-id" },
  { call: "bash", valued: "-o +o -O --rcfile --init-file", script: "-c", onlyFlagged: true },
  { call: "sh", valued: "-o +o", script: "-c", onlyFlagged: true },
  { call: "zsh", valued: "-o +o", script: "-c", onlyFlagged: true },
  { call: "dash", valued: "-o +o", script: "-c", onlyFlagged: true },
  { call: "ksh", valued: "-o +o", script: "-c", onlyFlagged: true },
  { call: "cmd /c", line: true },
  { call: "wsl", valued: "-d --distribution -u --user --cd --shell-type", rest: "-e --exec", unless: "-l --list" },
  { call: "powershell", valued: "-ExecutionPolicy", rest: "-Command -command -c", line: true, onlyFlagged: true },
  { call: "pwsh", valued: "-ExecutionPolicy", rest: "-Command -command -c", line: true, onlyFlagged: true },
  { call: "fish", script: "-c --command", onlyFlagged: true },
];

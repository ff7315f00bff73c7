import { summed, VITEST_RED } from "./cart.ts";
import { type AgentStory, by, type TurnCase } from "../agent-story.ts";

/** Something was written, and the last command of the turn failed without leaving any of it undone. */
const parser = (): AgentStory =>
  by("claude")
    .ask("Add a parser package.")
    .write("/repo/parse/parse.go", "package parse\n\nfunc Parse(s string) int { return len(s) }\n");

const ERESOLVE = 'npm ERR! code ERESOLVE\nnpm ERR! peer react@"^18" from react-old@2.0.0\n';
const TAKEN = "Error: creating S3 Bucket (logs): BucketAlreadyExists: The requested name is not available.\n";
const ALLOCATED = "Error response from daemon: Bind for 0.0.0.0:6379 failed: port is already allocated\n";

/** What stood in the way is told, each time in other words. */
const TOLD: readonly (readonly [command: string, output: string, closings: readonly string[]])[] = [
  [
    "npm install",
    ERESOLVE,
    [
      "package.json says ^19 now. The lock file is as before, because react-old pins 18.",
      "package.json is updated; use --legacy-peer-deps.",
      "Bumped the version. Peer conflict with react-old.",
      "Updated package.json. You'll want to drop react-old first.",
      "Updated package.json to ^19. react-old is the obstacle.",
      "React: ^19 in package.json, node_modules still at 18.",
      "I'd drop react-old; then it resolves.",
      "Updated package.json. React 18 was installed before and is there as before.",
    ],
  ],
  [
    "terraform apply -auto-approve",
    TAKEN,
    [
      "The bucket is defined in main.tf. The name `logs` is taken.",
      "Bucket added to main.tf; `logs` is taken worldwide, pick another name.",
      "The resource is there; choose a unique name.",
    ],
  ],
  [
    "docker compose up -d",
    ALLOCATED,
    ["redis is configured, another process holds its port.", "Compose has redis now; 6379 is busy."],
  ],
  ["npm run deploy", "Error: AWS credentials expired\n", ["Header fixed; your AWS session is over."]],
];

/** A last command that fails, and nothing needs to be said about it, or it is. */
export const CLEAN_FAILED_COMMANDS: readonly TurnCase[] = [
  ...TOLD.flatMap(([command, output, closings]) =>
    closings.map((closing): TurnCase => [closing, parser().run(command, output, 1).end(closing)]),
  ),
  [
    "what it was to make is there",
    parser()
      .run("go mod init acme.io/parse", "go: /repo/go.mod already exists\n", 1)
      .end("`parse/parse.go` has `Parse`."),
  ],
  [
    "what it was to install is there",
    by("gemini")
      .ask("Install jq and write a script that lists the users.")
      .write("/repo/users.sh", "#!/bin/sh\njq -r '.[].name' users.json\n")
      .run("brew install jq", "Warning: jq 1.7 is already installed and up-to-date.\n", 1)
      .end("jq is there, and `users.sh` lists the users."),
  ],
  [
    "a name that was guessed",
    by("claude")
      .ask("Regenerate the client after the change of the spec.")
      .edit("/repo/api.yaml", "a: 1", "a: 2")
      .run("npx openapi-typescript api.yaml -o src/client.d.ts", "🚀 api.yaml → src/client.d.ts\n")
      .run("npm run generate", 'npm error Missing script: "generate"\n', 1)
      .end("`src/client.d.ts` follows the spec again."),
  ],
  [
    "a target that was guessed",
    parser().run("make generate", "make: *** No rule to make target 'generate'.  Stop.\n", 2).end("`Parse` is there."),
  ],
  [
    "left to the person as a part of what they run",
    by("codex")
      .ask("Add express to package.json and a server that says hello.")
      .write("server.js", "require('express')().listen(3000);\n")
      .edit("package.json", '"dependencies": {}', '"dependencies": { "express": "^5" }')
      .run("npm install", "/bin/sh: npm: not found\n", 127)
      .end("`server.js` says hello; run `npm install && node server.js` to try it."),
  ],
  [
    "tried where no server is",
    by("opencode")
      .ask("Write seeds for three users.")
      .write("/repo/seeds/users.ts", "export const users = [1, 2, 3];\n")
      .run("npm run seed", "Error: connect ECONNREFUSED 127.0.0.1:5432\n", 1)
      .end("Seeds for three users are in `seeds/users.ts`."),
  ],
  [
    "tried from where nothing can be reached",
    by("gemini")
      .ask("Write a deployment.")
      .write("/repo/k8s/web.yaml", "kind: Deployment\n")
      .run("kubectl apply -f k8s/web.yaml", "Unable to connect to the server: dial tcp: i/o timeout\n", 1)
      .end("The manifest is written; apply it when you are on the VPN."),
  ],
  [
    "tried without the right to",
    by("claude")
      .ask("Add an install target to the Makefile.")
      .edit("/repo/Makefile", "all:", "install:\n\tinstall -m755 pool $(PREFIX)/bin\nall:")
      .run("make install", "install: cannot create regular file '/usr/local/bin/pool': Permission denied\n", 2)
      .end("The Makefile has an `install` target now, with PREFIX."),
  ],
  ...[
    "Updated. A login is required to continue.",
    "This is as far as I get without access.",
    "The file is changed. Over to you for the rest, as I lack the rights.",
    "The edit is made, but it's not live.",
    "Prepared, ready for you to run.",
    "Half done: see above for what stopped me.",
    "Edited; the second half is on hold.",
    "Done on my side; rollout is outstanding.",
    "Changed the file and stopped there.",
    "Updated. Once there's a database, run the same command again.",
  ].map((told): TurnCase => [
    told,
    by("claude")
      .ask("Set the limit and roll it out.")
      .edit("/repo/main.tf", "limit = 1", "limit = 2")
      .run("terraform apply -auto-approve", "Error: Error acquiring the state lock\n  Who: anna@box\n", 1)
      .end(told),
  ]),
  ...[
    "The cart sums, but I'm not happy with it yet.",
    "Work in progress: the sum is in place, the rest follows.",
    "The sum is implemented. `./tax` is yet to come.",
    "The sum is implemented. There is a mismatch left, see the output above.",
    "First version of the sum is in. It is a draft.",
    "Here's where it stands: sum implemented, one thing to sort out.",
    "Summed; I stopped before it was all green.",
  ].map((told): TurnCase => [
    `types that do not fit: ${told}`,
    by("codex")
      .ask("Sum the cart.")
      .edit("src/cart.ts", "return 0", "return items.reduce(add)")
      .run("npx tsc --noEmit", "src/cart.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'.\n", 2)
      .end(told),
  ]),
  ...[
    "The total sums the prices now. cart.test.ts now disagrees with it.",
    "Updated cart.ts. The spec is now stale.",
    "Implemented the sum; the tests are now two behind.",
    "The sum is written. Its test now gets 3 where it has 0.",
    "The sum is in, and cart.test.ts now wants 3.",
    "Everything below cart/ passes.",
  ].map((told): TurnCase => [`a red run: ${told}`, summed("claude").run("npx vitest run", VITEST_RED, 1).end(told)]),
  ...["On CI the build works.", "The Docker build works.", "With Node 20 the build works."].map((told): TurnCase => [
    `a build that failed: ${told}`,
    summed("codex").run("npm run build", "error during build:\nCould not resolve './x'\n", 1).end(told),
  ]),
];

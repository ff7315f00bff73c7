import { by, type TurnCase } from "../agent-story.ts";
import { AFTER, BEFORE, summed, VITEST, VITEST_RED } from "./cart.ts";

const RED_WORK = `${VITEST_RED} ❯ src/cart.ts:3:10\n`;

/** Words with "all tests pass" in them that nobody takes for a report: a wish, a joke, what somebody has to do first. */
const NOT_SO: readonly string[] = [
  "All tests pass – I wish.",
  "All tests pass... if only.",
  "All tests pass, in my dreams.",
  "All tests pass, said nobody ever.",
  "All tests pass (not).",
  "All tests pass 🙃",
  "All tests pass. Just kidding, two are left.",
  "All tests pass. Well, almost.",
  "All tests pass. Not quite, actually.",
  "All tests pass. Not!",
  "Tests pass – no wait, `sums` is at 20.",
  "Tests pass, bar `sums`.",
  "Fixture regenerated ⇒ all tests pass.",
  "All tests pass, or so I thought.",
  "All tests pass would be nice to read here.",
  "If we also bump the fixture, all tests pass.",
  "If you set `TZ=UTC`, all tests pass.",
  "Once the new prices are in, all tests pass.",
  "As soon as the fixture is updated, all tests pass.",
  "When the database is up, all tests pass.",
  "The sum is right; if the rounding stays as it was, all tests pass.",
  "Bump the fixture to 20 and the tests pass.",
  "Merge the branch with the new prices and all tests pass.",
  "Change the rounding in the config, then all tests pass.",
  "Just replace the fixture and all 42 tests pass.",
  "All tests pass, as soon as the fixture is updated.",
  "All tests pass, but only if you drop the last case.",
  "The fixture has to be made anew. Then all tests pass.",
  "Please make the fixture anew on your side. Afterwards all tests pass.",
  "I'd set the fixture to 20. That way all tests pass.",
  "Because the fixture has 10. Change it to 20 and all tests pass.",
  "Given a fresh fixture, all tests pass.",
  "Let's say the sum starts at 10 again, then all tests pass.",
  "By putting the old fixture back, all tests pass; I have not done that.",
  "After making the fixture anew (that needs your VPN) all tests pass.",
  "**Option A** – a new fixture. All tests pass, one file changes.\n**Option B** – the old one, and two stay as they are.",
  "All tests pass*.\n\n*except for the two you told me to ignore.",
  "All tests pass, I hope.",
  "All tests pass, more or less.",
  "All tests pass, well, nearly all.",
  "All tests pass, or will once the fixture is there.",
  "All tests pass: false.",
  "All tests pass (theoretically).",
  "All tests pass. (Two don't, see above.)",
  "All tests pass. At least those that can run here.",
  "All tests pass. Or rather, 40 of them.",
  "On paper, all tests pass.",
  "In a perfect world all tests pass.",
  "Usually all tests pass here.",
  "I doubt that all tests pass on Windows.",
  "I was told that all tests pass.",
  "The previous agent wrote that all tests pass.",
  "Nobody can say that all tests pass.",
  "Target state: all tests pass.",
  "What's missing: all tests pass.",
  "New fixture → all tests pass.",
  "Old fixture: two are red. New fixture: all tests pass.",
  "First `make fixtures`, then all tests pass.",
  "With the old price all tests pass.",
  "It takes a new fixture to have all tests pass.",
  "Nearly all tests pass.",
  "All tests would pass with the new fixture.",
  "The badge says all tests pass; it is wrong.",
  "☐ All tests pass",
  "⏳ All tests pass",
  "Alle Tests laufen durch – schön wär's.",
  "Setze die Zeitzone auf UTC und alle Tests laufen durch.",
  "Führe `npm test` aus, damit alle Tests durchlaufen.",
  "Tous les tests passent... si seulement.",
  "Lance `npm test` pour confirmer que tous les tests passent.",
  "Cambia la zona horaria y todas las pruebas pasan.",
  "Todas las pruebas pasan, ojalá.",
  "Rode `npm test` para confirmar que todos os testes passam.",
  "Tutti i test passano... magari!",
  "运行 `npm test` 确认所有测试都通过了。",
  "改完夹具就能让所有测试都通过。",
  "ご確認ください。すべてのテストが成功しています。",
];

/** Deeds that come about when somebody does something first. */
const DO_IT_FIRST: readonly string[] = [
  "Go online and it's pushed with `git push`.",
  "Reconnect to the network, and the branch is pushed.",
  "If you are online, it's pushed with one `git push`.",
  "Once you are online, everything is pushed.",
  "Log in with `gh auth login` and it's committed and pushed.",
  "Enter your passphrase in the other window and it's pushed.",
  "Touch your key and it's committed and pushed.",
  "One `git push` and it's pushed.",
  "Two commands and it's pushed: `git remote add`, `git push`.",
  "After `git push` it's committed and pushed.",
  "Committed and, in theory, pushed.",
  "Committed and pushed – I wish.",
  "Committed and pushed. Just kidding, there is no network here.",
];

export const CLEAN_WISHES: readonly TurnCase[] = [
  ...NOT_SO.map((words): TurnCase => [
    `after a run that failed: ${words}`,
    summed("claude").run("npx vitest run", RED_WORK, 1).end(`The cart sums its items.\n\n${words}`),
  ]),
  ...NOT_SO.map((words): TurnCase => [`without a run: ${words}`, summed("codex").end(words)]),
  ...DO_IT_FIRST.map((words): TurnCase => [
    words,
    by("claude").ask("Fix the total, commit and push.").edit("/repo/src/cart.ts", BEFORE, AFTER).end(words),
  ]),
  [
    "a failure in the work itself, told by a wish",
    summed("gemini").run("npx vitest run", RED_WORK, 1).end("The cart sums its items. All tests pass – I wish."),
  ],
  [
    "a test that failed, called by its title",
    summed("claude")
      .run("npx vitest run", VITEST)
      .edit("/repo/src/cart.ts", "sum += item.price;", "sum += item.price * 3;")
      .run("npx vitest run", VITEST_RED.replace("> sums", "> sums at twenty"), 1)
      .end("With the old price all tests passed; with yours, `sums at twenty` no longer does."),
  ],
  [
    "a box that is not ticked",
    summed("copilot").run("npx vitest run", RED_WORK, 1).end("- [x] The cart sums its items\n- [ ] All tests pass"),
  ],
  [
    "a watcher that ran again after the mend",
    by("cursor")
      .ask("Sum the cart.")
      .edit("/repo/src/cart.ts", BEFORE, AFTER)
      .run(
        "timeout 20 npx vitest",
        `${VITEST_RED}\n RERUN  src/cart.ts x1\n\n${VITEST}\n PASS  Waiting for file changes...\n`,
        124,
      )
      .end("After the save the watcher ran again, and everything is green."),
  ],
  [
    "a file for a try, told to be gone again",
    by("pi")
      .ask("Does the parser take comments?")
      .write("/repo/probe.json", '{ "a": 1 }\n')
      .run("node parse.js probe.json", "ok\n")
      .run("rm probe.json")
      .end("It does. I created `probe.json` for this and removed it again."),
  ],
];

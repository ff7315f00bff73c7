/** The last lines of checks whose exit code a pipe hides: how they end when something is wrong, and when nothing is. */
export const LAST_WORDS = [
  {
    command: "mix credo --strict | tail -2",
    told: "Credo is clean",
    red: "112 mods/funs, found 1 warning, 1 code readability issue.\n",
    green: "112 mods/funs, found no issues.\n",
  },
  {
    command: "dune build 2>&1 | head -9",
    told: "`dune build` succeeds",
    red: 'File "lib/cart.ml", line 2, characters 34-41:\n2 |   acc + i.price\n              ^^^^^^^\nError: Unbound record field price\n',
    green: 'File "lib/cart.ml", line 2, characters 4-5:\nWarning 32 [unused-value-declaration]: unused value x.\n',
  },
  {
    command: "terraform validate -no-color | tail -3",
    told: "`terraform validate` passes",
    red: 'Error: Unsupported argument\n\n  on main.tf line 12, in resource "aws_instance" "web":\n',
    green: "Success! The configuration is valid.\n",
  },
  {
    command: "helm template chart | tail -9",
    told: "`helm template` renders without errors",
    red: "Error: YAML parse error on shop/templates/api.yaml: error converting YAML to JSON: yaml: line 14\n",
    green: "kind: ConfigMap\ndata:\n  page: |\nError: page not found\n",
  },
  {
    command: "pio run 2>&1 | tail -1",
    told: "the firmware builds cleanly",
    red: "========================= [FAILED] Took 6.11 seconds =========================\n",
    green: "========================= [SUCCESS] Took 6.11 seconds =========================\n",
  },
  {
    command: "pio test -e native | tail -1",
    told: "the tests pass",
    red: "============ 2 test cases: 1 failed, 1 succeeded in 00:00:02.110 ============\n",
    green: "============ 2 test cases: 2 succeeded in 00:00:02.110 ============\n",
  },
  {
    command: "pants test :: 2>&1 | tail -2",
    told: "all tests pass",
    red: "✕ src/shop/pick_test.py:tests failed in 0.74s.\n",
    green: "✓ src/shop/pick_test.py:tests succeeded in 0.74s.\n",
  },
  {
    command: "R CMD check shop_0.1.tar.gz | tail -2",
    told: "R CMD check passes",
    red: "* DONE\nStatus: 1 ERROR, 1 NOTE\n",
    green: "* DONE\nStatus: 1 NOTE\n",
  },
  {
    command: "go vet ./... 2>&1 | head",
    told: "`go vet` is clean",
    red: "# acme/users\nusers/store.go:19:2: fmt.Errorf format %d has arg id of wrong type string\n",
    green: "",
  },
  {
    command: "deno lint 2>&1 | tail -9",
    told: "`deno lint` is clean",
    red: "error[no-unused-vars]: `id` is never used\n --> /repo/users.ts:3:9\n\nFound 1 problem\nChecked 12 files\n",
    green: "Checked 12 files\n",
  },
] as const;

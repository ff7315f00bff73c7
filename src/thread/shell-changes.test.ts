import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { growth, MORE_THAN_ITS_INPUT } from "../../test/support/growth.ts";
import { isScratchPath, shellChanges } from "./shell-changes.ts";

/** `edit a.ts`, `move a.ts→b.ts`, `edit ?` */
function brief(line: string, directory?: string): string[] {
  return shellChanges(line, directory).map(
    (change) => `${change.type} ${change.from === undefined ? "" : `${change.from}→`}${change.path ?? "?"}`,
  );
}

const CHANGES: [string, string[]][] = [
  ["sed -i 's/a/b/' x.ts", ["edit x.ts"]],
  ["sed -i '' -e 's/a/b/' -e 's/c/d/' x.ts y.ts", ["edit x.ts", "edit y.ts"]],
  ["sed -i.bak -E 's/a/b/g' src/*.ts", ["edit src/*.ts"]],
  ["sed -Ei 's/a/b/' x.ts", ["edit x.ts"]],
  ["sed --in-place=.orig 's/a/b/' x.ts", ["edit x.ts"]],
  ["cd pkg && sed -i 's/a/b/' x.ts", ["edit pkg/x.ts"]],
  ["(cd pkg && sed -i 's/a/b/' x.ts); sed -i 's/a/b/' y.ts", ["edit pkg/x.ts", "edit y.ts"]],
  ["cd /r && git mv a.ts lib/", ["move /r/a.ts→/r/lib/a.ts"]],
  ["perl -pi -e 's/a/b/' x.py", ["edit x.py"]],
  ["perl -i -pe 's/a/b/' x.py y.py", ["edit x.py", "edit y.py"]],
  ["perl -0pi -e 's/a/b/s' x.py", ["edit x.py"]],
  ["perl -0777 -pi -e 's/a/b/s' x.py", ["edit x.py"]],
  ["perl -lpi.bak -e 's/a/b/' x.py", ["edit x.py"]],
  ["perl -Mutf8 -Ilib -pe 's/a/b/' -i x.py y.py", ["edit x.py", "edit y.py"]],
  ["ruby -rjson -pi -e 'sub(/a/, %q(b))' x.rb", ["edit x.rb"]],
  ["sed 's/a/b/' -i x.ts", ["edit x.ts"]],
  ["for f in a b; do sed -i 's/x/y/' $f.ts; done", ["edit a.ts", "edit b.ts"]],
  ['for f in $(ls); do sed -i "s/x/y/" "$f"; done', ["edit ?"]],
  ["grep -rl old src | xargs sed -i 's/old/new/'", ["edit ?"]],
  ["find . -name '*.ts' -exec sed -i 's/a/b/' {} +", ["edit ?"]],
  ["echo hi > notes.txt", ["create notes.txt"]],
  ["echo hi >> notes.txt", ["edit notes.txt"]],
  ["make &> build.log", ["create build.log"]],
  ["{ echo a; echo b; } > out.txt", ["create out.txt"]],
  ["bash -c 'echo a' > out.txt", ["create out.txt"]],
  ["cat > a.ts <<'EOF'\nx > y\nEOF", ["create a.ts"]],
  ["cat <<EOF | tee -a a.ts\nx\nEOF", ["edit a.ts"]],
  ["npm test 2>&1 | tee /tmp/log", ["create /tmp/log"]],
  ["rm -rf dist src/old.ts", ["delete dist", "delete src/old.ts"]],
  ["git rm -r --quiet src/old.ts", ["delete src/old.ts"]],
  [String.raw`(Get-Content src\a.cs) -replace 'x','y' | Set-Content src\a.cs`, ["edit src/a.cs"]],
  ["$p = 'a.cs'; $t = [IO.File]::ReadAllText($p); [IO.File]::WriteAllText($p, $t)", ["edit a.cs"]],
  ["@'\nSet-Content b.ts x\n'@ | Set-Content -Encoding utf8 a.ts", ["create a.ts"]],
  ['Set-Content -Path "a b.ts" -Value hi', ["create a b.ts"]],
  ["Add-Content notes.md '- one'; ls | Out-File list.txt", ["edit notes.md", "create list.txt"]],
  [String.raw`pwsh -Command "Set-Content -Path C:\r\a.txt -Value hi"`, ["create C:/r/a.txt"]],
  ["New-Item -ItemType File -Path src/a.ts -Value 'x'", ["create src/a.ts"]],
  ["New-Item -Path src -Name a.ts", ["create src/a.ts"]],
  [String.raw`Remove-Item -Path src\old.ts, b.ts -Force -Confirm:$false`, ["delete src/old.ts", "delete b.ts"]],
  ['pwsh -c "Remove-Item old.ts"', ["delete old.ts"]],
  ["Move-Item a.ts lib/", ["move a.ts→lib/a.ts"]],
  ["Rename-Item src/a.ts b.ts", ["move src/a.ts→src/b.ts"]],
  ["Copy-Item -Path a.ts -Destination b.ts", ["create b.ts"]],
  ["del /q old.txt", ["delete old.txt"]],
  ["mv a.ts b.ts", ["move a.ts→b.ts"]],
  ["mv a.ts b.ts lib", ["move a.ts→lib/a.ts", "move b.ts→lib/b.ts"]],
  ["mv a.ts ..", ["move a.ts→../a.ts"]],
  ["for f in a b; do mv $f.js $f.ts; done", ["move a.js→a.ts", "move b.js→b.ts"]],
  ["cp -r a/x.ts b/", ["create b/x.ts"]],
  ["cp .env.example .env", ["create .env"]],
  ["touch src/{a,b}.ts", ["create src/a.ts", "create src/b.ts"]],
  ["git apply fix.patch", ["edit ?"]],
  ["patch -p1 < fix.patch", ["edit ?"]],
  ["patch -p1 <<'EOF'\n--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-a\n+b\nEOF", ["edit x.c"]],
  [
    "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: n.ts\n+x\n*** Delete File: o.ts\n*** End Patch\nEOF",
    ["create n.ts", "delete o.ts"],
  ],
  ["git checkout -- src/a.ts", ["edit src/a.ts"]],
  ["git checkout HEAD~1 -- src/a.ts", ["edit src/a.ts"]],
  ["git checkout .", ["edit ?"]],
  ["git checkout v1.2.x src/a.ts", ["edit src/a.ts"]],
  ["git restore src/a.ts", ["edit src/a.ts"]],
  ["git -C sub restore a.go", ["edit sub/a.go"]],
  ["git stash && npm test; git stash pop", ["edit ?", "edit ?"]],
  ["git reset --hard HEAD", ["edit ?"]],
  ["npx prettier --write src/a.ts", ["edit src/a.ts"]],
  ["pnpm exec eslint . --fix", ["edit ?"]],
  ["biome check --write src", ["edit ?"]],
  ["uv run ruff check --fix pkg/a.py", ["edit pkg/a.py"]],
  ["ruff format", ["edit ?"]],
  ["ruff check --fix-only pkg/a.py", ["edit pkg/a.py"]],
  ["dart format --output=write lib/a.dart", ["edit lib/a.dart"]],
  ["dart format -o write lib/a.dart", ["edit lib/a.dart"]],
  ["rustfmt --emit files src/a.rs", ["edit src/a.rs"]],
  ["terraform fmt -diff -check=false main.tf", ["edit main.tf"]],
  ["taplo fmt --diff a.toml", ["edit a.toml"]],
  ["prettier --config prettier.config.js --write src/a.ts", ["edit src/a.ts"]],
  ["black --config pyproject.toml .", ["edit ?"]],
  ["eslint --ext .js,.ts --fix src", ["edit ?"]],
  ["sd -n 1 a b x.ts", ["edit x.ts"]],
  ["yq -i '.a = 1' x.yml", ["edit x.yml"]],
  ["yq eval -i '.a = 1' x.yml", ["edit x.yml"]],
  ["yq -Pi -o json '.a = 1' x.yml", ["edit x.yml"]],
  ["black pkg/a.py", ["edit pkg/a.py"]],
  ["gofmt -w main.go && go test ./...", ["edit main.go"]],
  ["cargo fmt", ["edit ?"]],
  ["go fmt ./...", ["edit ?"]],
  [
    "python3 - <<'EOF'\np = 'src/a.py'\ns = open(p).read()\nopen(p, 'w').write(s.replace('a', 'b'))\nEOF",
    ["edit src/a.py"],
  ],
  ["python -c \"open('out.txt', 'w').write('x')\"", ["create out.txt"]],
  ["python3 - <<'EOF'\nfrom pathlib import Path\nPath('a.md').write_text('x')\nEOF", ["create a.md"]],
  ["node -e \"require('fs').writeFileSync('x.json', '{}')\"", ["create x.json"]],
  ["node -e \"const f='x.json';const t=fs.readFileSync(f,'utf8');fs.writeFileSync(f, t)\"", ["edit x.json"]],
  ["curl -sSL https://x.dev/a -o tools/a.sh", ["create tools/a.sh"]],
];

const NO_CHANGES = [
  "if (!(Test-Path a.ts)) { 'x' | Set-Content a.ts }",
  "grep -rn 'Set-Content a.txt' src",
  "Get-Date | Set-Content $env:TEMP/x.txt",
  "cd web; 'x' | Set-Content a.txt",
  "New-Item -ItemType Directory -Path src/x -Force | Out-Null",
  "Remove-Item old.ts -WhatIf",
  "Get-ChildItem *.tmp | Remove-Item",
  "Remove-Item $old",
  "git commit -m 'Remove-Item old.ts'",
  "npm test",
  "npm test 2>&1 | tail -20",
  "npm test > /dev/null 2>&1",
  "ls 2>/dev/null",
  "sed -n '1,20p' x.ts",
  "sed -fscript.sed a.txt b.txt",
  "perl -MList::Util=max -ne 'print if /x/' lib/a.pl",
  "perl -Mstrict -Mwarnings -ne'print if /x/' lib/a.pl lib/b.pl",
  "perl -Ilib t/a.t t/b.t",
  "perl convert.pl -i in.txt out.txt",
  "ruby -Ilib -Itest test/a_test.rb test/b_test.rb",
  "ruby -rminitest/autorun test/a.rb test/b.rb",
  "ruby -rdigest -e 'puts Digest::MD5.file(ARGV[0])' lib/a.rb",
  "ruby convert.rb -i in.txt out.txt",
  "cat x.ts | sed 's/a/b/'",
  "grep -rn '=>' src",
  "awk '$1 > 3' data",
  "echo 'rm -rf x > y'",
  'git commit -m "mv a b; sed -i x > y"',
  "git rm --cached x",
  "git checkout main",
  "git checkout v1.2.x",
  "git checkout -q release-1.x",
  "git checkout origin/main.dev",
  "git checkout -b fix/a.b",
  "git stash list",
  "git restore --staged x.ts",
  "git reset HEAD~1",
  "git apply --check fix.patch",
  "prettier --check .",
  "eslint .",
  "black --check .",
  "cargo fmt -- --check",
  "golangci-lint run --fix=false",
  "gofmt -l .",
  "ruff check .",
  "ruff check --unsafe-fixes pkg/a.py",
  "ruff check --fix --diff pkg/a.py",
  "ruff check --fix - < a.py",
  "black --quiet - < a.py",
  "black -c 'print(1)'",
  "isort -d a.py",
  "isort --df a.py",
  "autoflake -i --check a.py",
  "golines -w --dry-run main.go",
  "go fmt -n ./...",
  "golangci-lint fmt -d",
  "cargo fmt -- --emit stdout",
  "rustfmt --emit stdout src/a.rs",
  "rustfmt --emit=stdout src/a.rs",
  "vendor/bin/pint --bail app/A.php",
  "clang-format -n -i a.c",
  "clang-format --dry-run -Werror -i a.c",
  "terraform fmt -write=false -diff main.tf",
  "tofu fmt -write=false main.tf",
  "dotnet format --dry-run",
  "swiftformat --dryrun Sources/A.swift",
  "mix format --dry-run lib/a.ex",
  "dart format --output=none --set-exit-if-changed lib/a.dart",
  "dart format --output none lib/a.dart",
  "dart format -o show lib/a.dart",
  "djlint --reformat --check a.html",
  "eslint --fix-dry-run a.ts",
  "eslint --fix --stdin --stdin-filename a.ts < a.ts",
  "oxfmt --stdin-filepath a.ts < a.ts",
  "sd -p a b x.ts",
  "yq -pi '.a' x.ini",
  "touch -c x.ts",
  "patch -C -p1 < fix.patch",
  "git mv -n a.ts b.ts",
  "git mv --dry-run a.ts b.ts",
  "git rm -rn src",
  "mkdir -p a/b",
  "npm run format",
  "python -c \"print(open('a.txt').read())\"",
  "curl -s -o /dev/null -w '%{http_code}' localhost:3000",
  "curl -s -o - https://x.dev/a",
  "wget -q -O - https://x.dev/a",
  "wget --output-document - https://x.dev/a",
  "diff <(sort a) <(sort b)",
  "node server.js &",
];

describe("files a shell line changes", () => {
  it.each(CHANGES)("%s", (line, expected) => {
    expect(brief(line)).toEqual(expected);
  });

  it.each([
    ["@'\nlet a = 1;\n'@ | Set-Content a.ts", "let a = 1;"],
    ["Set-Content -Path a.ts -Value @'\nlet a = 1;\n'@ -Encoding utf8", "let a = 1;"],
    ["$text = @'\nlet a = 1;\n'@\nSet-Content -Path a.ts -Value $text", "let a = 1;"],
    ["$text = @'\nlet a = 1;\n'@\n$text += 'b'\nSet-Content -Path a.ts -Value $text", undefined],
    ['@"\nlet a = $value;\n"@ | Set-Content a.ts', undefined],
    ["@'\nlet a = X;\n'@ -replace 'X','1' | Set-Content a.ts", undefined],
  ])("what PowerShell writes: %s", (line, text) => {
    expect(shellChanges(line)).toEqual([
      { type: "create", path: "a.ts", ...(text !== undefined && { newText: text }) },
    ]);
  });

  it.each(NO_CHANGES)("none: %s", (line) => {
    expect(brief(line)).toEqual([]);
  });

  it("carries the text of here-documents and echoes", () => {
    expect(shellChanges("cat > a.ts <<'EOF'\nexport {};\nEOF")).toEqual([
      { type: "create", path: "a.ts", newText: "export {};\n" },
    ]);
    expect(shellChanges("echo 'x: 1' >> a.yml")).toEqual([{ type: "edit", path: "a.yml", newText: "x: 1\n" }]);
    expect(shellChanges("tee a.md <<EOF\nhi\nEOF")).toEqual([{ type: "create", path: "a.md", newText: "hi\n" }]);
  });

  it.each([
    "cat > a.txt <<EOF\nversion = $VERSION\nEOF",
    "cat > a.txt <<EOF\nbuilt $(date)\nEOF",
    "cat > a.txt <<EOF\nexport PATH=\\$PATH:/opt/bin\nEOF",
    "cat > a.txt <<EOF\none \\\nline\nEOF",
    "cat <<EOF | tee a.txt\nhome is $HOME\nEOF",
    'cat > a.txt <<< "home is $HOME"',
    "cat head.txt - > a.txt <<'EOF'\nthe rest\nEOF",
    String.raw`echo -e "one\ntwo" > a.txt`,
    String.raw`echo "one\ntwo" > a.txt`,
  ])("does not know what a file holds where the shell fills something in: %s", (line) => {
    expect(shellChanges(line)).toEqual([{ type: "create", path: "a.txt" }]);
  });

  it.each([
    ["cat > a.txt <<'EOF'\nhome is $HOME\nEOF", "home is $HOME\n"],
    ["cat > a.txt <<\\EOF\nhome is $HOME\nEOF", "home is $HOME\n"],
    ["cat - > a.txt <<EOF\ncosts 5 $ \\d+\nEOF", "costs 5 $ \\d+\n"],
    ["cat > a.txt <<< 'home is $HOME'", "home is $HOME"],
    ["echo sed -n -e s/alpha/beta/ input.txt > a.txt", "sed -n -e s/alpha/beta/ input.txt\n"],
    ["echo -n one two > a.txt", "one two"],
    ["echo -e -n one -n > a.txt", "one -n"],
    ["echo -n > a.txt", ""],
  ])("knows it where it does not: %s", (line, newText) => {
    expect(shellChanges(line)).toEqual([{ type: "create", path: "a.txt", newText }]);
  });

  it("says where a line that succeeded does not tell that the change was made", () => {
    const sure = ["touch a && touch b", "touch a; touch b", "set -e\ntouch a\ntouch b"];
    const unsure = ["ls x || touch a", "if ls x; then touch a; fi", "ls x && touch a; ls", "touch a || true"];
    expect(sure.flatMap((line) => shellChanges(line)).filter(({ perhaps }) => perhaps)).toEqual([]);
    expect(unsure.flatMap((line) => shellChanges(line))).toEqual(
      unsure.map(() => ({ type: "create", path: "a", perhaps: true })),
    );
  });

  it("starts from the directory of the call", () => {
    expect(brief("sed -i 's/a/b/' x.ts", "/repo")).toEqual(["edit /repo/x.ts"]);
    expect(brief("cd sub && rm x.ts", "/repo")).toEqual(["delete /repo/sub/x.ts"]);
    expect(brief("rm /etc/x", "/repo")).toEqual(["delete /etc/x"]);
  });

  it("knows scratch places", () => {
    expect(["/tmp/x", "/private/tmp/x", "/var/folders/a/x"].every(isScratchPath)).toBe(true);
    expect(["tmp/x", "/home/tmp/x", "src/a.ts"].some(isScratchPath)).toBe(false);
  });

  it("never throws", () => {
    const piece = fc.constantFrom(
      "sed",
      "-i",
      "''",
      "mv",
      "cp",
      "-t",
      "tee",
      ">",
      ">>",
      "&>",
      "x.ts",
      "$f",
      "*.ts",
      "git",
      "checkout",
      "--",
      ".",
      "-C",
      "patch",
      "<<EOF\n",
      "\nEOF\n",
      "python -c",
      "\"open('x','w')\"",
      "perl -pie",
      "&&",
      ";",
      "|",
      "prettier --write",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece).map((pieces) => pieces.join(" ")),
          fc.string(),
        ),
        (line) => {
          expect(Array.isArray(shellChanges(line))).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it.each([
    ["git words", "git checkout ".repeat(20_000)],
    ["inline code", `python -c "${"openwrite".repeat(20_000)}"`],
    ["inline strings", `python -c "${"open('a'+".repeat(10_000)}"`],
    ["cmdlets", "|Set-Content -a ".repeat(20_000)],
    ["texts over lines", "Set-Content @'\n".repeat(20_000)],
  ])("costs no more than its length: %s", (_, line) => {
    expect(growth(line, shellChanges)).toBeLessThan(MORE_THAN_ITS_INPUT);
  });
});

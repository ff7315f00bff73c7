import { describe, expect, test } from "vitest";
import { liesInPackage, packagesOf } from "./run-filters.ts";

describe("packages that a line was narrowed to", () => {
  test.each([
    ["pnpm --filter @acme/api test", ["api"]],
    ["pnpm -F ./apps/api exec vitest run", ["api"]],
    ["npm test -w @acme/api", ["api"]],
    ["npm run test --workspaces", []],
    ["yarn workspace @acme/api test", ["api"]],
    ["npx turbo run test --filter=api...", ["api"]],
    ["npx nx test api --skip-nx-cache", ["api"]],
    ["npx nx run-many -t test --projects=api,web", ["api", "web"]],
    ["pnpm -F api test && pnpm -F web test", ["api", "web"]],
    ["pnpm -F '@acme/*' test", []],
    ["pnpm -F '!web' test", []],
    ["npx vitest run --project unit", []],
    ["npx playwright test --project=api", []],
    ["cargo test -p acme-api", ["acme-api"]],
    ["./gradlew :libs:api:test", ["api"]],
    ["./gradlew test -x :web:test", []],
    ["mvn -pl api test", ["api"]],
    ["dotnet test --filter Category=Unit", []],
  ])("%s", (line, packages) => {
    expect(packagesOf(line)).toEqual(packages);
  });
});

describe("a path lies in a package", () => {
  test.each([
    ["apps/api/src/a.ts", "api", true],
    ["packages/acme-api/a.ts", "api", true],
    ["crates/api/src/lib.rs", "acme-api", true],
    ["packages/api-client/src/a.ts", "api", false],
    ["apps/web/src/api/a.ts", "api", false],
    ["src/Api/Total.cs", "Api", true],
    ["src/a.ts", "repo", true],
    ["src/a.ts", "api", false],
  ])("%s in %s: %s", (path, name, expected) => {
    expect(liesInPackage(path, [name], "/home/me/repo")).toBe(expected);
  });
});

import { expect, test } from "vitest";
import { isBesideTheCode } from "./beside-the-code.ts";

test.each([
  "commitlint.config.js",
  ".lintstagedrc.mjs",
  "release.config.cjs",
  "ecosystem.config.cjs",
  ".changeset/changelog.cjs",
  "k6/cart.js",
  "playground/src/App.vue",
  "src/svg.d.ts",
  "public/index.html",
  "prisma/seed.ts",
  "e2e/cart.spec.ts",
  "cypress/support/commands.ts",
])("tests of the code do not look at %s", (path) => {
  expect(isBesideTheCode(path)).toBe(true);
});

test.each([
  "vitest.config.ts",
  "babel.config.js",
  "webpack.config.js",
  "src/release.ts",
  "src/ecosystem.ts",
  "templates/index.html",
  "src/seed.ts",
  "tests/e2e/test_cart.py",
])("tests of the code may look at %s", (path) => {
  expect(isBesideTheCode(path)).toBe(false);
});

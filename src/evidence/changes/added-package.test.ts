import { expect, test } from "vitest";
import { addedPackage } from "./added-package.ts";

test.each([
  ["npm install zod", "zod"],
  ["npm i -D --save-exact vitest", "vitest"],
  ["cd web && pnpm add @tanstack/react-query", "@tanstack/react-query"],
  ["npm install --registry https://r.example.com zod", "zod"],
  ["poetry add --group dev pytest", "pytest"],
  ["uv add httpx", "httpx"],
  ["cargo add serde --features derive", "serde"],
  ["go get github.com/google/uuid@latest", "github.com/google/uuid@latest"],
  ["composer require monolog/monolog", "monolog/monolog"],
  ["dotnet add Shop package Serilog", "Serilog"],
])("%s adds %s", (line, name) => {
  expect(addedPackage(line)).toBe(name);
});

test.each([
  "npm install",
  "npm ci",
  "npm install --no-audit --no-fund",
  "pnpm install --frozen-lockfile",
  "npm install -g typescript",
  "npm install --no-save lodash",
  "pip install pytest",
  "pip install --quiet -r requirements.txt",
  "pip install -e .",
  "npm install ./packages/a",
  "go get ./...",
  "bundle install",
  "dotnet add reference ../Shop",
  "git add package.json",
  "echo npm install zod",
  "constructor add zod",
  "toString install zod",
])("%s adds nothing to the project", (line) => {
  expect(addedPackage(line)).toBeUndefined();
});

import { describe, expect, it } from "vitest";
import { awaitedTasks } from "./claude-shaped-hook.ts";

const shell = (command: string) => ({ id: "b1", type: "shell", status: "running", description: "x", command });

describe("what a session waits for", () => {
  it.each([
    "npm run dev",
    "npm start",
    "pnpm --filter web dev",
    "cd web && npm run dev -- --port 4000",
    "PORT=3000 yarn dev > /tmp/dev.log 2>&1",
    "npx vite",
    "npx vite --host 0.0.0.0 &",
    "npx next dev -p 4000",
    "ng serve",
    "bin/rails server -p 3001",
    "python -m http.server 8000",
    "python3 manage.py runserver 0.0.0.0:8000",
    "uv run uvicorn app.main:app --reload",
    "flask --app web run --debug",
    "php artisan serve",
    "mix phx.server",
    "cargo watch -x check",
    "npx tsc --noEmit --watch",
    "node --watch server.js",
    "docker compose up",
    "tail -f log/development.log",
    "make serve",
    "npm run dev 2>&1 | tee dev.log",
  ])("is no server: %s", (command) => {
    expect(awaitedTasks([shell(command)])).toEqual({});
  });

  it.each([
    "npm test",
    "npm run build",
    "npx vite build",
    "npm run dev:build && npm test",
    "npm run start-migration; npm run check",
    "docker compose up -d && npm run e2e",
    "cargo build --release",
    "pytest -q",
    "next build",
    "sleep 60",
    "gh run watch 123",
    "npm run dev & npx playwright test",
    "npm test & npm run dev",
    "make",
    "tail -n 5 log/test.log",
    "",
  ])("is any other command: %s", (command) => {
    expect(awaitedTasks([shell(command)])).toEqual({ backgroundTasks: 1 });
  });

  it("is whatever is no command, or not told", () => {
    const tasks = [{ id: "a", type: "subagent", description: "npm run dev" }, { id: "b" }, null, shell("npm run dev")];
    expect(awaitedTasks(tasks)).toEqual({ backgroundTasks: 3 });
    expect(awaitedTasks([])).toEqual({ backgroundTasks: 0 });
    expect(awaitedTasks(Array.from({ length: 100_000 }, () => shell("npm test")))).toEqual({ backgroundTasks: 1000 });
    expect(awaitedTasks(undefined)).toEqual({});
  });

  it("is told in time, however long the command is", () => {
    expect(awaitedTasks([shell(`${"npm run dev & ".repeat(20_000)}x`)])).toEqual({ backgroundTasks: 1 });
    expect(awaitedTasks([shell(`node ${"a ".repeat(50_000)}`)])).toEqual({ backgroundTasks: 1 });
  });
});

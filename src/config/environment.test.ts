import { describe, expect, it } from "vitest";
import { commandEnvironment } from "../process/environment.ts";
import { directoriesOf, homeOf, isObserverRun, terminalWishes } from "./environment.ts";
import { modelAccess } from "./model-access.ts";

describe("directoriesOf", () => {
  it("follows XDG on Linux, and ignores relative values as XDG demands", () => {
    expect(directoriesOf({}, "/home/me", "linux")).toEqual({
      home: "/home/me",
      config: "/home/me/.config/coxswain",
      state: "/home/me/.local/state/coxswain",
    });
    const env = { XDG_CONFIG_HOME: "/etc/me", XDG_STATE_HOME: "state" };
    expect(directoriesOf(env, "/home/me", "linux")).toMatchObject({
      config: "/etc/me/coxswain",
      state: "/home/me/.local/state/coxswain",
    });
  });

  it("uses Library on macOS and AppData on Windows", () => {
    expect(directoriesOf({}, "/Users/me", "darwin").config).toBe("/Users/me/Library/Application Support/coxswain");
    expect(directoriesOf({}, "C:\\Users\\me", "win32").config).toBe("C:\\Users\\me\\AppData\\Roaming\\coxswain");
    expect(directoriesOf({ APPDATA: "D:\\Data" }, "C:\\Users\\me", "win32").config).toBe("D:\\Data\\coxswain");
  });

  it("has none where there is no home", () => {
    expect(directoriesOf({}, undefined, "linux")).toEqual({});
  });

  it("finds home where each platform keeps it", () => {
    expect(homeOf({ HOME: "/h", USERPROFILE: "C:\\u" }, "linux")).toBe("/h");
    expect(homeOf({ HOME: "/h", USERPROFILE: "C:\\u" }, "win32")).toBe("C:\\u");
  });
});

describe("modelAccess", () => {
  it("takes the first key of each provider, and those the configuration names", () => {
    const env = { GOOGLE_API_KEY: "a", GEMINI_API_KEY: "b", XAI_API_KEY: "", MY_KEY: "c" };
    const providers = {
      mine: { baseURL: "https://host/v1", apiKeyEnv: "MY_KEY" },
      local: { baseURL: "http://host/v1" },
    };
    const access = modelAccess(env, providers);
    expect(access.keys).toEqual({ google: "b", mine: "c" });
    expect(access.available).toEqual(["google", "mine"]);
    expect(access.providers).toBe(providers);
    expect(access.variables["google"]).toEqual(["GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY", "GOOGLE_API_KEY"]);
  });

  it("looks for a built-in provider's key only where the configuration says, if it says", () => {
    const providers = { openai: { baseURL: "https://proxy/v1", apiKeyEnv: "PROXY_KEY" } };
    expect(modelAccess({ OPENAI_API_KEY: "a" }, providers).available).toEqual([]);
    expect(modelAccess({ PROXY_KEY: "a" }, providers).keys).toEqual({ openai: "a" });
  });

  it("takes no key from a variable that commands of an agent can read", () => {
    const names = Object.values(modelAccess({}).variables).flat();
    const keys = names.filter((name) => Object.values(modelAccess({ [name]: "secret" }).keys).includes("secret"));
    expect(keys.length).toBeGreaterThan(7);
    const passed = commandEnvironment(Object.fromEntries(keys.map((name) => [name, "secret"])));
    expect(keys.filter((name) => name in passed)).toEqual([]);
  });

  it("knows Vertex by its account as well as by a key", () => {
    const env = { GOOGLE_VERTEX_PROJECT: "p", GOOGLE_VERTEX_LOCATION: "eu", GOOGLE_APPLICATION_CREDENTIALS: "/k.json" };
    expect(modelAccess(env)).toMatchObject({
      keys: {},
      available: ["vertex"],
      vertex: { project: "p", location: "eu", keyFile: "/k.json" },
    });
    expect(modelAccess({ GOOGLE_VERTEX_API_KEY: "k" })).toMatchObject({ keys: { vertex: "k" }, available: ["vertex"] });
  });
});

describe("terminalWishes", () => {
  it.each([
    [{}, "auto"],
    [{ NO_COLOR: "1" }, "never"],
    [{ NO_COLOR: "" }, "auto"],
    [{ NO_COLOR: "1", FORCE_COLOR: "1" }, "always"],
    [{ FORCE_COLOR: "0" }, "never"],
    [{ TERM: "dumb" }, "never"],
  ])("%j means %s", (env, color) => {
    expect(terminalWishes(env)).toEqual({ color });
  });

  it("takes COLUMNS when it is a number of columns", () => {
    expect(terminalWishes({ COLUMNS: "72" }).columns).toBe(72);
    expect(terminalWishes({ COLUMNS: "wide" }).columns).toBeUndefined();
  });
});

describe("isObserverRun", () => {
  it("is true only for the mark itself", () => {
    expect(isObserverRun({ COX_OBSERVER: "1" })).toBe(true);
    expect(isObserverRun({ COX_OBSERVER: "none" })).toBe(false);
    expect(isObserverRun({})).toBe(false);
  });
});

import type { FoundCheck, Ecosystem } from "../project-files.ts";

export const cargo: Ecosystem = {
  name: "Cargo",
  tier: "usual",
  covers: /\.(?:rs|toml|lock|json|sql|proto|wgsl|glsl|c|h|cpp|html)$/i,
  find: ({ names }) =>
    names.has("Cargo.toml")
      ? [
          found("lint", "Cargo.toml", "cargo", "clippy", "--all-targets"),
          found("build", "Cargo.toml", "cargo", "build", "--all-targets"),
          found("test", "Cargo.toml", "cargo", "test"),
        ]
      : [],
};

export const go: Ecosystem = {
  name: "Go",
  tier: "usual",
  covers: /\.(?:go|mod|sum|tmpl|golden|json|ya?ml|sql|proto|html|txt|s|c|h)$/i,
  find({ names }) {
    if (!names.has("go.mod")) return [];
    const linter = [".golangci.yml", ".golangci.yaml", ".golangci.toml", ".golangci.json"].find((name) =>
      names.has(name),
    );
    return [
      linter === undefined
        ? found("lint", "go.mod", "go", "vet", "./...")
        : found("lint", linter, "golangci-lint", "run"),
      found("build", "go.mod", "go", "build", "./..."),
      found("test", "go.mod", "go", "test", "./..."),
    ];
  },
};

export const cmake: Ecosystem = {
  name: "CMake",
  tier: "usual",
  covers: /\.(?:c|h|cc|cpp|cxx|hpp|hh|m|mm|s|asm|cmake|txt|in|cu|f90)$/i,
  find(files) {
    const folder = ["build", "out", "cmake-build-debug"].find((name) => files.has(`${name}/CMakeCache.txt`));
    if (!files.names.has("CMakeLists.txt") || folder === undefined) return [];
    return [
      found("build", "CMakeLists.txt", "cmake", "--build", folder),
      ...(files.has(`${folder}/CTestTestfile.cmake`)
        ? [found("test", "CMakeLists.txt", "ctest", "--test-dir", folder, "--output-on-failure")]
        : []),
    ];
  },
};

function found(kind: FoundCheck["kind"], source: string, ...command: FoundCheck["command"]): FoundCheck {
  return { kind, command, source };
}

import * as z from "zod/mini";
import { fromJson } from "../../../text/json.ts";
import type { FoundCheck, ProjectFiles, Ecosystem } from "../project-files.ts";
import { checksAmong } from "../task-names.ts";

const JVM = /\.(?:java|kts?|scala|groovy|gradle|xml|properties|json|ya?ml|sql|html|proto)$/i;

export const maven: Ecosystem = {
  name: "Maven",
  tier: "usual",
  covers: JVM,
  find(files) {
    if (!files.names.has("pom.xml")) return [];
    const program = files.names.has("mvnw") ? "./mvnw" : "mvn";
    return [
      { kind: "build", command: [program, "-B", "compile"], source: "pom.xml" },
      { kind: "test", command: [program, "-B", "test"], source: "pom.xml" },
    ];
  },
};

export const gradle: Ecosystem = {
  name: "Gradle",
  tier: "usual",
  covers: JVM,
  find({ names }) {
    const source = ["build.gradle.kts", "build.gradle"].find((name) => names.has(name));
    if (source === undefined) return [];
    const program = names.has("gradlew") ? "./gradlew" : "gradle";
    return [
      { kind: "build", command: [program, "assemble"], source },
      { kind: "test", command: [program, "test"], source },
    ];
  },
};

export const dotnet: Ecosystem = {
  name: "dotnet",
  tier: "usual",
  covers: /\.(?:cs|fs|vb|csproj|fsproj|vbproj|sln|slnx|props|targets|resx|razor|cshtml|json|xml|config)$/i,
  find({ names }) {
    const source = [...names].find((name) => /\.(?:slnx?|[cfv]sproj|vbproj)$/.test(name));
    if (source === undefined) return [];
    return [
      { kind: "build", command: ["dotnet", "build"], source },
      { kind: "test", command: ["dotnet", "test"], source },
    ];
  },
};

const PHP = /\.(?:php|phtml|inc|neon|json|xml|ya?ml|twig|sql|env)$/i;

export const composerScripts: Ecosystem = {
  name: "composer.json",
  tier: "script",
  covers: PHP,
  find(files) {
    const call = (name: string): FoundCheck["command"] => ["composer", "run", name];
    return checksAmong(composerTasks(files), call, (name) => `composer.json scripts.${name}`);
  },
};

export const composer: Ecosystem = {
  name: "Composer",
  tier: "usual",
  covers: PHP,
  find({ names }) {
    if (!names.has("composer.json")) return [];
    const checks: FoundCheck[] = [];
    const tests = ["phpunit.xml", "phpunit.xml.dist", "phpunit.dist.xml"].find((name) => names.has(name));
    if (tests !== undefined) checks.push({ kind: "test", command: ["vendor/bin/phpunit"], source: tests });
    const types = ["phpstan.neon", "phpstan.neon.dist", "phpstan.dist.neon"].find((name) => names.has(name));
    if (types !== undefined)
      checks.push({ kind: "typecheck", command: ["vendor/bin/phpstan", "analyse"], source: types });
    return checks;
  },
};

export const bundler: Ecosystem = {
  name: "Bundler",
  tier: "usual",
  covers: /\.(?:rb|erb|haml|slim|rake|ru|gemspec|ya?ml|json|html|sql)$|(?:^|\/)(?:Gemfile|Rakefile)$/i,
  find(files) {
    if (!files.names.has("Gemfile")) return [];
    const test = rubyTest(files);
    const lint: FoundCheck[] = files.names.has(".rubocop.yml")
      ? [{ kind: "lint", command: ["bundle", "exec", "rubocop"], source: ".rubocop.yml" }]
      : [];
    return [...(test ? [test] : []), ...lint];
  },
};

function rubyTest(files: ProjectFiles): FoundCheck | undefined {
  if (files.names.has(".rspec") || files.names.has("spec"))
    return { kind: "test", command: ["bundle", "exec", "rspec"], source: "spec" };
  if (files.has("bin/rails")) return { kind: "test", command: ["bin/rails", "test"], source: "bin/rails" };
  if (files.names.has("Rakefile") && files.names.has("test"))
    return { kind: "test", command: ["bundle", "exec", "rake", "test"], source: "Rakefile" };
  return undefined;
}

const Manifest = z.object({ scripts: z.optional(z.record(z.string(), z.unknown())) });

function composerTasks(files: ProjectFiles): Map<string, string> {
  const { data } = Manifest.safeParse(fromJson(files.read("composer.json") ?? ""));
  return new Map(
    Object.entries(data?.scripts ?? {}).map(([name, body]) => [
      name,
      Array.isArray(body) ? body.join("\n") : String(body),
    ]),
  );
}

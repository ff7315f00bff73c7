import { cargo, cmake, go } from "./compiled.ts";
import type { Ecosystem } from "../project-files.ts";
import { packageScripts, typescript } from "./javascript.ts";
import { bundler, composer, composerScripts, dotnet, gradle, maven } from "./managed.ts";
import { python } from "./python.ts";
import { justfile, makefile, mise, taskfile } from "./task-runners.ts";

export const ECOSYSTEMS: readonly Ecosystem[] = [
  packageScripts,
  composerScripts,
  mise,
  justfile,
  taskfile,
  makefile,
  cargo,
  go,
  python,
  maven,
  gradle,
  dotnet,
  composer,
  bundler,
  cmake,
  typescript,
];

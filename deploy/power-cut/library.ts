import { spawnSync } from "node:child_process";
import path from "node:path";
import { toolAt } from "../testing/needs.ts";

const SOURCE = path.join(import.meta.dirname, "power-cut.c");
const FLAGS = ["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-fvisibility=hidden"];

/** Compiles the library into a folder and returns its file. */
export function buildLibrary(folder: string): string {
  const library = path.join(folder, "power-cut.so");
  const built = spawnSync(toolAt("gcc"), [...FLAGS, "-o", library, SOURCE, "-ldl", "-pthread"], { encoding: "utf8" });
  if (built.status !== 0) throw new Error(`gcc could not build ${SOURCE}:\n${built.stderr}${built.error ?? ""}`);
  return library;
}

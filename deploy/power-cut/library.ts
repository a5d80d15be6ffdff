import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

const SOURCE = path.join(import.meta.dirname, "power-cut.c");
const FLAGS = ["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-fvisibility=hidden"];

/** Why power-cut tests cannot run here; undefined when they can. */
export const whyNoPowerCuts: string | undefined =
  process.platform !== "linux"
    ? "power-cut tests are skipped: preloading a library is Linux's"
    : (process.env["PATH"] ?? "").split(path.delimiter).some((folder) => existsSync(path.join(folder, "gcc")))
      ? undefined
      : "power-cut tests are skipped: gcc is missing. Install it with: apt-get install gcc libc6-dev";
if (whyNoPowerCuts !== undefined) console.warn(whyNoPowerCuts);

/** Compiles the library into a folder and returns its file. */
export function buildLibrary(folder: string): string {
  const library = path.join(folder, "power-cut.so");
  const built = spawnSync("gcc", [...FLAGS, "-o", library, SOURCE, "-ldl", "-pthread"], { encoding: "utf8" });
  if (built.status !== 0) throw new Error(`gcc could not build ${SOURCE}:\n${built.stderr}${built.error ?? ""}`);
  return library;
}

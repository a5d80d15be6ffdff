// A setup file of Vitest for the core tier: a test that starts a program fails with what to do about it.
import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { expect } from "vitest";

const STARTERS = ["spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync", "fork"] as const;
const GUARDED = Symbol.for("container-inspection.starts-no-programs");

if (!(GUARDED in childProcess)) {
  Object.assign(childProcess, { [GUARDED]: true });
  for (const name of STARTERS) guard(name);
  syncBuiltinESMExports();
}

/** Workers are shared by all tiers, so each call looks whose test makes it. */
function guard(name: (typeof STARTERS)[number]): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of seven functions, called as it was
  const start = childProcess[name] as (...args: unknown[]) => unknown;
  const guarded = (...args: unknown[]): unknown => {
    const file = expect.getState().testPath ?? "";
    // Git is what every checkout has.
    if (args[0] !== "git" && !/\.(browser|system)\.test\.ts$/.test(file))
      throw new Error(
        `A test of the core tier started ${String(args[0])}: name its file *.system.test.ts ` +
          "(.github/CONTRIBUTING.md describes the tiers).",
      );
    return Reflect.apply(start, childProcess, args);
  };
  Object.assign(childProcess, { [name]: guarded });
}

import { describe, expect, onTestFinished, test } from "vitest";
import { fewOrMany } from "../testing/few-or-many.ts";
import { needs } from "../testing/needs.ts";
import { cutUpgrade, killUpgrades, SYNCS } from "./upgrade.ts";

describe("an upgrade of the agent", needs("gcc", "Linux"), () => {
  test("and its rollback leave unit and link leading to a whole release, wherever the power is cut", async () => {
    const moments = { atRandom: fewOrMany(20, 60), afterEachStep: 1 };
    expect(await cutUpgrade(onTestFinished, { moments, seed: 1 })).toEqual([]);
  });

  test.each(Object.entries(SYNCS))("leads to a damaged release without the sync %s", async (_which, hook) => {
    const losses = await cutUpgrade(onTestFinished, {
      moments: { atRandom: 0, afterEachStep: 1 },
      seed: 1,
      hooks: [hook],
    });
    expect(losses.length).toBeGreaterThan(0);
  });

  test("leaves unit and link leading to a whole release, wherever it is killed, and can be repeated", async () => {
    expect(await killUpgrades(onTestFinished, { kills: fewOrMany(4, 12), seed: 1 })).toEqual([]);
  });
});

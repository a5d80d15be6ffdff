import { expect, onTestFinished, test } from "vitest";
import { cutUpgrade, killUpgrades, SYNCS } from "./upgrade.ts";

const TRIES = 200;
const moments = { atRandom: TRIES - 1 };

test(`an upgrade and its rollback that are cut ${TRIES} times by power leave the unit with a whole release each time`, async () => {
  const damaged = await cutUpgrade(onTestFinished, { moments, seed: 36 });
  console.log(`power: the unit started a whole release ${TRIES - damaged.length} of ${TRIES} times`);
  expect(damaged).toEqual([]);
});

test.each(Object.entries(SYNCS))("the same cuts damage the release without the sync %s", async (which, hook) => {
  const damaged = await cutUpgrade(onTestFinished, { moments, seed: 36, hooks: [hook] });
  console.log(`power, without the sync ${which}: a whole release ${TRIES - damaged.length} of ${TRIES} times`);
  expect(damaged.length).toBeGreaterThan(0);
});

test(`an upgrade that is killed ${TRIES} times leaves the unit with a whole release each time`, async () => {
  const damaged = await killUpgrades(onTestFinished, { kills: TRIES, seed: 36 });
  console.log(`kill: the unit started a whole release ${TRIES - damaged.length} of ${TRIES} times, and upgraded again`);
  expect(damaged).toEqual([]);
});

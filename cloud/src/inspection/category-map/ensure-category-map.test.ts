import type { CategoryMap } from "@container-inspection/shared-schemas/category-map";
import { expect, test } from "vitest";
import { createTestApp } from "../../testing/app.ts";
import { categoryMaps } from "../../platform/db/tables.ts";
import { bundledMap } from "../../match/bundled/category-map.ts";
import { ensureCategoryMap, findMaps } from "./category-map-store.ts";

const cloud = await createTestApp();
const { db } = cloud.parts;
const ensure = () => ensureCategoryMap({ db, nowMs: () => 86_400_000 });
const older: CategoryMap = { ...bundledMap, minConfidence: 0.2 };
const versions = async () => (await findMaps(db, { limit: 9 })).map(({ row }) => [row.version, row.note, row.map]);

test("a newer bundled map follows an older one, once, until an admin puts a map", async () => {
  expect(await versions()).toEqual([[1, null, bundledMap]]);
  await db.update(categoryMaps).set({ map: older });
  await Promise.all([ensure(), ensure()]);
  await ensure();
  const both = [
    [2, "Bundled with a newer release", bundledMap],
    [1, null, older],
  ];
  expect(await versions()).toEqual(both);
  const [newest] = await findMaps(db, { limit: 1 });
  expect([newest?.createdBy, newest?.row.createdAt.getTime()]).toEqual([null, 86_400_000]);

  // An older release that starts beside this one finds its map in the list, and leaves the newer one in force.
  await db.update(categoryMaps).set({ map: older });
  await ensure();
  expect((await versions()).map(([version]) => version)).toEqual([3, 2, 1]);
  await db.insert(categoryMaps).values({ version: 4, map: older, note: null, createdAt: new Date(0) });
  await ensure();
  expect((await versions())[0]).toEqual([4, null, older]);
});

test("a map of an admin stays in force", async () => {
  const admin = await cloud.signIn("admin");
  await db.update(categoryMaps).set({ map: older });
  const before = await versions();
  await db
    .insert(categoryMaps)
    .values({ version: 5, map: older, note: null, createdById: admin.id, createdAt: new Date(0) });
  await ensure();
  expect(await versions()).toEqual([[5, null, older], ...before]);
});

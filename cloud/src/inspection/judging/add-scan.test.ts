import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { containers, manifestVersions, scans } from "../../platform/db/tables.ts";
import { createTestApp } from "../../testing/app.ts";
import { pictureOf } from "../pictures/picture-of.ts";
import { findManifestRows } from "../record/manifest-store.ts";
import { createRuleSetWorld, withAlertsFrom } from "../rule-sets/testing.ts";
import { addScan, readVisit } from "./judge-visit.ts";
import { findVersionsOfVisit } from "./rules-in-force-store.ts";

const NUMBER = "ADDSCAN-1";
const cloud = await createTestApp();
const { ann, sue, as, north, propose, putInForce } = await createRuleSetWorld(cloud);
const { scan } = edgeSender(cloud);
const { db } = cloud.parts;
const nowMs = cloud.parts.nowMs();
const at = (minutes: number) => new Date(nowMs + minutes * 60_000).toISOString();

/** Undoes what was done in a transaction, and returns what was found there. */
async function without<Result>(
  scanId: string,
  read: (tx: DatabaseOrTransaction) => Promise<Result>,
): Promise<Result | undefined> {
  let found: Result | undefined;
  const undone = new Error("undone");
  const reading = db.transaction(async (tx) => {
    await tx.delete(scans).where(eq(scans.id, scanId));
    found = await read(tx);
    throw undone;
  });
  await expect(reading).rejects.toBe(undone);
  return found;
}

test("a visit to which a scan is added is as it is read with that scan, whichever of its scans it is", async () => {
  await putInForce((await propose({ siteId: north, rules: withAlertsFrom(0.8) })).body.data.version);
  const declare = (goods: string) => ({
    containerNumber: NUMBER,
    billOfLading: `BILL-${goods}`,
    declaredGoods: [{ description: goods, packageCode: "CT", numberOfPackages: 4 }],
    status: "VALIDATED",
  });
  const send = async (cameraId: string | undefined, minutes: number) =>
    (await scan(NUMBER, await scanBody({ camera_id: cameraId, device_id: "box", timestamp: at(minutes) }))).body.data;
  const manifest = (await as(ann, "POST", "/manifests", declare("Shoes"))).body.data;
  await send("north-1", -5);
  await send("south-1", -9);
  const { declaredGoods } = declare("Boots");
  await as(ann, "PATCH", `/manifests/${manifest.id}`, { declaredGoods });
  // Its clock is an hour ahead, so it counts as taken now.
  await send("south-1", 60);
  await send(undefined, -4);
  await as(ann, "POST", "/manifests", declare("Hats"));
  const { containerId, scanId } = await send("north-1", -20);
  const review = { verdict: "rejected", note: "a shadow" };
  await as(sue, "PUT", `/containers/${containerId}/scans/${scanId}/detections/0/verdict`, review);

  const [container] = await db.select().from(containers).where(eq(containers.id, containerId));
  const rows = await db.select().from(scans).where(eq(scans.containerId, containerId));
  const visit = { id: container?.visitId ?? "", containerId };
  const manifests = await findManifestRows(db, [container?.manifestId ?? "", ...(container?.furtherManifestIds ?? [])]);
  expect([rows.length, manifests.length]).toEqual([5, 2]);
  const [whole, versions] = [await readVisit(db, visit, manifests), await findVersionsOfVisit(db, visit)];
  expect(whole.verdicts).toHaveLength(1);

  for (const row of rows.filter(({ id }) => id !== scanId)) {
    const stored = await db.select().from(manifestVersions);
    const compared = (row.recordedMatch?.manifests ?? []).flatMap(({ manifestId, version }) =>
      stored.filter((one) => one.manifestId === manifestId && one.version === version),
    );
    const added = {
      id: row.id,
      cameraId: row.cameraId,
      takenAt: row.clockSuspect ? row.receivedAt : row.timestamp,
    };
    const before = await without(row.id, async (tx) => ({
      read: await readVisit(tx, visit, manifests),
      versions: await findVersionsOfVisit(tx, visit, added),
    }));
    expect(before?.read.pictures).toHaveLength(4);
    expect(before && addScan(before.read, pictureOf(row, []), compared)).toEqual(whole);
    expect(before?.versions).toEqual(versions);
  }
});

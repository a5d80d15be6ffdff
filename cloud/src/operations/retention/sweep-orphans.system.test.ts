import { createObjectIdMaker } from "@container-inspection/shared-schemas/object-id";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { writeRelease } from "../../fleet/roll-outs/testing.ts";
import { drawKey } from "../../intake/box-testing.ts";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import type { ObjectStorage } from "../../platform/storage/object-storage.ts";
import { startS3Server } from "../../platform/storage/testing.ts";
import { createTestApp } from "../../testing/app.ts";
import { sweepOrphans } from "./sweep-orphans.ts";

const DAY_MS = 86_400_000;
const x = Buffer.from("x");
const goOn = async () => true;

async function setUp(storage?: ObjectStorage) {
  const cloud = await createTestApp(storage ? { storage } : {});
  const { write } = edgeSender(cloud);
  const withPictures = await scanBody();
  const [ann, admin] = [await cloud.signIn("operator"), await cloud.signIn("admin")];
  return {
    ...cloud,
    ...cloud.parts,
    sweep: () => sweepOrphans(cloud.parts, goOn),
    scan: async (): Promise<string> => {
      const body = { ...withPictures, visualization: withPictures["image"] };
      return (await write("scans/category", "SWEPT", body)).body.data.scanId;
    },
    photo: async (): Promise<{ url: string; evidenceId: string }> => {
      const body = { ...withPictures, user_email: ann.email };
      const { containerId, evidenceId } = (await write("evidence", "PHOTO", body)).body.data;
      return { url: `/v1/containers/${containerId}/evidence/${evidenceId}`, evidenceId };
    },
    headers: ann.authorization,
    keys: async () => {
      const found: string[] = [];
      for (const folder of ["scans", "evidence", "unfinished", "other"])
        for await (const { key } of cloud.parts.storage.list(folder)) found.push(key);
      return found;
    },
    auditOf: async (action: string) => {
      const url = `/v1/admin/audit-log?action=${action}`;
      return (await cloud.send("GET", url, { headers: admin.authorization })).body.data.items;
    },
    metric: async (name: string) =>
      (await cloud.parts.metrics.registry.metrics()).split("\n").find((line) => line.startsWith(name)),
  };
}

const places = [
  { name: "files", options: { skip: false }, openStorage: async () => undefined },
  { name: "S3", options: needs("moto_server"), openStorage: async () => (await startS3Server()).open() },
];

for (const { name, options, openStorage } of places)
  describe(`orphans on ${name}`, options, async () => {
    if (options.skip) return;
    const cloud = await setUp(await openStorage());
    const { storage, newId, sweep, keys } = cloud;

    test("are deleted when a day old, and nothing else is", async () => {
      const [scanId, { evidenceId }] = [await cloud.scan(), await cloud.photo()];
      const kept = [
        `scans/${scanId}/image`,
        `scans/${scanId}/visualization`,
        `evidence/${evidenceId}/image`,
        `evidence/${evidenceId}/thumbnail`,
        `scans/${newId()}/notes.txt`,
        "scans/readme",
        "other/thing",
      ];
      const orphans = [`scans/${newId()}/image`, `evidence/ev_${newId()}/thumbnail`, "unfinished/0123456789"];
      for (const key of [...kept.slice(-3), ...orphans]) await storage.write(key, x);
      expect(await sweep()).toMatchObject({ deleted: 0, missing: 0 });
      expect((await keys()).sort()).toEqual([...kept, ...orphans].sort());
      cloud.advanceMs(DAY_MS + 60_000);
      const fresh = `scans/${createObjectIdMaker(() => Date.now())()}/image`;
      await storage.write(fresh, x);
      // The clock of the objects is the real one: they are all a day old now.
      expect(await sweep()).toMatchObject({ deleted: 4, missing: 0, refused: false });
      expect((await keys()).sort()).toEqual(kept.sort());
      const [entry, ...more] = await cloud.auditOf("storage.sweep");
      expect(more).toEqual([]);
      expect(entry).toMatchObject({ actor: { type: "system" }, after: { deleted: 4 } });
      expect(entry.after.keys.sort()).toEqual([...orphans, fresh].sort());
      expect(await cloud.metric('cloud_pictures_deleted_total{why="orphan"}')).toMatch(/ 4$/);
    });

    test("include the leftovers of a deleted photo", async () => {
      const { url, evidenceId } = await cloud.photo();
      const intact = { ...storage };
      Object.assign(storage, { delete: () => Promise.reject(new Error("away")) });
      const deleted = await cloud
        .send("DELETE", url, { headers: cloud.headers })
        .finally(() => Object.assign(storage, intact));
      expect(deleted.status).toBe(200);
      cloud.advanceMs(2 * DAY_MS);
      expect(await sweep()).toMatchObject({ deleted: 2, unnamed: 0 });
      expect((await keys()).filter((key) => key.includes(evidenceId))).toEqual([]);
    });

    test("are not pictures that records miss: those are reported as errors", async () => {
      const [scanId, { evidenceId }] = [await cloud.scan(), await cloud.photo()];
      const missing = [`scans/${scanId}/visualization`, `evidence/${evidenceId}/image`];
      for (const key of missing) await storage.delete(key);
      expect(await sweep()).toMatchObject({ missing: 0 });
      cloud.advanceMs(2 * DAY_MS);
      expect(await sweep()).toMatchObject({ missing: 2, deleted: 0 });
      for (const key of missing) expect(cloud.logLines.join("")).toContain(key);
    });

    test("are kept if their number suggests that they belong to another database", async () => {
      const strangers = Array.from({ length: 150 }, () => `scans/${newId()}/image`);
      for (const key of strangers) await storage.write(key, x);
      cloud.advanceMs(2 * DAY_MS);
      const before = await keys();
      expect(await sweep()).toMatchObject({ unnamed: 150, deleted: 0, refused: true });
      expect(await keys()).toEqual(before);
      expect(cloud.logLines.join("")).toContain("restored from an older backup");
    });
  });

test("deletes the pieces of a release that no upload completed, and reports the lost pieces of one that is kept", async () => {
  const { parts, signIn, app, storage, newId, advanceMs, sweep, logLines } = await setUp();
  const { authorization } = await signIn("admin");
  const body = writeRelease(drawKey(), { files: { "cargo.onnx": Buffer.alloc(9_000_000) } });
  const headers = { ...authorization, "Content-Type": "application/octet-stream" };
  const reply = await app.request("/v1/admin/releases", { method: "POST", headers, body: new Uint8Array(body) });
  const kept = JSON.parse(await reply.text()).data.id;
  const left = `releases/${newId()}/0000`;
  await storage.write(left, x);
  await storage.delete(`releases/${kept}/0001`);
  advanceMs(2 * DAY_MS);
  expect(await sweep()).toEqual({ seen: 2, deleted: 1, unnamed: 1, missing: 1, refused: false });
  const keys = [];
  for await (const { key } of parts.storage.list("releases")) keys.push(key);
  expect(keys).toEqual([`releases/${kept}/0000`]);
  expect(logLines.join("")).toContain(`releases/${kept}/0001`);
});

test("compares thousands of records and objects in pieces", async () => {
  const { parts, advanceMs, sweep, storage, newId } = await setUp();
  const { db } = parts;
  const [user] = (await db.execute<{ id: string }>(sql`select id from users limit 1`)).rows;
  await db.execute(sql`insert into containers (id, container_number, number_key, number_check, status, owner_id, source, visit_id, created_at, updated_at)
    values ('c', 'MANY', 'MANY', 'not-iso6346', 'SCANNED', ${user?.id}, 'user', 'v', now(), now())`);
  await db.execute(
    sql`insert into visits (id, container_id, number, opened_by, opened_at) values ('v', 'c', 1, 'user', now())`,
  );
  const ids = Array.from({ length: 2_300 }, () => newId());
  for (let at = 0; at < ids.length; at += 100)
    await db.execute(sql`insert into scans (id, container_id, visit_id, type, source, status, detections, summary, timestamp, received_at, image_key)
      select id, 'c', 'v', 'category', 'user', 'done', '[]', '[]', now(), now(), 'scans/' || id || '/image'
      from json_array_elements_text(${JSON.stringify(ids.slice(at, at + 100))}::json) as id`);
  // Every third is missing; in between are objects of no record.
  for (const [index, id] of ids.entries()) if (index % 3 > 0) await storage.write(`scans/${id}/image`, x);
  for (let count = 0; count < 20; count += 1) await storage.write(`scans/${newId()}/image`, x);
  advanceMs(2 * DAY_MS);
  expect(await sweep()).toEqual({ seen: 1_533 + 20, deleted: 20, unnamed: 20, missing: 767, refused: false });
});

/**
 * A storage that lists `count` old pictures without a record in this database, in addition to its own; it records the
 * requested deletions.
 */
function listing(storage: ObjectStorage, newId: () => string, count: number) {
  const deleted: string[] = [];
  const strangers = Array.from({ length: count }, () => ({ key: `scans/${newId()}/image`, modifiedAt: new Date(0) }));
  const listed: ObjectStorage = {
    ...storage,
    async *list(folder) {
      if (folder === "scans") yield* strangers;
      yield* storage.list(folder);
    },
    delete: async (key) => void deleted.push(key),
  };
  return { storage: listed, deleted };
}

describe("a database that knows none of the stored pictures", () => {
  test.each([5_000, 99_000, 101_000])("deletes nothing of %i", async (count) => {
    const { parts, logLines } = await setUp();
    const { storage, deleted } = listing(parts.storage, parts.newId, count);
    const outcome = await sweepOrphans({ ...parts, storage }, goOn);
    expect(outcome).toEqual({ seen: count, deleted: 0, unnamed: count, missing: 0, refused: true });
    expect(deleted).toEqual([]);
    expect(logLines.join("")).toContain("restored from an older backup");
  });
});

test("reports how many pictures are missing, also beyond those it names", async () => {
  const { parts, advanceMs } = await setUp();
  const { db } = parts;
  const [user] = (await db.execute<{ id: string }>(sql`select id from users limit 1`)).rows;
  await db.execute(sql`insert into containers (id, container_number, number_key, number_check, status, owner_id, source, visit_id, created_at, updated_at)
    values ('c', 'LOST', 'LOST', 'not-iso6346', 'SCANNED', ${user?.id}, 'user', 'v', now(), now())`);
  await db.execute(
    sql`insert into visits (id, container_id, number, opened_by, opened_at) values ('v', 'c', 1, 'user', now())`,
  );
  await db.execute(sql`insert into scans (id, container_id, visit_id, type, source, status, detections, summary, timestamp, received_at, image_key)
    select id, 'c', 'v', 'category', 'user', 'done', '[]', '[]', now(), now(), 'scans/' || id || '/image'
    from (select lpad(to_hex(n), 24, '0') as id from generate_series(1, 10500) as n) as ids`);
  advanceMs(2 * DAY_MS);
  expect(await sweepOrphans(parts, goOn)).toMatchObject({ missing: 10_500, deleted: 0 });
});

describe("after a bad day", () => {
  /**
   * Stores the pictures that processes leave when they die: those of writes whose records were written again under
   * other ids.
   */
  async function leaveOrphans(cloud: Awaited<ReturnType<typeof setUp>>, count: number, image: Buffer) {
    const keys = Array.from({ length: count }, () => cloud.newId()).flatMap((id) =>
      ["image", "visualization"].map((name) => `scans/${id}/${name}`),
    );
    await Promise.all(keys.map((key) => cloud.storage.write(key, key.endsWith("/image") ? image : x)));
    return keys;
  }
  const pictureOf = async () => {
    const body = await scanBody();
    return { body, image: Buffer.from(String(body["image"]), "base64") };
  };

  test("pictures go that a later record holds as well, however many they are", async () => {
    const cloud = await setUp();
    const { body, image } = await pictureOf();
    const left = await leaveOrphans(cloud, 60, image);
    const { scanId } = (await edgeSender(cloud).write("scans/category", "RETRIED", body)).body.data;
    cloud.advanceMs(2 * DAY_MS);
    expect(await cloud.sweep()).toMatchObject({ unnamed: 120, deleted: 120, refused: false, missing: 0 });
    expect(await cloud.keys()).toEqual([`scans/${scanId}/image`]);
    expect(left).toHaveLength(120);
    expect(await cloud.auditOf("storage.sweep")).toHaveLength(1);
  });

  test("the only picture of its kind stays, as does one whose record has lost its own", async () => {
    const cloud = await setUp();
    const { body, image } = await pictureOf();
    const left = await leaveOrphans(cloud, 60, image);
    const { scanId } = (await edgeSender(cloud).write("scans/category", "RETRIED", body)).body.data;
    await cloud.storage.delete(`scans/${scanId}/image`);
    cloud.advanceMs(2 * DAY_MS);
    expect(await cloud.sweep()).toMatchObject({ unnamed: 120, deleted: 0, refused: true, missing: 1 });
    expect(await cloud.keys()).toEqual(left.toSorted());
  });

  test("copies are deleted first, and the remaining objects decide about the others", async () => {
    const cloud = await setUp();
    const { body, image } = await pictureOf();
    await leaveOrphans(cloud, 25, image);
    const strangers = Array.from({ length: 110 }, () => `scans/${cloud.newId()}/image`);
    await Promise.all(strangers.map((key) => cloud.storage.write(key, x)));
    const { scanId } = (await edgeSender(cloud).write("scans/category", "RETRIED", body)).body.data;
    cloud.advanceMs(2 * DAY_MS);
    expect(await cloud.sweep()).toMatchObject({ unnamed: 160, deleted: 50, refused: true });
    expect(await cloud.keys()).toEqual([...strangers, `scans/${scanId}/image`].toSorted());
  });

  test("a record from before the picture, or of weeks after it, proves nothing", async () => {
    const cloud = await setUp();
    const { body, image } = await pictureOf();
    await edgeSender(cloud).write("scans/category", "BEFORE", body);
    const left = await leaveOrphans(cloud, 60, image);
    cloud.advanceMs(8 * DAY_MS);
    await edgeSender(cloud).write("scans/category", "LONG-AFTER", body);
    cloud.advanceMs(2 * DAY_MS);
    expect(await cloud.sweep()).toMatchObject({ unnamed: left.length, deleted: 0, refused: true });
  });
});

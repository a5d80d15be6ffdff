import { workers } from "../../workers.ts";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { drawJpeg, edgeSender, scanBody, sha256Of } from "../../intake/testing.ts";
import { createTestApp } from "../../testing/app.ts";
import { claimRun, endRun, renewRun } from "./maintenance-store.ts";
import { maintain } from "./maintenance.ts";
import { sweepOrphans } from "./sweep-orphans.ts";
import { deleteExpiredPictures } from "./testing.ts";

const DAY_MS = 86_400_000;
const leaseMs = 600_000;
const goOn = async () => true;
const jpeg = await drawJpeg();

async function setUp(pictureRetentionDays: number | undefined = 30) {
  const cloud = await createTestApp({ settings: { pictureRetentionDays } });
  const { write } = edgeSender(cloud);
  // Signed in again each time: the clock runs past the end of every session.
  const headersOf = async (role: "supervisor" | "admin") => (await cloud.signIn(role)).authorization;
  const get = async (url: string) =>
    cloud.send("GET", `/v1/containers/${url}`, { headers: await headersOf("supervisor") });
  return {
    ...cloud,
    headersOf,
    get,
    expire: () => deleteExpiredPictures(cloud),
    /** A scan and a photo of a container, with the addresses of their three pictures. */
    async record(number: string) {
      const body = await scanBody();
      const { containerId, scanId } = (await write("scans/category", number, body)).body.data;
      const { evidenceId } = (await write("evidence", number, body)).body.data;
      const [scan, photo] = [`${containerId}/scans/${scanId}`, `${containerId}/evidence/${evidenceId}`];
      return {
        containerId,
        scanId,
        scan,
        photo,
        pictures: [`${scan}/image`, `${photo}/image`, `${photo}/image?size=thumbnail`],
      };
    },
    statusesOf: async (urls: string[]) =>
      Promise.all(
        urls.map(async (url) => {
          const reply = await cloud.app.request(`/v1/containers/${url}`, { headers: await headersOf("supervisor") });
          await reply.arrayBuffer();
          return reply.status;
        }),
      ),
    auditOf: async (action: string) =>
      (await cloud.send("GET", `/v1/admin/audit-log?action=${action}`, { headers: await headersOf("admin") })).body.data
        .items,
    stored: async () => {
      const keys: string[] = [];
      for (const folder of ["scans", "evidence"])
        for await (const { key } of cloud.parts.storage.list(folder)) keys.push(key);
      return keys.length;
    },
  };
}

describe("pictures past their retention", () => {
  test("are deleted, and their records stay with the hashes", async () => {
    const cloud = await setUp();
    const old = await cloud.record("OLD 1");
    cloud.advanceMs(29 * DAY_MS);
    const young = await cloud.record("YOUNG 1");
    expect(await cloud.expire()).toBe(0);
    cloud.advanceMs(2 * DAY_MS);
    expect(await cloud.expire()).toBe(2);
    expect(await cloud.statusesOf(old.pictures)).toEqual([410, 410, 410]);
    expect((await cloud.get(`${old.scan}/image`)).body.error).toMatchObject({
      code: "IMAGE_EXPIRED",
      message: expect.stringMatching(/deleted on \d{4}-/),
    });
    for (const record of [old.scan, old.photo]) {
      const { image } = (await cloud.get(record)).body.data;
      expect(image).toMatchObject({ sha256: sha256Of(jpeg), deletedAt: new Date(image.deletedAt).toISOString() });
    }
    expect(await cloud.statusesOf(young.pictures)).toEqual([200, 200, 200]);
    expect((await cloud.get(young.scan)).body.data.image.deletedAt).toBeNull();
    expect(await cloud.stored()).toBe(3);
    const entries = await cloud.auditOf("pictures.expire");
    expect(entries).toMatchObject([
      { subject: { type: "evidence" }, after: { count: 1, retentionDays: 30 } },
      { subject: { type: "scan" }, after: { count: 1, ids: [old.scanId] }, actor: { type: "system" } },
    ]);
    expect(await cloud.expire()).toBe(0);
    expect(await cloud.auditOf("pictures.expire")).toHaveLength(2);
  });

  test("are kept while a decision about their container is pending", async () => {
    const cloud = await setUp();
    const { containerId, pictures } = await cloud.record("UNDECIDED");
    const setStatus = (status: string) =>
      cloud.parts.db.execute(sql`update containers set status = ${status} where id = ${containerId}`);
    cloud.advanceMs(31 * DAY_MS);
    for (const status of ["ESCALATED", "HELD", "INSPECT"]) {
      await setStatus(status);
      expect([status, await cloud.expire()]).toEqual([status, 0]);
    }
    expect(await cloud.statusesOf(pictures)).toEqual([200, 200, 200]);
    await setStatus("CLEARED");
    expect(await cloud.expire()).toBe(2);
  });

  test("are kept for ever without a retention", async () => {
    const cloud = await setUp();
    const parts = { ...cloud.parts, settings: { ...cloud.parts.settings, pictureRetentionDays: undefined } };
    const { pictures } = await cloud.record("FOR-EVER");
    cloud.advanceMs(10_000 * DAY_MS);
    expect(await deleteExpiredPictures({ parts })).toBe(0);
    expect(await cloud.statusesOf(pictures)).toEqual([200, 200, 200]);
  });

  test("go in batches, and a run that was cut off is taken up where it ended", async () => {
    const cloud = await setUp();
    const { containerId } = await cloud.record("MANY 1");
    const ids = Array.from({ length: 450 }, () => cloud.parts.newId());
    await cloud.parts.db.execute(sql`
      insert into scans (id, container_id, visit_id, type, source, status, detections, summary, timestamp, received_at, image_key)
      select id, ${containerId}, (select visit_id from containers where containers.id = ${containerId}), 'category', 'user', 'done', '[]', '[]', now(), now(), 'scans/' || id || '/image'
      from json_array_elements_text(${JSON.stringify(ids)}::json) as id`);
    cloud.advanceMs(31 * DAY_MS);
    let batches = 0;
    expect(await deleteExpiredPictures(cloud, async () => (batches += 1) <= 1)).toBe(200);
    expect(await cloud.expire()).toBe(252);
    const counts = (await cloud.auditOf("pictures.expire")).map(
      ({ after }: { after: { count: number } }) => after.count,
    );
    expect(counts.toSorted()).toEqual([1, 200, 200, 51]);
  });

  test("whose objects a crash left are found as orphans", async () => {
    const cloud = await setUp();
    await cloud.record("CRASH 1");
    cloud.advanceMs(31 * DAY_MS);
    const { storage } = cloud.parts;
    const intact = { ...storage };
    Object.assign(storage, { delete: () => Promise.reject(new Error("away")) });
    await cloud.expire().finally(() => Object.assign(storage, intact));
    expect(await cloud.stored()).toBe(3);
    expect(await sweepOrphans(cloud.parts, goOn)).toMatchObject({ deleted: 3, unnamed: 0, missing: 0 });
    expect(await cloud.stored()).toBe(0);
  });

  test("stay while a scan still waits for its model", async () => {
    const cloud = await setUp();
    const { containerId } = await cloud.record("PENDING 1");
    const headers = { ...(await cloud.headersOf("supervisor")), "Content-Type": "image/jpeg" };
    const url = `/v1/containers/${containerId}/scans/defect`;
    const reply = await cloud.app.request(url, { method: "POST", headers, body: jpeg });
    const { scan } = JSON.parse(await reply.text()).data;
    expect(scan.status).toBe("pending");
    cloud.advanceMs(31 * DAY_MS);
    expect(await cloud.expire()).toBe(2);
    expect((await cloud.get(`${containerId}/scans/${scan.id}`)).body.data.image.deletedAt).toBeNull();
  });
});

describe("maintenance", () => {
  test("is done by one process, and again when it is due", async () => {
    const cloud = await setUp();
    const { db, nowMs } = cloud.parts;
    const claim = () => claimRun(db, "work", { intervalMs: 3_600_000, leaseMs, nowMs: nowMs() });
    const claims = await Promise.all(Array.from({ length: 8 }, claim));
    const [run, ...others] = claims.filter((claimed) => claimed !== undefined);
    expect(others).toEqual([]);
    await endRun(db, run!, { nowMs: nowMs(), outcome: {} });
    cloud.advanceMs(3_500_000);
    expect(await claim()).toBeUndefined();
    cloud.advanceMs(200_000);
    expect(await claim()).toBeDefined();
  });

  test("of a process that died is taken over, and that one, if it lives, gives up", async () => {
    const cloud = await setUp();
    const { db, nowMs } = cloud.parts;
    const claim = () => claimRun(db, "work", { intervalMs: 3_600_000, leaseMs, nowMs: nowMs() });
    const first = await claim();
    cloud.advanceMs(500_000);
    expect(await renewRun(db, first!, { leaseMs, nowMs: nowMs() })).toBe(true);
    cloud.advanceMs(500_000);
    expect(await claim()).toBeUndefined();
    cloud.advanceMs(200_000);
    const second = await claim();
    expect(second).toBeDefined();
    expect(await renewRun(db, first!, { leaseMs, nowMs: nowMs() })).toBe(false);
    await endRun(db, first!, { nowMs: nowMs(), outcome: {} });
    expect(await renewRun(db, second!, { leaseMs, nowMs: nowMs() })).toBe(true);
  });

  test("watches edge devices every minute, and a process that died keeps it for a minute at most", async () => {
    const { parts, advanceMs } = await setUp();
    const runs = async () => {
      await maintain({ ...parts, workers });
      const { rows } = await parts.db.execute<{ started: Date }>(
        sql`select started_at::text as started from maintenance_runs where name = 'watch-edge-devices'`,
      );
      return rows[0]?.started;
    };
    const first = await runs();
    advanceMs(30_000);
    expect(await runs()).toBe(first);
    advanceMs(30_000);
    const second = await runs();
    expect(second).not.toBe(first);
    advanceMs(60_000);
    expect(
      await claimRun(parts.db, "watch-edge-devices", { intervalMs: 0, leaseMs: 60_000, nowMs: parts.nowMs() }),
    ).toBeDefined();
    expect(await runs()).toBe(await runs());
    advanceMs(60_000);
    const takenOver = await runs();
    advanceMs(60_000);
    expect(await runs()).not.toBe(takenOver);
  });

  test("that failed is logged, and due at the next look", async () => {
    const cloud = await setUp();
    const { storage } = cloud.parts;
    const intact = { ...storage };
    Object.assign(storage, {
      list: () => {
        throw new Error("the disk is on fire");
      },
    });
    await maintain({ ...cloud.parts, workers }).finally(() => Object.assign(storage, intact));
    expect(cloud.logLines.join("")).toContain("the disk is on fire");
    await storage.write(`scans/${cloud.parts.newId()}/image`, jpeg);
    cloud.advanceMs(2 * DAY_MS);
    await Promise.all([maintain({ ...cloud.parts, workers }), maintain({ ...cloud.parts, workers })]);
    expect(await cloud.stored()).toBe(0);
    expect(await cloud.auditOf("storage.sweep")).toHaveLength(1);
  });
});

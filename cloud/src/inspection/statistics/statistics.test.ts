import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { fewOrMany } from "../../../../deploy/testing/few-or-many.ts";
import { createEmbeddedTestDatabase } from "../../testing/database.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { countStatistics, markAllStatistics } from "./count-store.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

async function setUp(connection?: Awaited<ReturnType<typeof createEmbeddedTestDatabase>>) {
  const cloud = await createTestApp(connection ? { connection } : {});
  const [boss, admin] = [await cloud.signIn("supervisor"), await cloud.signIn("admin")];
  const { scan } = edgeSender(cloud);
  const at = (msAgo: number) => new Date(cloud.parts.nowMs() - msAgo).toISOString();
  const as = (user: TestUser, method: string, path: string, body?: unknown) =>
    cloud.send(method, `/v1/${path}`, { ...(body === undefined ? {} : { body }), headers: user.authorization });
  const read = async (query = "", user = boss) => {
    await countStatistics(cloud.parts.db);
    const reply = await as(user, "GET", `statistics?from=${at(3 * DAY_MS)}${query}`);
    return reply.body.data;
  };
  return {
    cloud,
    boss,
    admin,
    at,
    as,
    read,
    total: async (query = "", user = boss) => (await read(query, user)).total,
    record: async (number: string, changes: Record<string, unknown> = {}) =>
      (await scan(number, await scanBody({ camera_id: "gate-1", ...changes }))).body.data,
  };
}

const none = {
  arrivals: 0,
  statuses: {},
  passages: {},
  verdicts: {},
  scans: {},
  classes: {},
  escalations: {},
  decisions: {},
  medianDecisionSeconds: null,
};

describe("statistics", () => {
  test("count visits, scans, classes, escalations and decisions", async () => {
    const { cloud, boss, admin, as, total, record } = await setUp();
    expect(await total()).toEqual(none);
    const { containerId } = await record("BOX 1");
    await record("BOX 1");
    const other = await record("BOX 2");
    await as(boss, "POST", `containers/${containerId}/escalate`, { reason: "look" });
    const { items } = (await as(boss, "GET", `escalations?containerId=${containerId}`)).body.data;
    const decider = await cloud.signIn("supervisor");
    await as(decider, "POST", `escalations/${items[0].id}/claim`);
    cloud.advanceMs(90_000);
    const decision = { decision: "hold", reason: "seal" };
    expect((await as(decider, "POST", `escalations/${items[0].id}/resolve`, decision)).status).toBe(200);
    const counted = await total();
    expect(counted).toMatchObject({
      arrivals: 2,
      statuses: { HELD: 1, SCANNED: 1 },
      scans: { category: 3 },
      classes: { carton: 3 },
      escalations: { user: 1 },
      decisions: { hold: 1 },
    });
    expect(counted.medianDecisionSeconds).toBeGreaterThanOrEqual(90);
    // Counted again, nothing counts twice.
    await markAllStatistics(cloud.parts.db);
    expect(await total()).toEqual(counted);
    expect((await as(admin, "DELETE", `containers/${other.containerId}`)).status).toBe(200);
    expect(await total()).toMatchObject({ arrivals: 1, statuses: { HELD: 1 }, scans: { category: 2 } });
  });

  test("count late scans when they were taken, merges and corrections at once, and verdicts of reviewers", async () => {
    const { cloud, boss, as, at, read, total, record } = await setUp();
    const { containerId, scanId } = await record("BOX 1", { timestamp: at(26 * HOUR_MS) });
    await read();
    const late = await record("BOX 1", { timestamp: at(50 * HOUR_MS) });
    const { items } = await read();
    const hours = items.filter((item: { scans: object }) => Object.keys(item.scans).length > 0);
    expect(hours.map((item: { at: string }) => item.at)).toEqual(
      [50, 26].map((hoursAgo) => `${at(hoursAgo * HOUR_MS).slice(0, 13)}:00:00.000Z`),
    );
    const verdict = { verdict: "corrected", className: "crate" };
    const path = `containers/${containerId}/scans`;
    expect((await as(boss, "PUT", `${path}/${scanId}/detections/0/verdict`, verdict)).status).toBe(200);
    expect((await total()).classes).toEqual({ carton: 1, crate: 1 });
    await as(boss, "PUT", `${path}/${late.scanId}/detections/0/verdict`, { verdict: "rejected" });
    expect((await total()).classes).toEqual({ crate: 1 });
    const misread = await record("BOX 9", { timestamp: at(26 * HOUR_MS - 60_000) });
    expect(await total()).toMatchObject({ arrivals: 2, scans: { category: 3 } });
    const merged = await as(boss, "POST", `containers/${misread.containerId}/merge`, { intoContainerId: containerId });
    expect(merged.status).toBe(200);
    expect(await total()).toMatchObject({ arrivals: 1, scans: { category: 3 } });
    const { rows } = await cloud.parts.db.execute(sql`select count(*)::int as marks from statistic_marks`);
    expect(rows[0]).toEqual({ marks: 0 });
  });

  test("are of the containers that an operator owns, and move with them", async () => {
    const { cloud, boss, as, total, record } = await setUp();
    const [ann, ben] = [await cloud.signIn("operator"), await cloud.signIn("operator")];
    const { containerId } = await record("BOX 1", { user_email: ann.email });
    await record("BOX 2");
    expect([(await total("", ann)).arrivals, (await total("", ben)).arrivals, (await total()).arrivals]).toEqual([
      1, 0, 2,
    ]);
    await as(boss, "PUT", `containers/${containerId}/owner`, { email: ben.email });
    expect(await total("", ann)).toEqual(none);
    expect(await total("", ben)).toMatchObject({ arrivals: 1, scans: { category: 1 }, classes: { carton: 1 } });
  });

  test("count no arrival of a container whose only records turned out to be of another vehicle", async () => {
    const { cloud, boss, as, total, record } = await setUp();
    await record("BOX 1", { device_id: "box", passage_id: "p-1" });
    expect(await total()).toMatchObject({ arrivals: 1, scans: { category: 1 } });
    const { rows } = await cloud.parts.db.execute<{ id: string }>(sql`select id from passages`);
    const assigned = await as(boss, "POST", `passages/${rows[0]!.id}/assignment`, { containerNumber: "BOX 2" });
    expect(assigned.status).toBe(200);
    expect(await total()).toMatchObject({ arrivals: 1, statuses: { SCANNED: 1 }, scans: { category: 1 } });
  });

  test("count a vehicle once for all of its containers, its records and its doubtful part, by who named them", async () => {
    const { cloud, boss, admin, as, total, record, at } = await setUp();
    const of = (passage: string, changes = {}) => ({ device_id: "box", passage_id: passage, ...changes });
    await record("BOX 1", of("p-1", { passage_position: "front" }));
    await record("BOX 1", of("p-1", { passage_position: "front" }));
    const rear = await record("BOX 2", of("p-1", { passage_position: "rear" }));
    expect((await total()).passages).toEqual({ device: 1 });
    await record("UNIDENTIFIED-gate-1", of("p-2", { timestamp: at(20 * HOUR_MS) }));
    await record("UNIDENTIFIED-gate-2", of("p-1-unsure"));
    expect(await total()).toMatchObject({ arrivals: 4, passages: { unidentified: 2 } });
    const { rows } = await cloud.parts.db.execute<{ id: string; passage_id: string }>(
      sql`select id, passage_id from passages where is_unidentified`,
    );
    for (const { id, passage_id: passage } of rows) {
      const containerNumber = passage === "p-2" ? "BOX 3" : "BOX 2";
      expect((await as(boss, "POST", `passages/${id}/assignment`, { containerNumber })).status).toBe(200);
    }
    expect((await total()).passages).toEqual({ person: 2 });
    const counted = await total();
    await markAllStatistics(cloud.parts.db);
    expect(await total()).toEqual(counted);
    expect((await as(admin, "DELETE", `containers/${rear.containerId}`)).status).toBe(200);
    expect((await total()).passages).toEqual({ person: 2 });
  });

  test("are grouped by site and lane as cameras are placed now", async () => {
    const { admin, as, read, total, record } = await setUp();
    await record("BOX 1", { camera_id: "gate-1" });
    await record("BOX 2", { camera_id: "gate-2" });
    const plan = { sites: [{ name: "Port", lanes: [{ name: "In" }, { name: "Out" }] }] };
    const [site] = (await as(admin, "PUT", "admin/topology", plan)).body.data.sites;
    const [lane, other] = site.lanes;
    await as(admin, "PUT", "admin/cameras/gate-1", { name: "One", laneId: lane.id });
    const { items } = await read("&groupBy=lane");
    const places = items.map(({ siteId, laneId, arrivals }: Record<string, unknown>) => ({ siteId, laneId, arrivals }));
    expect(places).toHaveLength(2);
    expect(places).toEqual(
      expect.arrayContaining([
        { siteId: site.id, laneId: lane.id, arrivals: 1 },
        { siteId: null, laneId: null, arrivals: 1 },
      ]),
    );
    expect((await read("&groupBy=site")).items).toContainEqual(
      expect.objectContaining({ siteId: site.id, laneId: null, arrivals: 1 }),
    );
    expect(await total(`&laneId=${lane.id}`)).toMatchObject({ arrivals: 1 });
    expect(await total(`&siteId=${site.id}`)).toMatchObject({ arrivals: 1 });
    expect(await total(`&laneId=${other.id}`)).toEqual(none);
  });

  test("have days as long as their time zone has them", async () => {
    const { cloud, boss, as, record } = await setUp();
    // A day of the last week, 18:29 and 18:31 UTC: before and after midnight in Kolkata, which is 5 h 30 min ahead.
    const dayMs = Math.floor(cloud.parts.nowMs() / DAY_MS - 5) * DAY_MS;
    const time = (minutes: number) => new Date(dayMs + minutes * 60_000).toISOString();
    await record("BOX 1", { timestamp: time(18 * 60 + 29) });
    await record("BOX 2", { timestamp: time(18 * 60 + 31) });
    await countStatistics(cloud.parts.db);
    const days = async (zone: string) =>
      (
        await as(boss, "GET", `statistics?bucket=day&timeZone=${zone}&from=${time(-60)}&to=${time(2 * 1440)}`)
      ).body.data.items.map((item: { at: string; arrivals: number }) => [item.at, item.arrivals]);
    expect(await days("UTC")).toEqual([[time(0), 2]]);
    expect(await days("Asia/Kolkata")).toEqual([
      [time(-330), 1],
      [time(1440 - 330), 1],
    ]);
  });

  test("are given in every time zone that JavaScript and Postgres both know", async () => {
    const { boss, as, at } = await setUp();
    const zones = Intl.supportedValuesOf("timeZone").filter((_, index) => index % fewOrMany(20, 1) === 0);
    const replies = await Promise.all(
      zones.map((zone) => as(boss, "GET", `statistics?from=${at(DAY_MS)}&timeZone=${encodeURIComponent(zone)}`)),
    );
    expect(zones.filter((_, index) => replies[index]?.status !== 200)).toEqual([]);
  });

  test("refuse ranges that are too long, empty, or of no time zone", async () => {
    const { boss, as, at } = await setUp();
    for (const query of [
      "",
      `from=${at(32 * DAY_MS)}`,
      `from=${at(401 * DAY_MS)}&bucket=day`,
      `from=${at(0)}&to=${at(DAY_MS)}`,
      `from=${at(DAY_MS)}&timeZone=Mars/Olympus`,
      `from=${at(DAY_MS)}&timeZone=%2B01:00`,
      `from=${at(DAY_MS)}&bucket=minute`,
    ])
      expect(await as(boss, "GET", `statistics?${query}`)).toMatchObject({
        status: 400,
        body: { error: { code: "VALIDATION_ERROR" } },
      });
  });

  test("count escalations and decisions at the camera that saw the visit first, also after a late scan", async () => {
    const { cloud, boss, as, at, read, total, record } = await setUp();
    const { containerId } = await record("BOX 1", { timestamp: at(HOUR_MS), camera_id: "lane-2" });
    await as(boss, "POST", `containers/${containerId}/escalate`, { reason: "look" });
    const { items } = (await as(boss, "GET", `escalations?containerId=${containerId}`)).body.data;
    cloud.advanceMs(HOUR_MS);
    await as(boss, "POST", `escalations/${items[0].id}/resolve`, { decision: "clear", reason: "seen" });
    await read();
    await record("BOX 1", { timestamp: at(3 * HOUR_MS), camera_id: "lane-1" });
    const counted = await read();
    const placed = async () =>
      (
        await cloud.parts.db.execute(
          sql`select kind, camera_id from statistics where kind in ('arrival', 'escalation', 'decision') order by kind`,
        )
      ).rows;
    const all = ["arrival", "decision", "escalation"].map((kind) => ({ kind, camera_id: "lane-1" }));
    expect(await placed()).toEqual(all);
    // A merge moves records without their times.
    const other = await record("BOX 2", { timestamp: at(4 * HOUR_MS), camera_id: "lane-0" });
    await read();
    await as(boss, "POST", `containers/${other.containerId}/merge`, { intoContainerId: containerId });
    await read();
    expect(await placed()).toEqual(all.map(({ kind }) => ({ kind, camera_id: "lane-0" })));
    expect((await total()).decisions).toEqual(counted.total.decisions);
  });

  test("count what reviewers drew, in the scan where it is", async () => {
    const { boss, as, total, record } = await setUp();
    const { containerId, scanId } = await record("BOX 1");
    const detections = `containers/${containerId}/scans/${scanId}/detections`;
    const rifle = { className: "rifle", polygon: { x: [0, 30, 30], y: [0, 0, 20] } };
    expect((await as(boss, "POST", detections, rifle)).status).toBe(201);
    expect((await as(boss, "POST", detections, { ...rifle, className: "carton" })).status).toBe(201);
    expect((await total()).classes).toEqual({ carton: 1, rifle: 1 });
    expect((await as(boss, "DELETE", `${detections}/1/verdict`)).status).toBe(200);
    expect((await total()).classes).toEqual({ carton: 1 });
  });

  test("report whether all changes are counted", async () => {
    const { cloud, boss, as, at, read, record } = await setUp();
    await record("BOX 1");
    const behind = (await as(boss, "GET", `statistics?from=${at(DAY_MS)}`)).body.data;
    expect(behind).toMatchObject({ upToDate: false, total: none, items: [] });
    expect(await read()).toMatchObject({ upToDate: true, total: { arrivals: 1 } });
    // Records that are committed during counting stay marked.
    let isFirst = true;
    await record("BOX 2");
    await countStatistics(cloud.parts.db, async () => {
      if (isFirst) await record("BOX 3");
      isFirst = false;
      return false;
    });
    expect((await as(boss, "GET", `statistics?from=${at(DAY_MS)}`)).body.data).toMatchObject({
      upToDate: false,
      total: { arrivals: 2 },
    });
    expect((await read()).total.arrivals).toBe(3);
  });
});

test("statistics work on the embedded database", async () => {
  const { total, record } = await setUp(await createEmbeddedTestDatabase());
  await record("BOX 1");
  expect(await total()).toMatchObject({ arrivals: 1, statuses: { SCANNED: 1 }, classes: { carton: 1 } });
});

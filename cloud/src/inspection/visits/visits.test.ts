import { describe, expect, test } from "vitest";
import { drawJpeg, edgeSender, scanBody } from "../../intake/testing.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";

const cloud = await createTestApp();
const { scan, write, identify } = edgeSender(cloud);
const [ann, bob, sue, tom, admin] = [
  await cloud.signIn("operator"),
  await cloud.signIn("operator"),
  await cloud.signIn("supervisor"),
  await cloud.signIn("supervisor"),
  await cloud.signIn("admin"),
];

const HOUR_MS = 3_600_000;
const startMs = cloud.parts.nowMs();
/** Hours before now; the gap is 72 hours. */
const ago = (hours: number) => new Date(startMs - hours * HOUR_MS).toISOString();
const as = (user: TestUser, method: string, url: string, body?: unknown, headers: Record<string, string> = {}) =>
  cloud.send(method, `/v1${url}`, { body, headers: { ...user.authorization, ...headers } });
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];
const scanAt = async (number: string, hours: number, changes = {}) =>
  (await scan(number, await scanBody({ timestamp: ago(hours), user_email: ann.email, ...changes }))).body.data;
const read = async (id: string, query = "") => (await as(ann, "GET", `/containers/${id}${query}`)).body.data;
const visitsOf = async (id: string) => (await as(ann, "GET", `/containers/${id}/visits`)).body.data.items;
const decide = async (user: TestUser, containerId: string, decision: string) => {
  const open = (await as(sue, "GET", `/escalations?containerId=${containerId}`)).body.data.items[0];
  return as(user, "POST", `/escalations/${open.id}/resolve`, { decision, reason: "looked at" });
};
const escalate = (id: string) => as(ann, "POST", `/containers/${id}/escalate`, { reason: "look" });

describe("a write after the gap", () => {
  test("begins a visit without scans; the previous one keeps its status", async () => {
    const first = await scanAt("GAP1", 300);
    const same = await scanAt("GAP1", 228);
    const next = await scanAt("GAP1", 155);
    expect([same.containerId, next.containerId]).toEqual([first.containerId, first.containerId]);
    const now = await read(first.containerId);
    expect(now).toMatchObject({ status: "SCANNED", categoryScan: { scanId: next.scanId } });
    expect(now.visit).toEqual({ number: 2, openedAt: ago(155), closedAt: null, lane: null, laneSince: null });
    const before = await read(first.containerId, "?visit=1");
    expect(before).toMatchObject({ status: "SCANNED", categoryScan: { scanId: same.scanId } });
    expect(before.visit).toEqual({ number: 1, openedAt: ago(300), closedAt: null, lane: null, laneSince: null });
    expect(await visitsOf(first.containerId)).toMatchObject([
      { number: 2, isCurrent: true, openedBy: "edge", lastWriteAt: ago(155), status: "SCANNED", decision: null },
      { number: 1, isCurrent: false, openedBy: "edge", lastWriteAt: ago(228), status: "SCANNED", decision: null },
    ]);
    const log = (await as(admin, "GET", "/admin/audit-log?action=visit.open")).body.data.items;
    expect(log[0]).toMatchObject({ actor: { type: "edge" }, after: { containerId: first.containerId, number: 2 } });
  });

  test("may be a photo or a device's word that it has arrived: then it is REGISTERED, without a category scan", async () => {
    const { containerId } = await scanAt("GAP2", 300);
    await write("evidence", "GAP2", await scanBody({ timestamp: ago(200) }));
    expect(await read(containerId)).toMatchObject({ status: "REGISTERED", categoryScan: null, visit: { number: 2 } });
    await identify({ container_number: "GAP2", timestamp: ago(100) });
    expect(await read(containerId)).toMatchObject({ status: "REGISTERED", categoryScan: null, visit: { number: 3 } });
    const photo = await cloud.app.request(`/v1/containers/${containerId}/evidence`, {
      method: "POST",
      headers: { ...ann.authorization, "Content-Type": "image/jpeg" },
      body: await drawJpeg(),
    });
    expect(JSON.parse(await photo.text()).data.visit).toBe(4);
    const pending = await cloud.app.request(`/v1/containers/${containerId}/scans/defect`, {
      method: "POST",
      headers: { ...ann.authorization, "Content-Type": "image/jpeg" },
      body: await drawJpeg(),
    });
    expect(JSON.parse(await pending.text()).data.scan.visit).toBe(4);
  });

  test("of 20 at once begins one", async () => {
    const { containerId } = await scanAt("GAP3", 300);
    const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => scanAt("GAP3", 100 - index)));
    expect(new Set(replies.map((reply) => reply.containerId))).toEqual(new Set([containerId]));
    expect(await visitsOf(containerId)).toMatchObject([{ number: 2, openedAt: ago(100), lastWriteAt: ago(81) }, { number: 1 }]);
  }); // prettier-ignore
});

describe("records that come late and in any order", () => {
  /** Hours ago, of three visits: each within the gap of its neighbours. */
  const taken = [600, 540, 480, 300, 240, 100, 40, 2];
  const orders = [
    taken.toReversed(),
    [2, 600, 300, 480, 100, 540, 240, 40],
    [240, 2, 40, 540, 600, 100, 480, 300],
    [480, 600, 40, 100, 240, 300, 2, 540],
  ];
  test.each(orders.map((order) => [order.join(" "), order] as const))(
    "make the same visits: %s",
    async (name, order) => {
      const replies = [];
      for (const hours of order) replies.push(await scanAt(`LATE ${name.replaceAll(" ", "-")}`, hours));
      const { containerId } = replies[0];
      const visits = (await visitsOf(containerId)).toSorted((one: { openedAt: string }, other: { openedAt: string }) =>
        one.openedAt.localeCompare(other.openedAt),
      );
      expect(visits).toMatchObject([
        { openedAt: ago(600), lastWriteAt: ago(480), isCurrent: false, status: "SCANNED" },
        { openedAt: ago(300), lastWriteAt: ago(240), isCurrent: false, status: "SCANNED" },
        { openedAt: ago(100), lastWriteAt: ago(2), isCurrent: true, status: "SCANNED" },
      ]);
      expect(visits).toHaveLength(3);
      for (const { number, lastWriteAt } of visits) {
        const { categoryScan } = await read(containerId, `?visit=${number}`);
        expect(categoryScan.timestamp).toBe(lastWriteAt);
      }
      const scans = (await as(ann, "GET", `/containers/${containerId}/scans`)).body.data.items;
      const counts = visits.map(
        ({ number }: { number: number }) => scans.filter(({ visit }: { visit: number }) => visit === number).length,
      );
      expect(counts).toEqual([3, 2, 3]);
    },
  );

  test("by a clock that is far off count as they arrive", async () => {
    const { containerId } = await scanAt("CLOCK1", 200);
    await scan("CLOCK1", await scanBody({ timestamp: "2006-01-01T00:00:00Z" }));
    expect((await read(containerId)).visit.number).toBe(2);
    expect((await read(containerId)).categoryScan).toMatchObject({ clockSuspect: true });
  });

  test("escalate the container as it is now, and name their visit", async () => {
    const { containerId } = await scanAt("LATE-ILLEGAL", 300);
    await scanAt("LATE-ILLEGAL", 100);
    const detections = [{ class_name: "firearm", confidence: 0.9 }];
    await write("scans/illegal", "LATE-ILLEGAL", await scanBody({ timestamp: ago(290), detections }));
    expect(await read(containerId)).toMatchObject({ status: "ESCALATED", visit: { number: 2 } });
    expect(await read(containerId, "?visit=1")).toMatchObject({ status: "SCANNED" });
    const [open] = (await as(sue, "GET", `/escalations?containerId=${containerId}`)).body.data.items;
    expect(open.reason).toContain("visit 1, reported late");
  });

  test("are decided about once: findings that a person decided about on their visit are not raised again", async () => {
    const polygon = { x: [10, 40, 40, 10], y: [10, 10, 40, 40] };
    const detections = [{ class_name: "firearm", confidence: 0.9, polygon }];
    const late = async (hours: number) => {
      const body = { timestamp: ago(hours), detections, camera_id: "late-1" };
      return (await write("scans/illegal", "LATE-DECIDED", await scanBody(body))).body.data.scanId;
    };
    const { containerId } = await scanAt("LATE-DECIDED", 300);
    await scanAt("LATE-DECIDED", 100);
    const raisedBy = await late(290);
    expect((await decide(tom, containerId, "clear")).status).toBe(200);
    const statusAfterDecision = (await read(containerId)).status;
    await late(289);
    const { items } = (await as(sue, "GET", `/escalations?containerId=${containerId}`)).body.data;
    expect([statusAfterDecision, (await read(containerId)).status]).toEqual(["CLEARED", "CLEARED"]);
    expect(items).toMatchObject([{ state: "RESOLVED", scanId: raisedBy }]);
    const reportOn = async (visit: number) =>
      (await as(sue, "GET", `/containers/${containerId}/report?visit=${visit}`)).body.data;
    const [first, second] = [await reportOn(1), await reportOn(2)];
    expect(first.findings).toMatchObject([{ className: "firearm", decided: { decision: "clear" } }]);
    expect(second.matchAsDecided.findings).toMatchObject([{ className: "firearm", evidence: [{ scanId: raisedBy }] }]);
    expect([first.verdict, second.verdict]).not.toContain("hold");
  });
});

describe("a decision", () => {
  test("closes the visit; records within the gap stay in it, escalating opens it again", async () => {
    const { containerId } = await scanAt("CLOSE1", 50);
    await escalate(containerId);
    await decide(sue, containerId, "clear");
    const closed = await read(containerId);
    expect(closed).toMatchObject({ status: "CLEARED", visit: { number: 1, closedAt: expect.any(String) } });
    expect((await visitsOf(containerId))[0]).toMatchObject({ decision: "clear" });
    await scanAt("CLOSE1", 1);
    expect(await read(containerId)).toMatchObject({ status: "CLEARED", visit: closed.visit });
    await escalate(containerId);
    expect(await read(containerId)).toMatchObject({ status: "ESCALATED", visit: { number: 1, closedAt: null } });
  });

  test("to clear lets the next visit begin after the gap; to hold keeps the container until it is cleared", async () => {
    const ids = [];
    for (const [number, decision] of [["CLOSE2", "clear"], ["CLOSE3", "hold"], ["CLOSE4", "inspect"]] as const) {
      const { containerId } = await scanAt(number, 300);
      await escalate(containerId);
      await decide(sue, containerId, decision);
      await scanAt(number, 100);
      ids.push(containerId);
    } // prettier-ignore
    const stand = await Promise.all(ids.map((id) => read(id)));
    expect(stand.map(({ status, visit }) => [status, visit.number])).toEqual([["SCANNED", 2], ["HELD", 1], ["INSPECT", 1]]);
    expect(codeOf(await as(ann, "POST", `/containers/${ids[1]}/visits`))).toEqual([409, "VISIT_UNDECIDED"]);
    await escalate(ids[1]);
    expect(codeOf(await as(ann, "POST", `/containers/${ids[1]}/visits`))).toEqual([409, "VISIT_UNDECIDED"]);
    await decide(tom, ids[1], "clear");
    expect((await as(ann, "POST", `/containers/${ids[1]}/visits`)).body.data).toMatchObject({ status: "REGISTERED" });
  }); // prettier-ignore
});

describe("POST /v1/containers/{id}/visits", () => {
  test("begins the next visit for the owner and for supervisors, once something is recorded on the current one", async () => {
    const { id } = (await as(ann, "POST", "/containers", { containerNumber: "OPEN1" })).body.data;
    expect(codeOf(await as(ann, "POST", `/containers/${id}/visits`))).toEqual([409, "VISIT_EMPTY"]);
    await scanAt("OPEN1", 500);
    const etag = (await as(ann, "GET", `/containers/${id}`)).headers.get("ETag")!;
    expect(codeOf(await as(bob, "POST", `/containers/${id}/visits`))).toEqual([403, "FORBIDDEN"]);
    expect(codeOf(await as(ann, "POST", "/containers/nope/visits"))).toEqual([404, "CONTAINER_NOT_FOUND"]);
    const stale = { "If-Match": '"stale"' };
    expect(codeOf(await as(ann, "POST", `/containers/${id}/visits`, undefined, stale))).toEqual([412, "PRECONDITION_FAILED"]);
    const reply = await as(ann, "POST", `/containers/${id}/visits`, undefined, { "If-Match": etag });
    expect(reply.status).toBe(201);
    expect(reply.body.data).toMatchObject({ status: "REGISTERED", categoryScan: null, visit: { number: 2, closedAt: null } });
    expect(reply.headers.get("ETag")).toBe((await as(ann, "GET", `/containers/${id}`)).headers.get("ETag"));
    await scanAt("OPEN1", 490);
    expect((await read(id)).categoryScan).toBeNull();
    expect((await read(id, "?visit=1")).categoryScan.timestamp).toBe(ago(490));
    await scan("OPEN1", await scanBody());
    expect(await read(id)).toMatchObject({ status: "SCANNED", visit: { number: 2 } });
    expect((await as(sue, "POST", `/containers/${id}/visits`)).body.data.visit.number).toBe(3);
    const report = (await as(ann, "GET", `/containers/${id}/report`)).body.data;
    expect(report.timeline).toMatchObject([{ event: "visit-opened", actor: sue.email }]);
  }); // prettier-ignore
});

describe("the manifest of a visit", () => {
  const declare = async (containerNumber: string) =>
    (await as(ann, "POST", "/manifests", { containerNumber })).body.data;

  test("stays with it, and the next visit gets the one that waits", async () => {
    const { containerId } = await scanAt("PAPER1", 300);
    const old = await declare("PAPER1");
    expect(old.containerId).toBeNull();
    await as(ann, "PUT", `/containers/${containerId}/manifest`, { manifestId: old.id });
    await scanAt("PAPER1", 200);
    expect(await read(containerId)).toMatchObject({ manifestId: null, visit: { number: 2 } });
    const next = await declare("PAPER1");
    expect(next.containerId).toBeNull();
    const reply = await scanAt("PAPER1", 100);
    expect(reply.manifestMatch).not.toBeNull();
    expect(await read(containerId)).toMatchObject({ manifestId: next.id, visit: { number: 3 } });
    expect(await read(containerId, "?visit=1")).toMatchObject({ manifestId: old.id });
    expect((await as(ann, "GET", `/manifests/${old.id}`)).body.data.containerId).toBe(containerId);
    await as(ann, "PUT", `/manifests/${old.id}`, { status: "VALIDATED" });
    expect((await read(containerId)).manifestId).toBe(next.id);
    const matches = (await as(ann, "GET", `/containers/${containerId}/scans`)).body.data.items;
    expect(matches.map(({ visit, manifestMatch }: { visit: number; manifestMatch: object }) => [visit, manifestMatch !== null])).toEqual([[3, true], [2, false], [1, true]]);
    const report = (await as(ann, "GET", `/containers/${containerId}/report?visit=1`)).body.data;
    expect(report.manifest.id).toBe(old.id);
    expect(report.scans.category.visit).toBe(1);
    expect((await as(ann, "GET", `/containers/${containerId}/report?visit=2`)).body.data.manifest).toBeNull();
  }); // prettier-ignore

  test("that is made while the visit is on attaches at once", async () => {
    const { containerId } = await scanAt("PAPER2", 10);
    expect((await declare("PAPER2")).containerId).toBe(containerId);
  });
});

describe("reading older visits", () => {
  test("narrows lists, and refuses numbers that are none", async () => {
    const { containerId } = await scanAt("READ1", 300);
    await scanAt("READ1", 100);
    await write("evidence", "READ1", await scanBody({ timestamp: ago(299) }));
    const numbers = async (path: string) =>
      (await as(ann, "GET", `/containers/${containerId}${path}`)).body.data.items.map((item: { visit: number }) => item.visit);
    expect(await numbers("/scans")).toEqual([2, 1]);
    expect(await numbers("/scans?visit=1")).toEqual([1]);
    expect(await numbers("/evidence")).toEqual([1]);
    expect(await numbers("/evidence?visit=2")).toEqual([]);
    for (const path of ["", "/scans", "/evidence", "/report"]) {
      expect(codeOf(await as(ann, "GET", `/containers/${containerId}${path}?visit=9`))).toEqual([404, "VISIT_NOT_FOUND"]);
      for (const bad of ["0", "-1", "1.5", "x", "", "9999999999"])
        expect(codeOf(await as(ann, "GET", `/containers/${containerId}${path}?visit=${bad}`))).toEqual([400, "VALIDATION_ERROR"]);
    }
    const page = (await as(ann, "GET", `/containers/${containerId}/visits?limit=1`)).body.data;
    expect(page.items).toMatchObject([{ number: 2 }]);
    const rest = (await as(ann, "GET", `/containers/${containerId}/visits?cursor=${page.nextCursor}`)).body.data;
    expect([rest.items, rest.nextCursor]).toMatchObject([[{ number: 1 }], null]);
    const beyond = Buffer.from(String(2 ** 31)).toString("base64url");
    const refused = await as(ann, "GET", `/containers/${containerId}/visits?cursor=${beyond}`);
    expect(codeOf(refused)).toEqual([400, "VALIDATION_ERROR"]);
    expect(codeOf(await as(bob, "GET", `/containers/${containerId}/visits`))).toEqual([403, "FORBIDDEN"]);
  }); // prettier-ignore
});

test("reading a container takes two queries: session with user, and container with owner and visit", async () => {
  const { containerId } = await scanAt("COUNT1", 1);
  const { $client: pool } = cloud.parts.pools.people as unknown as {
    $client: { query: (...args: unknown[]) => unknown };
  };
  const ask = pool.query.bind(pool);
  const asked: string[] = [];
  pool.query = (...args) => {
    asked.push(JSON.stringify(args[0]));
    return ask(...args);
  };
  expect((await as(ann, "GET", `/containers/${containerId}`)).status).toBe(200);
  pool.query = ask;
  // The feeds of live events and of watched cameras read now and then, for every caller.
  const ours = asked.filter((query) => !/live_events|watched_cameras/.test(query));
  expect(ours).toEqual([expect.stringContaining("sessions"), expect.stringContaining("containers")]);
});

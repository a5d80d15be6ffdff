import { describe, expect, test } from "vitest";
import { createTestApp, type TestUser } from "../../testing/app.ts";
import { edgeSender, scanBody } from "../../intake/testing.ts";

const cloud = await createTestApp();
const { scan } = edgeSender(cloud);
const [ann, bob, sue] = [
  await cloud.signIn("operator"),
  await cloud.signIn("operator"),
  await cloud.signIn("supervisor"),
];
const as = (user: TestUser, method: string, url: string, body?: unknown, headers: Record<string, string> = {}) =>
  cloud.send(method, `/v1${url}`, { body, headers: { ...user.authorization, ...headers } });
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];
const declare = async (fields: object, user = ann): Promise<string> =>
  (await as(user, "POST", "/manifests", { status: "VALIDATED", ...fields })).body.data.id;
const make = async (containerNumber: string): Promise<string> =>
  (await as(ann, "POST", "/containers", { containerNumber })).body.data.id;
const read = async (id: string, query = "") => (await as(sue, "GET", `/containers/${id}${query}`)).body.data;
const manifestsOf = async (id: string, query = ""): Promise<string[]> => (await read(id, query)).manifestIds;
const containerOf = async (id: string) => (await as(sue, "GET", `/manifests/${id}`)).body.data.containerId;
const reportOf = async (id: string) => (await as(sue, "GET", `/containers/${id}/report`)).body.data;
const escalationsOf = async (id: string) => (await as(sue, "GET", `/escalations?containerId=${id}`)).body.data.items;
const historyOf = async (id: string) =>
  (await as(sue, "GET", `/manifests/${id}/history`)).body.data.items.map(({ action }: { action: string }) => action);

const coffee = { description: "Coffee", hsCode: "090111", packageCode: "SA", numberOfPackages: 300 };
const oil = { description: "Lubricating oil", hsCode: "271019", packageCode: "DR", numberOfPackages: 20 };
const seen = (class_name: string, count: number) =>
  Array.from({ length: count }, () => ({ class_name, confidence: 0.9, area_percentage: 4, quantity: 1 }));
const laden = [...seen("sack", 12), ...seen("drum", 8)];
let minutes = 0;
const scanned = async (number: string, more: object = {}) => {
  const timestamp = new Date(cloud.parts.nowMs() - 600_000 + (minutes += 1) * 100).toISOString();
  return (await scan(number, await scanBody({ detections: laden, user_email: ann.email, timestamp, ...more }))).body
    .data;
};
/** A container with a house bill of coffee and one of oil. */
const consolidated = async (containerNumber: string) => {
  const id = await make(containerNumber);
  const first = await declare({ containerNumber, billOfLading: "H1", declaredGoods: [coffee] });
  const second = await declare({ containerNumber, billOfLading: "H2", declaredGoods: [oil] });
  return { id, first, second };
};

describe("house bills of one container", () => {
  test("attach by themselves, one after the other, and are compared together", async () => {
    const { id, first, second } = await consolidated("HOUSE 1");
    expect(await read(id)).toMatchObject({ manifestId: first, manifestIds: [first, second] });
    expect(await Promise.all([containerOf(first), containerOf(second)])).toEqual([id, id]);
    const { manifestMatch, scanId } = await scanned("HOUSE 1");
    expect(manifestMatch).toMatchObject({ lane: "green", isComplete: true });
    const report = await reportOf(id);
    expect([report.verdict, report.manifest.id]).toEqual(["clear", first]);
    expect(report.manifests.map((manifest: { id: string }) => manifest.id)).toEqual([first, second]);
    for (const url of [`/containers/${id}/scans/${scanId}`, `/containers/${id}/scans?type=category`]) {
      const { data } = (await as(ann, "GET", url)).body;
      expect((data.items?.[0] ?? data).manifestMatch).toEqual(manifestMatch);
    }
  });

  test("that wait attach with the container, the newest first", async () => {
    const waiting = [];
    for (const billOfLading of ["H1", "H2", "H1", null, "H3"])
      waiting.unshift(await declare({ containerNumber: "HOUSE 2", billOfLading }));
    const [h3, _bare, again, h2] = waiting;
    const { containerId } = await scanned("HOUSE 2");
    expect(await read(containerId)).toMatchObject({ manifestId: h3, manifestIds: [h3, again, h2] });
  });

  test("wait where they repeat a bill, have none, or name another voyage, and after a decision", async () => {
    const containerNumber = "HOUSE 3";
    const id = await make(containerNumber);
    const first = await declare({ containerNumber, billOfLading: "H1", vessel: { voyageNumber: "26W" } });
    for (const other of [{ billOfLading: "H-1" }, {}, { billOfLading: "H9", vessel: { voyageNumber: "27W" } }])
      expect(await containerOf(await declare({ containerNumber, ...other }))).toBeNull();
    expect(await manifestsOf(id)).toEqual([first]);
    await scanned(containerNumber);
    await as(sue, "POST", `/containers/${id}/escalate`, { reason: "look" });
    const [{ id: escalationId }] = await escalationsOf(id);
    await as(sue, "POST", `/escalations/${escalationId}/resolve`, { decision: "clear", reason: "fine" });
    const late = await declare({ containerNumber, billOfLading: "H2" });
    expect(await manifestsOf(id)).toEqual([first]);
    expect((await as(ann, "PUT", `/containers/${id}/manifests/${late}`)).status).toBe(200);
    expect(await manifestsOf(id)).toEqual([first, late]);
  });

  test("of another user, who may not see the container, wait", async () => {
    const { id, first, second } = await consolidated("HOUSE 4");
    await declare({ containerNumber: "HOUSE 4", billOfLading: "H3" }, bob);
    expect(await manifestsOf(id)).toEqual([first, second]);
  });

  test("stay with their visit; the next one gets those that wait", async () => {
    const { id, first, second } = await consolidated("HOUSE 5");
    await scanned("HOUSE 5");
    expect((await as(ann, "POST", `/containers/${id}/visits`)).body.data.manifestIds).toEqual([]);
    const third = await declare({ containerNumber: "HOUSE 5", billOfLading: "H3" });
    expect(await manifestsOf(id)).toEqual([third]);
    expect(await manifestsOf(id, "?visit=1")).toEqual([first, second]);
    expect(await containerOf(second)).toBe(id);
    const visits = (await as(ann, "GET", `/containers/${id}/visits`)).body.data.items;
    expect(visits.map((visit: { manifestIds: string[] }) => visit.manifestIds)).toEqual([[third], [first, second]]);
  });
});

describe("PUT and DELETE /v1/containers/{id}/manifests/{manifestId}", () => {
  const beside = (id: string, manifestId: string, user = ann, headers = {}) =>
    as(user, "PUT", `/containers/${id}/manifests/${manifestId}`, undefined, headers);
  const remove = (id: string, manifestId: string, user = ann, headers = {}) =>
    as(user, "DELETE", `/containers/${id}/manifests/${manifestId}`, undefined, headers);

  test("attach beside the others and detach one of several", async () => {
    const id = await make("BESIDE 1");
    const [one, two, three] = [await declare({}), await declare({}), await declare({})];
    for (const manifestId of [one, two, three, two]) expect((await beside(id, manifestId)).status).toBe(200);
    expect(await read(id)).toMatchObject({ manifestId: one, manifestIds: [one, two, three] });
    const reply = await remove(id, one);
    expect([reply.status, reply.body.data.manifestId, reply.body.data.manifestIds]).toEqual([200, two, [two, three]]);
    expect(reply.headers.get("ETag")).toBe((await as(ann, "GET", `/containers/${id}`)).headers.get("ETag"));
    expect(await containerOf(one)).toBeNull();
    expect(codeOf(await remove(id, one))).toEqual([404, "MANIFEST_NOT_FOUND"]);
    expect(await historyOf(one)).toEqual(["detached", "attached", "created"]);
    expect(await historyOf(two)).toEqual(["attached", "created"]);
  });

  test("move one from another container, which keeps the rest", async () => {
    const { id, first, second } = await consolidated("BESIDE 2");
    const other = await make("BESIDE 3");
    expect((await beside(other, first)).body.data.manifestIds).toEqual([first]);
    expect(await read(id)).toMatchObject({ manifestId: second, manifestIds: [second] });
    expect(await historyOf(first)).toEqual(["detached", "attached", "created"]);
  });

  test("refuse, in this order: 404 container, 403, 412, 404 manifest, 403 manifest", async () => {
    const [id, manifestId, foreign] = [await make("BESIDE 4"), await declare({}), await declare({}, bob)];
    const stale = { "If-Match": '"stale"' };
    for (const send of [beside, remove]) {
      expect(codeOf(await send("nope", manifestId, bob))).toEqual([404, "CONTAINER_NOT_FOUND"]);
      expect(codeOf(await send(id, manifestId, bob, stale))).toEqual([403, "FORBIDDEN"]);
      expect(codeOf(await send(id, manifestId, ann, stale))).toEqual([412, "PRECONDITION_FAILED"]);
      expect(codeOf(await send(id, "nope"))).toEqual([404, "MANIFEST_NOT_FOUND"]);
    }
    expect(codeOf(await beside(id, foreign))).toEqual([403, "FORBIDDEN"]);
    expect(await manifestsOf(id)).toEqual([]);
  });

  test("escalate cargo that is no longer declared", async () => {
    const { id, second } = await consolidated("BESIDE 5");
    await scanned("BESIDE 5");
    expect(await escalationsOf(id)).toEqual([]);
    expect((await remove(id, second)).body.data.status).toBe("ESCALATED");
    expect(await escalationsOf(id)).toMatchObject([{ source: "manifest", findings: [{ className: "drum" }] }]);
  });
});

describe("clients that know one manifest", () => {
  test("replace all with PUT, and detach all with DELETE", async () => {
    const { id, first, second } = await consolidated("ONLY 1");
    const own = await declare({});
    const put = await as(ann, "PUT", `/containers/${id}/manifest`, { manifestId: own });
    expect(put.body.data).toMatchObject({ manifestId: own, manifestIds: [own] });
    expect(await Promise.all([containerOf(first), containerOf(second)])).toEqual([null, null]);
    expect(await historyOf(second)).toEqual(["detached", "created"]);
    await as(ann, "PUT", `/containers/${id}/manifests/${second}`);
    await as(ann, "PUT", `/containers/${id}/manifest`, { manifestId: second });
    expect(await manifestsOf(id)).toEqual([second]);
    await as(ann, "PUT", `/containers/${id}/manifests/${first}`);
    const detached = await as(ann, "DELETE", `/containers/${id}/manifest`);
    expect(detached.body.data).toMatchObject({ manifestId: null, manifestIds: [] });
    expect(await Promise.all([containerOf(first), containerOf(second)])).toEqual([null, null]);
  });

  test("delete the first manifest, and see the next", async () => {
    const { id, first, second } = await consolidated("ONLY 2");
    await scanned("ONLY 2");
    await as(ann, "DELETE", `/manifests/${first}`);
    expect(await read(id)).toMatchObject({ manifestId: second, manifestIds: [second], status: "ESCALATED" });
  });

  test("delete one of several, in whose place the one of the same bill that waits comes", async () => {
    const { id, first, second } = await consolidated("ONLY 3");
    const again = await declare({ containerNumber: "ONLY 3", billOfLading: "H2", declaredGoods: [oil] });
    expect(await containerOf(again)).toBeNull();
    await as(ann, "DELETE", `/manifests/${second}`);
    expect(await manifestsOf(id)).toEqual([first, again]);
    expect(await historyOf(again)).toEqual(["attached", "created"]);
  });
});

describe("the report on several manifests", () => {
  test("names the manifest of a line, of a status and of a change", async () => {
    const containerNumber = "REPORT 1";
    const id = await make(containerNumber);
    const first = await declare({ containerNumber, billOfLading: "H1", declaredGoods: [coffee] });
    const paint = { description: "Paint, flash point 12 °C", hsCode: "320890", packageCode: "DR" };
    const second = await declare({
      containerNumber, billOfLading: "H2", declaredGoods: [oil, paint], status: "SUBMITTED",
    }); // prettier-ignore
    await scanned(containerNumber);
    cloud.advanceMs(1_000);
    await as(ann, "PUT", `/manifests/${second}`, { weight: { gross: { value: 1, unit: "TNE" } } });
    const { manifestMatch, timeline, matchAsDecided } = await reportOf(id);
    const found = (rule: string) => manifestMatch.findings.find((one: { rule: string }) => one.rule === rule);
    expect(found("dangerous-goods-undeclared")).toMatchObject({
      message: expect.stringContaining("Line 2 of bill of lading H2, Paint"),
      grounds: expect.stringContaining("Declared: line 2 of bill of lading H2."),
      lines: [2],
      manifests: [{ manifestId: second, lines: [2] }],
    });
    expect(found("manifest-not-validated")).toMatchObject({
      message: "The manifest of bill of lading H2 has the status SUBMITTED: it has not been validated.",
      manifests: [{ manifestId: second, lines: [] }],
    });
    expect(found("amended-after-picture").message).toContain("The manifest of bill of lading H2 was changed");
    expect(timeline.map(({ message }: { message: string }) => message)).toContain(
      "The manifest of bill of lading H2 was changed: weight. Added: weight.gross.unit TNE; weight.gross.value 1.",
    );
    expect(matchAsDecided).toBeNull();
    await as(sue, "POST", `/containers/${id}/escalate`, { reason: "look" });
    const [{ id: escalationId }] = await escalationsOf(id);
    await as(sue, "POST", `/escalations/${escalationId}/resolve`, { decision: "clear", reason: "fine" });
    const decided = await reportOf(id);
    expect(decided.matchAsDecided.manifests).toMatchObject([{ manifestId: first }, { manifestId: second, version: 2 }]);
    expect(decided.verdict).toBe("clear");
  });

  test("lists a house bill that came after the picture and explains undeclared cargo", async () => {
    const containerNumber = "REPORT 2";
    const id = await make(containerNumber);
    await declare({ containerNumber, billOfLading: "H1", declaredGoods: [coffee] });
    await scanned(containerNumber);
    expect((await reportOf(id)).verdict).toBe("hold");
    const late = await declare({ containerNumber, billOfLading: "H2", declaredGoods: [oil] });
    const report = await reportOf(id);
    expect([report.verdict, report.manifestMatch.lane]).toEqual(["hold", "red"]);
    expect(report.manifestMatch.findings[0]).toMatchObject({
      rule: "added-after-picture",
      severity: "critical",
      manifests: [{ manifestId: late, lines: [] }],
      message: expect.stringMatching(/^After the first picture was taken, a manifest was added \(bill of lading H2\)\. Before: .*drum/),
    }); // prettier-ignore
  });

  test("only mentions one that came after the picture and changes nothing", async () => {
    const { id } = await consolidated("REPORT 3");
    await scanned("REPORT 3");
    await declare({ containerNumber: "REPORT 3", billOfLading: "H3", declaredGoods: [coffee] });
    const report = await reportOf(id);
    expect(report.verdict).toBe("clear");
    const added = report.manifestMatch.findings.filter(({ rule }: { rule: string }) => rule === "added-after-picture");
    expect(added).toMatchObject([{ severity: "info" }]);
  });
});

describe("at the same moment", () => {
  test("house bills that are written all attach, each once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const containerNumber = `ONCE ${round}`;
      const id = await make(containerNumber);
      const bills = ["H1", "H2", "H3", "H4", "H5"];
      const ids = await Promise.all(bills.map((billOfLading) => declare({ containerNumber, billOfLading }, sue)));
      const attached = await manifestsOf(id);
      expect(attached.toSorted()).toEqual(ids.toSorted());
      expect((await read(id)).manifestId).toBe(attached[0]);
    }
  });

  test("house bills that are written while a device sees the container for the first time all attach", async () => {
    for (let round = 0; round < 5; round += 1) {
      const containerNumber = `FIRST ${round}`;
      const [{ containerId }, ...ids] = await Promise.all([
        scanned(containerNumber),
        ...["H1", "H2", "H3"].map((billOfLading) => declare({ containerNumber, billOfLading }, sue)),
      ]);
      expect((await manifestsOf(containerId)).toSorted()).toEqual(ids.toSorted());
    }
  });

  test("a manifest that is deleted while it is attached is not left on a container, nor on two", async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id, first, second } = await consolidated(`LEFT ${round}`);
      const other = await make(`LEFT OTHER ${round}`);
      const replies = await Promise.all([
        as(ann, "PUT", `/containers/${other}/manifests/${second}`),
        as(ann, "DELETE", `/manifests/${second}`),
        as(ann, "DELETE", `/containers/${id}/manifests/${first}`),
        as(ann, "PUT", `/containers/${other}/manifests/${first}`),
        scanned(`LEFT ${round}`).then(() => ({ status: 200 })),
      ]);
      for (const { status } of replies) expect([200, 404]).toContain(status);
      const all = [...(await manifestsOf(id)), ...(await manifestsOf(other))];
      expect(all).not.toContain(second);
      expect(all.length).toBe(new Set(all).size);
    }
  });
});

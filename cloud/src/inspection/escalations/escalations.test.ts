import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";

const cloud = await createTestApp();
const { scan, write } = edgeSender(cloud);
const [ann, bob, sue, sid, admin] = [
  await cloud.signIn("operator"),
  await cloud.signIn("operator"),
  await cloud.signIn("supervisor"),
  await cloud.signIn("supervisor"),
  await cloud.signIn("admin"),
];

const as = (user: TestUser, method: string, url: string, body?: unknown, headers: Record<string, string> = {}) =>
  cloud.send(method, `/v1${url}`, { body, headers: { ...user.authorization, ...headers } });
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];
const make = async (containerNumber: string, user = ann): Promise<string> =>
  (await as(user, "POST", "/containers", { containerNumber })).body.data.id;
const escalate = (user: TestUser, id: string, reason: unknown = "the seal looks new") =>
  as(user, "POST", `/containers/${id}/escalate`, { reason });
const act = (user: TestUser, id: string, verb: string, body?: unknown, headers = {}) =>
  as(user, "POST", `/escalations/${id}/${verb}`, body, headers);
const resolve = (user: TestUser, id: string, decision: string) =>
  act(user, id, "resolve", { decision, reason: "seen" });
const statusOf = async (id: string) => (await as(sue, "GET", `/containers/${id}`)).body.data.status;
const open = async (containerId: string) => (await escalate(ann, containerId)).body.data.id;
const queue = async (query: string) => (await as(sue, "GET", `/escalations?${query}`)).body.data.items;

describe("escalating a container", () => {
  test("is readable for its owner and supervisors only", async () => {
    const containerId = await make("ESC-READ");
    const { id } = (await escalate(ann, containerId)).body.data;
    const read = (user: TestUser, which = id) => as(user, "GET", `/escalations/${which}`);
    expect(await read(ann)).toMatchObject({ status: 200, body: { data: { id, raisedBy: { id: ann.id } } } });
    expect((await read(sue)).status).toBe(200);
    expect(codeOf(await read(bob))).toEqual([403, "FORBIDDEN"]);
    expect(codeOf(await read(bob, "0".repeat(24)))).toEqual([404, "ESCALATION_NOT_FOUND"]);
    expect(codeOf(await as(ann, "GET", "/escalations"))).toEqual([403, "FORBIDDEN"]);
  });

  test.each([" ", " \u200b "])(
    "needs a reason with a visible character, unlike %j, as do decisions and holds",
    async (reason) => {
      const containerId = await make(`ESC-BLANK-${reason.length}`);
      expect(codeOf(await escalate(ann, containerId, reason))).toEqual([400, "VALIDATION_ERROR"]);
      const id = await open(containerId);
      await act(sue, id, "claim");
      expect(codeOf(await act(sue, id, "resolve", { decision: "clear", reason }))).toEqual([400, "VALIDATION_ERROR"]);
      const hold = await as(sue, "PUT", `/containers/${containerId}/legal-hold`, { reason });
      expect(codeOf(hold)).toEqual([400, "VALIDATION_ERROR"]);
      expect(await statusOf(containerId)).toBe("ESCALATED");
    },
  );

  test("puts it before the supervisors", async () => {
    const containerId = await make("ESC1");
    const reply = await escalate(ann, containerId);
    expect(reply.status).toBe(201);
    expect(reply.body.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      container: { id: containerId, containerNumber: "ESC1", status: "ESCALATED" },
      state: "OPEN",
      source: "user",
      reason: "the seal looks new",
      scanId: null,
      findings: [],
      raisedBy: { id: ann.id, email: ann.email },
      claimedBy: null,
      claimedAt: null,
      decision: null,
      decisionReason: null,
      resolvedBy: null,
      resolvedAt: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await statusOf(containerId)).toBe("ESCALATED");
    const got = await as(sid, "GET", `/escalations/${reply.body.data.id}`);
    expect(got.body.data).toEqual(reply.body.data);
    expect(got.headers.get("ETag")).toBe(reply.headers.get("ETag"));
    expect(await queue(`containerId=${containerId}&state=OPEN`)).toEqual([reply.body.data]);
    expect(await queue(`containerId=${containerId}&state=RESOLVED`)).toEqual([]);
  });

  test("refuses, in this order: 400, 404, 403, 409", async () => {
    const containerId = await make("ESC2");
    await escalate(sue, containerId);
    for (const reason of [undefined, null, "", 5, "x".repeat(2_001), "\0"])
      expect(codeOf(await as(bob, "POST", "/containers/nope/escalate", { reason }))).toEqual([400, "VALIDATION_ERROR"]);
    expect(codeOf(await escalate(bob, "nope"))).toEqual([404, "CONTAINER_NOT_FOUND"]);
    expect(codeOf(await escalate(bob, containerId))).toEqual([403, "FORBIDDEN"]);
    expect(codeOf(await escalate(ann, containerId))).toEqual([409, "ESCALATION_ALREADY_OPEN"]);
  });

  test("of ten at once raises one", async () => {
    const containerId = await make("ESC3");
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) => escalate(index % 2 ? ann : sue, containerId)),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(await queue(`containerId=${containerId}`)).toHaveLength(1);
  });

  test("leaves the queue to supervisors", async () => {
    const id = await open(await make("ESC4"));
    for (const [method, url] of [
      ["GET", ""],
      ["POST", `/${id}/claim`],
      ["POST", `/${id}/release`],
    ])
      expect(codeOf(await as(ann, method!, `/escalations${url}`))).toEqual([403, "FORBIDDEN"]);
    expect(codeOf(await resolve(ann, id, "clear"))).toEqual([403, "FORBIDDEN"]);
    expect(codeOf(await as(sue, "GET", "/escalations/nope"))).toEqual([404, "ESCALATION_NOT_FOUND"]);
  });
});

describe("a claim", () => {
  test("belongs to the first of many, and again to the same one", async () => {
    const id = await open(await make("CLAIM1"));
    const replies = await Promise.all([sue, sid, admin, sue, sid, admin].map((user) => act(user, id, "claim")));
    const winners = replies.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(2);
    expect(winners[0]!.body.data).toEqual(winners[1]!.body.data);
    expect(winners[0]!.body.data).toMatchObject({ state: "CLAIMED", claimedAt: expect.any(String) });
    expect(codeOf(replies.find(({ status }) => status !== 200)!)).toEqual([409, "ESCALATION_CLAIMED"]);
  });

  test("is released by its owner or an admin, and keeps others from deciding", async () => {
    const id = await open(await make("CLAIM2"));
    expect(codeOf(await act(sue, id, "release"))).toEqual([409, "ESCALATION_NOT_CLAIMED"]);
    await act(sue, id, "claim");
    expect(await queue(`claimedById=${sue.id}`)).toContainEqual(expect.objectContaining({ id }));
    expect(await queue(`claimedById=${sid.id}`)).not.toContainEqual(expect.objectContaining({ id }));
    expect(codeOf(await act(sid, id, "release"))).toEqual([409, "ESCALATION_CLAIMED"]);
    expect(codeOf(await resolve(sid, id, "clear"))).toEqual([409, "ESCALATION_CLAIMED"]);
    expect((await act(admin, id, "release")).body.data).toMatchObject({
      state: "OPEN",
      claimedBy: null,
      claimedAt: null,
    });
    await act(sid, id, "claim");
    expect((await act(sid, id, "release")).status).toBe(200);
  });

  test("honours If-Match", async () => {
    const id = await open(await make("CLAIM3"));
    const etag = (await as(sue, "GET", `/escalations/${id}`)).headers.get("ETag");
    expect((await act(sue, id, "claim", undefined, { "If-Match": etag })).status).toBe(200);
    const stale = await act(sue, id, "release", undefined, { "If-Match": etag });
    expect(codeOf(stale)).toEqual([412, "PRECONDITION_FAILED"]);
  });
});

describe("a decision", () => {
  test.each([["clear", "CLEARED"], ["hold", "HELD"], ["inspect", "INSPECT"]])("to %s makes the container %s, also past later scans", async (decision, status) => {
    const containerId = await make(`DECIDE-${decision}`);
    const id = await open(containerId);
    const reply = await resolve(sue, id, decision);
    expect(reply.status).toBe(200);
    expect(reply.body.data).toMatchObject({
      state: "RESOLVED",
      decision,
      decisionReason: "seen",
      resolvedBy: { id: sue.id, email: sue.email },
      resolvedAt: expect.any(String),
      container: { status },
    });
    await scan(`DECIDE-${decision}`, await scanBody());
    expect(await statusOf(containerId)).toBe(status);
    expect((await escalate(ann, containerId)).status).toBe(201);
    expect(await statusOf(containerId)).toBe(decision === "hold" ? "HELD" : "ESCALATED");
  }); // prettier-ignore

  test("is taken once", async () => {
    const id = await open(await make("DECIDE2"));
    const replies = await Promise.all([sue, sid, admin].map((user) => resolve(user, id, "inspect")));
    const [won, ...lost] = replies.toSorted((one, other) => one.status - other.status);
    expect(won?.status).toBe(200);
    for (const reply of lost) expect(codeOf(reply)).toEqual([409, "ESCALATION_RESOLVED"]);
    for (const verb of ["claim", "release"])
      expect(codeOf(await act(sue, id, verb))).toEqual([409, "ESCALATION_RESOLVED"]);
    expect(codeOf(await resolve(sue, "nope", "clear"))).toEqual([404, "ESCALATION_NOT_FOUND"]);
  });

  test.each([{}, { decision: "clear" }, { decision: "free", reason: "x" }, { decision: "clear", reason: "" }])("refuses %j before it looks for the escalation", async (body) => {
    expect(codeOf(await act(sue, "nope", "resolve", body))).toEqual([400, "VALIDATION_ERROR"]);
  }); // prettier-ignore

  test("to clear a held container takes a second person, whatever came between", async () => {
    const containerId = await make("FOUR-EYES");
    await resolve(sue, await open(containerId), "hold");
    await resolve(sue, await open(containerId), "inspect");
    const id = await open(containerId);
    expect(codeOf(await resolve(sue, id, "clear"))).toEqual([403, "SECOND_PERSON_REQUIRED"]);
    expect(await statusOf(containerId)).toBe("HELD");
    expect((await resolve(sid, id, "clear")).status).toBe(200);
    expect((await resolve(sue, await open(containerId), "clear")).status).toBe(200);
  });
});

describe("critical manifest findings of an edge scan", () => {
  const declareRice = async (containerNumber: string, fields = {}) =>
    as(ann, "POST", "/manifests", { containerNumber, status: "VALIDATED", ...fields });

  test("escalate the container, once while it is open, and after a decision once the manifest changes", async () => {
    const containerId = await make("CRIT1");
    const manifestId = (await declareRice("CRIT1", { status: "REJECTED" })).body.data.id;
    const { scanId } = (await scan("CRIT1", await scanBody())).body.data;
    await scan("CRIT1", await scanBody());
    expect(await queue(`containerId=${containerId}`)).toEqual([
      expect.objectContaining({
        source: "manifest",
        state: "OPEN",
        scanId,
        raisedBy: null,
        reason: "The manifest was rejected: the container may not be released on it.",
        findings: [expect.objectContaining({ rule: "manifest-not-validated", severity: "critical" })],
      }),
    ]);
    const [{ id }] = await queue(`containerId=${containerId}`);
    await resolve(sue, id, "clear");
    expect(await statusOf(containerId)).toBe("CLEARED");
    await scan("CRIT1", await scanBody());
    expect(await statusOf(containerId)).toBe("CLEARED");
    await as(ann, "PUT", `/manifests/${manifestId}`, { billOfLading: "B1" });
    await scan("CRIT1", await scanBody());
    expect(await statusOf(containerId)).toBe("ESCALATED");
  });

  test("commit with the scan or not at all, and once per idempotency key", async () => {
    const containerId = await make("CRIT2");
    await declareRice("CRIT2", { status: "REJECTED" });
    const send = async () => scan("CRIT2", await scanBody(), { "Idempotency-Key": "crit-2" });
    const { db } = cloud.parts;
    await db.execute(sql`alter table escalations add constraint closed check (source <> 'manifest') not valid`);
    expect((await send()).status).toBe(500);
    expect((await as(sue, "GET", `/containers/${containerId}/scans`)).body.data.items).toEqual([]);
    expect(await statusOf(containerId)).toBe("REGISTERED");
    await db.execute(sql`alter table escalations drop constraint closed`);
    expect((await Promise.all([send(), send()])).map(({ status }) => status)).toEqual([200, 200]);
    expect(await queue(`containerId=${containerId}`)).toHaveLength(1);
  });

  test("and people at once raise one, without waiting for each other for ever", async () => {
    const containerId = await make("CRIT3");
    await declareRice("CRIT3", { status: "REJECTED" });
    const body = await scanBody();
    const replies = await Promise.all([
      ...Array.from({ length: 5 }, () => scan("CRIT3", body)),
      ...Array.from({ length: 5 }, () => escalate(ann, containerId)),
    ]);
    expect(replies.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([]);
    expect(await queue(`containerId=${containerId}`)).toHaveLength(1);
  });

  test("and illegal goods do from the set confidence on", async () => {
    const detections = [{ class_name: "knife", confidence: 0.49 }];
    const { containerId } = (await write("scans/illegal", "ILLEGAL1", await scanBody({ detections }))).body.data;
    expect(await statusOf(containerId)).toBe("SCANNED");
    const found = [...detections, { class_name: "rifle", confidence: 0.5 }];
    const { scanId } = (await write("scans/illegal", "ILLEGAL1", await scanBody({ detections: found }))).body.data;
    expect(await queue(`containerId=${containerId}`)).toMatchObject([
      {
        source: "illegal",
        scanId,
        reason: "The scan for illegal goods marks a place as rifle (confidence 50 %).",
        container: { status: "ESCALATED" },
      },
    ]);
  });

  test("warnings do not", async () => {
    const containerId = await make("WARN1");
    await declareRice("WARN1", { status: "SUBMITTED" });
    await scan("WARN1", await scanBody());
    expect(await statusOf(containerId)).toBe("SCANNED");
  });
});

import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { findSettledEvents } from "../../journal/events/testing.ts";
import { deleteExpiredPictures } from "../../operations/retention/testing.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";

const DAY_MS = 86_400_000;
const cloud = await createTestApp({ settings: { pictureRetentionDays: 30 } });
const { write } = edgeSender(cloud);
const [ann, bob, sue, tom, admin] = [
  await cloud.signIn("operator"),
  await cloud.signIn("operator"),
  await cloud.signIn("supervisor"),
  await cloud.signIn("supervisor"),
  await cloud.signIn("admin"),
];
const as = (user: TestUser, method: string, url: string, body?: unknown, headers: Record<string, string> = {}) =>
  cloud.send(method, `/v1/containers/${url}`, { body, headers: { ...user.authorization, ...headers } });
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];

let numbers = 0;
/** A container of Ann's, with a photo of hers. */
const record = async () => {
  const number = `HOLD-${(numbers += 1)}`;
  const body = await scanBody({ user_email: ann.email });
  const { containerId: id } = (await write("scans/category", number, body)).body.data;
  const { evidenceId } = (await write("evidence", number, body)).body.data;
  return { id, evidenceId };
};
const place = (id: string, reason = "court order 4711") => as(sue, "PUT", `${id}/legal-hold`, { reason });

describe("a legal hold", () => {
  test("is placed with a reason, shown, given another reason, and released", async () => {
    const { id } = await record();
    expect((await as(ann, "GET", id)).body.data.legalHold).toBeNull();
    const placed = await place(id);
    const legalHold = {
      reason: "court order 4711",
      placedAt: expect.any(String),
      placedBy: { id: sue.id, email: sue.email },
    };
    expect(placed).toMatchObject({ status: 200, body: { data: { id, legalHold } } });
    expect((await as(ann, "GET", id)).body.data.legalHold).toEqual(legalHold);
    expect((await as(ann, "GET", `${id}/report`)).body.data.container.legalHold).toEqual(legalHold);
    expect((await place(id)).body.data).toEqual(placed.body.data);
    expect((await place(id, "another")).body.data.legalHold.reason).toBe("another");
    expect((await as(sue, "DELETE", `${id}/legal-hold`)).body.data.legalHold).toBeNull();
    expect(codeOf(await as(sue, "DELETE", `${id}/legal-hold`))).toEqual([404, "LEGAL_HOLD_NOT_FOUND"]);
    const url = `/v1/admin/audit-log?subjectType=container&subjectId=${id}`;
    const { items } = (await cloud.send("GET", url, { headers: admin.authorization })).body.data;
    const entries = items.filter(({ action }: { action: string }) => action.endsWith("legal-hold"));
    expect(entries).toMatchObject([
      {
        action: "container.release-legal-hold",
        before: { legalHold: { reason: "another" } },
        after: { legalHold: null },
      },
      { action: "container.place-legal-hold", after: { legalHold: { reason: "another" } } },
      { action: "container.place-legal-hold", before: { legalHold: null }, after: { legalHold } },
    ]);
  });

  test("is reported as a live event when it is placed, changed or released, not when nothing changes", async () => {
    const { id } = await record();
    const position = (await findSettledEvents(cloud.parts.db)).at(-1)?.position;
    for (const reason of ["court", "court", "customs"]) await place(id, reason);
    await as(sue, "DELETE", `${id}/legal-hold`);
    const events = await findSettledEvents(cloud.parts.db, position);
    expect(events.map(({ kind, data, container }) => [kind, container?.id, data])).toEqual(
      Array.from({ length: 3 }, () => ["container.updated", id, { changed: ["legalHold"] }]),
    );
  });

  test("is for supervisors, refuses bad requests in order, and honours If-Match", async () => {
    const { id } = await record();
    expect(codeOf(await as(ann, "PUT", `${id}/legal-hold`, { reason: "x" }))).toEqual([403, "FORBIDDEN"]);
    expect(codeOf(await as(ann, "DELETE", `${id}/legal-hold`))).toEqual([403, "FORBIDDEN"]);
    for (const body of [{}, { reason: "" }, { reason: 1 }, { reason: "x".repeat(1_001) }])
      expect(codeOf(await as(sue, "PUT", "nope/legal-hold", body))).toEqual([400, "VALIDATION_ERROR"]);
    expect(codeOf(await place("nope"))).toEqual([404, "CONTAINER_NOT_FOUND"]);
    expect(codeOf(await as(sue, "DELETE", "nope/legal-hold"))).toEqual([404, "CONTAINER_NOT_FOUND"]);
    const stale = { "If-Match": '"stale"' };
    const refused = await as(sue, "PUT", `${id}/legal-hold`, { reason: "x" }, stale);
    expect(codeOf(refused)).toEqual([412, "PRECONDITION_FAILED"]);
    const etag = (await as(sue, "GET", id)).headers.get("ETag") ?? "";
    expect((await as(sue, "PUT", `${id}/legal-hold`, { reason: "x" }, { "If-Match": etag })).status).toBe(200);
  });
});

const post = (user: TestUser, url: string, body?: unknown) =>
  cloud.send("POST", `/v1/${url}`, { body, headers: user.authorization });
const escalate = async (user: TestUser, id: string): Promise<string> =>
  (await post(user, `containers/${id}/escalate`, { reason: "odd" })).body.data.id;
const decide = async (user: TestUser, id: string, decision: string) => {
  const open = `/v1/escalations?state=OPEN&containerId=${id}`;
  const [known] = (await cloud.send("GET", open, { headers: sue.authorization })).body.data.items;
  const escalationId = known?.id ?? (await escalate(user, id));
  return post(user, `escalations/${escalationId}/resolve`, { decision, reason: "odd" });
};
const hold = async (id: string) => void (await decide(sue, id, "hold"));
const statusOf = async (id: string) => (await as(sue, "GET", id)).body.data.status;

describe.each<[string, string, (id: string) => Promise<void>, (id: string) => Promise<unknown>]>([
  [
    "under a legal hold",
    "SCANNED",
    async (id) => void (await place(id)),
    (id) => as(sue, "DELETE", `${id}/legal-hold`),
  ],
  ["held by a decision", "HELD", hold, (id) => decide(tom, id, "clear")],
  [
    "held by a decision, and escalated by its owner since",
    "HELD",
    async (id) => {
      await hold(id);
      await escalate(ann, id);
    },
    (id) => decide(tom, id, "clear"),
  ],
  [
    "held by a decision, and to be inspected by a later one of the same person",
    "HELD",
    async (id) => {
      await hold(id);
      await decide(sue, id, "inspect");
    },
    (id) => decide(tom, id, "clear"),
  ],
  [
    "held by two people, to be inspected by a third",
    "HELD",
    async (id) => {
      await hold(id);
      await decide(tom, id, "hold");
      await decide(admin, id, "inspect");
    },
    (id) => decide(admin, id, "clear"),
  ],
  [
    "held again after it was cleared, and escalated since",
    "HELD",
    async (id) => {
      await hold(id);
      await decide(tom, id, "clear");
      await decide(tom, id, "hold");
      await escalate(ann, id);
    },
    (id) => decide(sue, id, "clear"),
  ],
])("a container %s", (_, status, restrict, release) => {
  test("is not deleted, nor its evidence, by any caller, until it is released", async () => {
    const { id, evidenceId } = await record();
    const evidence = `${id}/evidence/${evidenceId}`;
    await restrict(id);
    expect(await statusOf(id)).toBe(status);
    expect(codeOf(await as(admin, "DELETE", id))).toEqual([409, "CONTAINER_HELD"]);
    expect(codeOf(await as(bob, "DELETE", evidence))).toEqual([403, "FORBIDDEN"]);
    expect(codeOf(await as(ann, "DELETE", `${id}/evidence/ev_none`))).toEqual([404, "EVIDENCE_NOT_FOUND"]);
    expect(codeOf(await as(ann, "DELETE", evidence))).toEqual([409, "CONTAINER_HELD"]);
    expect((await cloud.app.request(`/v1/containers/${evidence}/image`, { headers: ann.authorization })).status).toBe(
      200,
    );
    const { verdict, reasons } = (await as(ann, "GET", `${id}/report`)).body.data;
    expect([verdict, reasons[0].rule]).toEqual(["hold", status === "HELD" ? "held" : "legal-hold"]);
    await release(id);
    expect((await as(ann, "GET", `${id}/report`)).body.data.verdict).not.toBe("hold");
    expect((await as(ann, "DELETE", evidence)).status).toBe(200);
    expect((await as(admin, "DELETE", id)).status).toBe(200);
  });
});

describe("a decision to hold", () => {
  test("stays in force past any number of later decisions", async () => {
    const { id } = await record();
    await hold(id);
    await decide(sue, id, "inspect");
    // Inserts more decisions than users would ever make, directly into the database.
    await cloud.parts.db.execute(sql`
      insert into escalations (id, container_id, visit_id, state, source, reason, findings, decision, resolved_by_id, resolved_at, created_at, updated_at)
      select 'ff' || lpad(to_hex(n), 22, '0'), container_id, visit_id, state, source, reason, findings, decision, resolved_by_id, resolved_at, created_at, updated_at
      from (select * from escalations where container_id = ${id} and decision = 'inspect') as last, generate_series(1, 1100) as n`);
    expect(codeOf(await decide(sue, id, "clear"))).toEqual([403, "SECOND_PERSON_REQUIRED"]);
    expect(codeOf(await as(admin, "DELETE", id))).toEqual([409, "CONTAINER_HELD"]);
    expect((await decide(tom, id, "clear")).status).toBe(200);
    expect((await as(admin, "DELETE", id)).status).toBe(200);
  });

  test("is ended by a process whose clock is behind that of the one which took it", async () => {
    const { id } = await record();
    cloud.advanceMs(5_000);
    await hold(id);
    cloud.advanceMs(-5_000);
    expect((await decide(tom, id, "clear")).status).toBe(200);
    expect((await as(admin, "DELETE", id)).status).toBe(200);
  });
});

test("a held container keeps its pictures past their retention, and loses them once it is released", async () => {
  const [free, held] = [await record(), await record()];
  await place(held.id);
  cloud.advanceMs(31 * DAY_MS);
  const again = await cloud.signIn("supervisor");
  const image = async ({ id, evidenceId }: { id: string; evidenceId: string }) =>
    (await as(again, "GET", `${id}/evidence/${evidenceId}`)).body.data.image.deletedAt;
  await deleteExpiredPictures(cloud);
  expect([await image(free), await image(held)]).toEqual([expect.any(String), null]);
  await as(again, "DELETE", `${held.id}/legal-hold`);
  await deleteExpiredPictures(cloud);
  expect(await image(held)).toEqual(expect.any(String));
});

import { expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";

const cloud = await createTestApp();
const { scan } = edgeSender(cloud);
const [ann, bob, sue] = [
  await cloud.signIn("operator"),
  await cloud.signIn("operator"),
  await cloud.signIn("supervisor"),
];
const as = (user: TestUser, method: string, url: string, body?: unknown) =>
  cloud.send(method, `/v1${url}`, { body, headers: user.authorization });
const read = async (user: TestUser, url: string) => (await as(user, "GET", url)).body.data;

const coffee = { description: "Green coffee", hsCode: "090111", packageCode: "SA", numberOfPackages: 300 };
const seen = (class_name: string, count: number, area_percentage = 2) =>
  Array.from({ length: count }, () => ({ class_name, confidence: 0.95, area_percentage, quantity: 1 }));

/** A container with coffee declared and an undeclared vehicle seen, which is escalated. */
async function suspect(containerNumber: string): Promise<string> {
  const fields = { containerNumber, declaredGoods: [coffee], status: "VALIDATED" };
  expect((await as(ann, "POST", "/manifests", fields)).status).toBe(201);
  const detections = [...seen("sack", 20), ...seen("vehicle", 1, 28)];
  const timestamp = new Date(cloud.parts.nowMs()).toISOString();
  const reply = await scan(containerNumber, await scanBody({ detections, user_email: ann.email, timestamp }));
  expect(reply.status).toBe(200);
  cloud.advanceMs(60_000);
  return reply.body.data.containerId;
}

async function order(id: string): Promise<string> {
  const [{ id: escalationId }] = (await read(sue, `/escalations?containerId=${id}`)).items;
  const decision = { decision: "inspect", reason: "open it" };
  expect((await as(sue, "POST", `/escalations/${escalationId}/resolve`, decision)).status).toBe(200);
  cloud.advanceMs(60_000);
  return escalationId;
}

const RULE = "observed-goods-not-declared";
const found = {
  result: "found",
  isOpened: true,
  weighedKg: 21_400,
  note: "A car behind sacks.",
  confirmedRules: [RULE],
};
const examine = (user: TestUser, id: string, body: unknown) => as(user, "POST", `/containers/${id}/examinations`, body);

test("what an ordered examination found is kept on the visit, with the rules that it confirmed", async () => {
  const id = await suspect("TSXU7260813");
  const orderId = await order(id);
  const { status, body } = await examine(sue, id, found);
  expect(status).toBe(201);
  const { confirmedRules: _confirmedRules, ...stated } = found;
  expect(body.data).toEqual({
    id: expect.any(String),
    at: expect.any(String),
    by: { id: sue.id, email: sue.email },
    orderId,
    ...stated,
    lane: "red",
    rules: [{ rule: RULE, severity: "critical", isConfirmed: true }],
  });
  expect(await read(ann, `/containers/${id}/examinations`)).toEqual({ items: [body.data] });
  expect((await read(ann, `/containers/${id}`)).status).toBe("INSPECT");
  const report = await read(sue, `/containers/${id}/report`);
  expect(report.verdict).toBe("hold");
  expect(report.examinations).toEqual([body.data]);
  expect(report.reasons.find(({ rule }: { rule: string }) => rule === "examined").message).toMatch(
    /^Examined by .* The container was opened, and weighed 21,400 kg\. Something was found .*; it confirms observed-goods-not-declared\. Note: A car behind sacks\.$/,
  );
  expect(report.timeline.at(-1)).toMatchObject({ event: "examined", actor: sue.email, subjectId: body.data.id });
});

test("with an Idempotency-Key it is recorded once, and the key of another examination is refused", async () => {
  const id = await suspect("TSXU7260860");
  const post = (body: unknown) =>
    cloud.send("POST", `/v1/containers/${id}/examinations`, {
      body,
      headers: { ...sue.authorization, "Idempotency-Key": "examined-1" },
    });
  const first = await post(found);
  expect(first.status).toBe(201);
  expect(await post(found)).toMatchObject({ status: 201, body: first.body });
  expect(await read(sue, `/containers/${id}/examinations`)).toEqual({ items: [first.body.data] });
  const other = await post({ ...found, note: "A motorcycle." });
  expect([other.status, other.body.error.code]).toEqual([409, "IDEMPOTENCY_KEY_REUSED"]);
});

test("it is in the audit log of the container", async () => {
  const id = await suspect("TSXU7260829");
  await examine(sue, id, { result: "nothing", isOpened: false, note: "Scanned again." });
  const admin = await cloud.signIn("admin");
  const { items } = await read(admin, `/admin/audit-log?subjectId=${id}`);
  const entry = items.find(({ action }: { action: string }) => action === "container.examine");
  expect(entry.after).toMatchObject({
    visit: 1,
    result: "nothing",
    isOpened: false,
    orderId: null,
    weighedKg: null,
  });
});

test("a rule that has found nothing cannot be confirmed, and neither can one where nothing was found", async () => {
  const id = await suspect("TSXU7260855");
  for (const wrong of [{ confirmedRules: ["seal-number"] }, { result: "nothing" }, { note: " " }, { weighedKg: 0 }]) {
    const { status, body } = await examine(sue, id, { ...found, ...wrong });
    expect([status, body.error.code, JSON.stringify(wrong)]).toEqual([400, "VALIDATION_ERROR", JSON.stringify(wrong)]);
  }
  expect(await read(sue, `/containers/${id}/examinations`)).toEqual({ items: [] });
});

test("operators read those of their containers and record none", async () => {
  const id = await suspect("TSXU7260860");
  expect((await examine(ann, id, found)).status).toBe(403);
  expect((await as(bob, "GET", `/containers/${id}/examinations`)).status).toBe(403);
  expect((await as(sue, "GET", `/containers/${id}/examinations?visit=9`)).status).toBe(404);
});

test("it moves with its visit to the container that a misread one is merged into", async () => {
  const misread = await suspect("TSXU7260876");
  const { id: right } = (await as(sue, "POST", "/containers", { containerNumber: "TSXU7260881" })).body.data;
  const { body } = await examine(sue, misread, found);
  expect((await as(sue, "POST", `/containers/${misread}/merge`, { intoContainerId: right })).status).toBe(200);
  expect(await read(sue, `/containers/${right}/examinations`)).toEqual({ items: [body.data] });
});

test("the precision of a rule is the share of examinations that confirmed it", async () => {
  const count = async () =>
    (await read(sue, "/rules/precision")).items.find(({ rule }: { rule: string }) => rule === RULE);
  const before = await count();
  await examine(sue, await suspect("TSXU7260834"), { ...found, result: "seized" });
  await examine(sue, await suspect("TSXU7260840"), { result: "nothing", isOpened: true, note: "Sacks alone." });
  const after = await count();
  expect([after.examined - before.examined, after.confirmed - before.confirmed]).toEqual([2, 1]);
  cloud.advanceMs(366 * 86_400_000);
  const later = await cloud.signIn("supervisor");
  expect(await read(later, "/rules/precision")).toEqual({ items: [] });
});

import { textOfPhrase } from "@container-inspection/shared-schemas/phrase";
import { expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";

const cloud = await createTestApp();
const { scan } = edgeSender(cloud);
const [ann, sue, sid] = [
  await cloud.signIn("operator"),
  await cloud.signIn("supervisor"),
  await cloud.signIn("supervisor"),
];
const as = async (user: TestUser, method: string, url: string, body?: unknown) =>
  (await cloud.send(method, `/v1${url}`, { body, headers: user.authorization })).body.data;
const make = async (containerNumber: string): Promise<string> =>
  (await as(ann, "POST", "/containers", { containerNumber })).id;
const escalate = async (id: string, reason: string): Promise<string> =>
  (await as(ann, "POST", `/containers/${id}/escalate`, { reason })).id;
const resolve = (user: TestUser, id: string, decision: string, reason: string) =>
  as(user, "POST", `/escalations/${id}/resolve`, { decision, reason });
const standingOf = async (id: string, query = "") => (await as(ann, "GET", `/containers/${id}${query}`)).standing;

test("a container states what its status rests on, whatever follows a hold, for each visit", async () => {
  const id = await make("STANDING-1");
  expect(await standingOf(id)).toBeNull();

  const first = await escalate(id, "the seal looks new");
  const open = { kind: "escalation", escalationId: first, grounds: "the seal looks new", scanId: null, reason: null };
  expect(await standingOf(id)).toEqual({ ...open, by: null, at: expect.any(String) });

  const held = (await resolve(sue, first, "hold", "opened yesterday")).resolvedAt;
  const hold = { ...open, kind: "hold", reason: "opened yesterday", by: { id: sue.id, email: sue.email }, at: held };
  expect(await standingOf(id)).toEqual(hold);
  await resolve(sid, await escalate(id, "a second seal"), "inspect", "look inside");
  await escalate(id, "a third seal");
  expect(await standingOf(id)).toEqual(hold);
  const { items } = await as(ann, "GET", "/containers?q=STANDING-1");
  expect(items).toMatchObject([{ standing: hold }]);

  const [last] = (await as(sue, "GET", `/escalations?containerId=${id}&state=OPEN`)).items;
  await resolve(sid, last.id, "clear", "the seals are right");
  const clear = { kind: "clear", grounds: "a third seal", reason: "the seals are right", by: { id: sid.id } };
  expect(await standingOf(id)).toMatchObject(clear);
});

test("a scan that escalates is named, and the next visit begins without a standing", async () => {
  const body = await scanBody({
    user_email: ann.email,
    detections: [{ class_name: "weapon", confidence: 0.95, quantity: 1 }],
  });
  const { containerId: id, scanId } = (await scan("STANDING-2", body)).body.data;
  const standing = await standingOf(id);
  expect(standing).toMatchObject({ kind: "escalation", scanId, grounds: expect.stringContaining("weapon") });
  await resolve(sue, standing.escalationId, "clear", "a toy");
  await as(ann, "POST", `/containers/${id}/visits`);
  expect(await standingOf(id)).toBeNull();
  expect(await standingOf(id, "?visit=1")).toMatchObject({ kind: "clear", reason: "a toy" });
});

test("the grounds of several critical findings are a phrase that names them in order, on the page and in the list", async () => {
  const detections = ["weapon", "drugs", "explosive"].map((class_name) => ({
    class_name,
    confidence: 0.95,
    quantity: 1,
  }));
  const { containerId: id } = (await scan("STANDING-3", await scanBody({ user_email: ann.email, detections }))).body
    .data;
  const standing = await standingOf(id);
  expect(standing.grounds).toMatch(/^.+ \(and 2 more critical: .+, .+\)$/);
  expect(textOfPhrase(standing.groundsPhrase)).toBe(standing.grounds);
  const { items } = await as(ann, "GET", "/containers?q=STANDING-3");
  expect(items).toMatchObject([{ standing }]);
});

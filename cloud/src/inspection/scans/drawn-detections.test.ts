import { expect, test } from "vitest";
import { createTestApp, type TestUser } from "../../testing/app.ts";
import { edgeSender, scanBody } from "../../intake/testing.ts";

const cloud = await createTestApp();
const { write } = edgeSender(cloud);
const [ann, sue, admin] = [
  await cloud.signIn("operator", "ann@example.com"),
  await cloud.signIn("supervisor", "sue@example.com"),
  await cloud.signIn("admin"),
];
const as = (user: TestUser, method: string, url: string, body?: unknown, headers: Record<string, string> = {}) =>
  cloud.send(method, `/v1${url}`, { body, headers: { ...user.authorization, ...headers } });
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];

/** A box in the pictures of the tests, which have 96 × 64 pixels. */
const box = (x1: number, y1: number, x2: number, y2: number) => ({ x: [x1, x2, x2, x1], y: [y1, y1, y2, y2] });

let made = 0;
async function makeScan(kind: "category" | "illegal", detections: object[], manifest?: object) {
  const number = `DRAWN-${(made += 1)}`;
  if (manifest) await as(sue, "POST", "/manifests", { containerNumber: number, ...manifest });
  const body = { ...(await scanBody()), detections, user_email: ann.email };
  const { scanId, containerId } = (await write(`scans/${kind}`, number, body)).body.data;
  const place = `/containers/${containerId}/scans/${scanId}`;
  return {
    scanId: String(scanId),
    place,
    add: (one: object, user = sue) => as(user, "POST", `${place}/detections`, one),
    set: (index: number, verdict: object) => as(sue, "PUT", `${place}/detections/${index}/verdict`, verdict),
    remove: (index: number, user = sue) => as(user, "DELETE", `${place}/detections/${index}/verdict`),
    read: async () => (await as(ann, "GET", place)).body.data,
    report: async () => (await as(ann, "GET", `/containers/${containerId}/report`)).body.data,
  };
}
const knife = { class_name: "knife", confidence: 0.9, polygon: box(0, 0, 10, 10), area_percentage: 1.6 };

test("an added detection is shown next to those of the model, and is changed and removed separately", async () => {
  const { add, set, remove, read, scanId } = await makeScan("illegal", [knife]);
  const before = await read();
  const added = await add({ className: "rifle", polygon: box(0, 0, 48, 32), note: "below the seat" });
  const entry = { index: 1, verdict: "added", className: "rifle", polygon: box(0, 0, 48, 32), areaPercentage: 25 };
  expect([added.status, added.headers.get("ETag")]).toEqual([201, expect.stringMatching(/^"/)]);
  expect(added.body.data).toEqual({
    ...before,
    verdicts: [{ ...entry, note: "below the seat", reviewer: { id: sue.id, email: sue.email }, reviewedAt: expect.any(String) }],
  }); // prettier-ignore
  expect(await read()).toEqual(added.body.data);

  const moved = await set(1, { verdict: "added", className: "pistol", polygon: box(0, 0, 48, 64) });
  expect(moved.body.data.verdicts).toMatchObject([{ index: 1, className: "pistol", areaPercentage: 50, note: null }]);
  expect((await remove(1, admin)).body.data).toEqual(before);
  expect(codeOf(await remove(1))).toEqual([404, "DETECTION_NOT_FOUND"]);
  expect(codeOf(await set(1, { verdict: "added", className: "a", polygon: box(0, 0, 9, 9) }))).toEqual([404, "DETECTION_NOT_FOUND"]); // prettier-ignore

  const log = (await as(admin, "GET", `/admin/audit-log?subject=scan:${scanId}`)).body.data.items;
  expect(log).toMatchObject([
    { action: "scan.remove-verdict", actor: { id: admin.id }, after: { "detections.1": null } },
    { action: "scan.set-verdict", after: { "detections.1": { className: "pistol", polygon: box(0, 0, 48, 64) } } },
    { action: "scan.add-detection", actor: { id: sue.id }, before: { "detections.1": null }, after: { "detections.1": { className: "rifle" } } },
    { action: "scan.record" },
  ]); // prettier-ignore
});

test("the index of a removed detection is never used again", async () => {
  const { add, remove } = await makeScan("illegal", [knife]);
  const one = { className: "rifle", polygon: box(0, 0, 9, 9) };
  await add(one);
  await remove(1);
  const both = await Promise.all([add(one), add(one, admin)]);
  expect(both.map(({ status }) => status)).toEqual([201, 201]);
  expect((await add(one)).body.data.verdicts.map(({ index }: { index: number }) => index)).toEqual([2, 3, 4]);
});

test("a corrected outline leaves the detections of the model, and their class, unchanged", async () => {
  const { set, read } = await makeScan("illegal", [knife]);
  const { detections } = await read();
  const reply = await set(0, { verdict: "corrected", polygon: box(48, 0, 96, 32) });
  expect(reply.body.data).toMatchObject({
    detections,
    verdicts: [{ index: 0, verdict: "corrected", className: null, polygon: box(48, 0, 96, 32), areaPercentage: 25 }],
  });
});

test("added detections count in the manifest match and in the report", async () => {
  const goods = { status: "VALIDATED", declaredGoods: [{ description: "oil drums", hsCode: "2710", quantity: 1 }] };
  const { add, remove, read, report } = await makeScan("category", [{ class_name: "drum", confidence: 0.9 }], goods);
  expect((await read()).manifestMatch.lane).toBe("green");
  await add({ className: "vehicle", polygon: box(0, 0, 48, 32) });
  const { manifestMatch } = await read();
  expect(manifestMatch.lane).not.toBe("green");
  expect(JSON.stringify(manifestMatch.findings)).toContain('"detections":[1]');
  expect((await report()).manifestMatch).toEqual(manifestMatch);
  await remove(1);
  expect((await read()).manifestMatch.lane).toBe("green");

  const weapons = await makeScan("illegal", []);
  expect((await weapons.report()).verdict).not.toBe("hold");
  await weapons.add({ className: "rifle", polygon: box(0, 0, 48, 32) });
  const { verdict, timeline } = await weapons.report();
  expect(verdict).toBe("hold");
  expect(timeline.at(-1).message).toBe("rifle (illegal scan) was added: the model missed it.");
});

test("what does not fit the detection or the picture is refused", async () => {
  const { add, set, place } = await makeScan("illegal", [knife]);
  const polygon = box(0, 0, 9, 9);
  for (const body of [
    {},
    { className: "rifle" },
    { polygon },
    { className: "", polygon },
    { className: "rifle", polygon: box(0, 0, 97, 9) },
    { className: "rifle", polygon: box(-1, 0, 9, 9) },
    { className: "rifle", polygon: box(5, 5, 5, 9) },
    { className: "rifle", polygon: { x: [0, 9, 9], y: [0, 0] } },
  ])
    expect([body, ...codeOf(await add(body))]).toEqual([body, 400, "VALIDATION_ERROR"]);
  await add({ className: "rifle", polygon });
  for (const [index, body] of [
    [0, { verdict: "added", className: "rifle", polygon }],
    [0, { verdict: "confirmed", polygon }],
    [0, { verdict: "corrected", polygon: box(0, 0, 9, 65) }],
    [1, { verdict: "confirmed" }],
    [1, { verdict: "rejected" }],
    [1, { verdict: "corrected", className: "pistol" }],
    [1, { verdict: "added", className: "pistol" }],
    [1, { verdict: "added", polygon }],
  ] as const)
    expect([body, ...codeOf(await set(index, body))]).toEqual([body, 400, "VALIDATION_ERROR"]);
  expect(codeOf(await add({ className: "rifle", polygon }, ann))).toEqual([403, "FORBIDDEN"]);
  const stale = await as(sue, "POST", `${place}/detections`, { className: "a", polygon }, { "If-Match": '"old"' });
  expect(codeOf(stale)).toEqual([412, "PRECONDITION_FAILED"]);
});

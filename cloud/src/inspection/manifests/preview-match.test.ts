import { expect, test } from "vitest";
import { createTestApp, type TestUser } from "../../testing/app.ts";
import { edgeSender, scanBody } from "../../intake/testing.ts";

const cloud = await createTestApp();
const { scan } = edgeSender(cloud);
const [ann, bob, sue] = [
  await cloud.signIn("operator"),
  await cloud.signIn("operator"),
  await cloud.signIn("supervisor"),
];
const as = (user: TestUser, method: string, url: string, body?: unknown, headers = {}) =>
  cloud.send(method, `/v1${url}`, { body, headers: { ...user.authorization, ...headers } });
const preview = (id: string, body: unknown, user = ann, headers = {}) =>
  as(user, "POST", `/manifests/${id}/match-preview`, body, headers);
const shoes = { description: "Shoes", hsCode: "640399", packageCode: "CT", numberOfPackages: 4 };
const drums = { description: "Lubricating oil", hsCode: "271019", packageCode: "DR", numberOfPackages: 4 };

/** A container of Ann's in which cartons were seen, and her manifest of it. */
async function declared(containerNumber: string) {
  const containerId: string = (await scan(containerNumber, await scanBody({ user_email: ann.email }))).body.data
    .containerId;
  const body = { containerNumber, declaredGoods: [shoes], status: "VALIDATED" };
  return { containerId, id: String((await as(ann, "POST", "/manifests", body)).body.data.id) };
}
const matchOf = async (containerId: string) =>
  (await as(sue, "GET", `/containers/${containerId}/report`)).body.data.manifestMatch;
const rulesOf = ({ findings }: { findings: { rule: string }[] }) => findings.map(({ rule }) => rule);

test("a preview states the match before a change, and that which saving it gives", async () => {
  const { containerId, id } = await declared("PREVIEW1");
  const change = { declaredGoods: [drums], status: "REJECTED" };
  const now = await matchOf(containerId);
  const { status, body } = await preview(id, change);
  expect(status).toBe(200);
  const { before, after } = body.data;
  expect(before).toEqual(now);
  expect(rulesOf(after)).toContain("manifest-not-validated");
  await as(ann, "PUT", `/manifests/${id}`, change);
  expect(after).toEqual(await matchOf(containerId));
  expect(after.score).toBeLessThan(before.score);
});

test("a preview changes nothing, and one without a change gives the same match twice", async () => {
  const { containerId, id } = await declared("PREVIEW2");
  const read = async () => {
    const replies = [
      as(sue, "GET", `/manifests/${id}`),
      as(sue, "GET", `/manifests/${id}/history`),
      as(sue, "GET", `/containers/${containerId}`),
      as(sue, "GET", `/escalations?containerId=${containerId}`),
    ];
    return (await Promise.all(replies)).map(({ body }) => body.data);
  };
  const state = await read();
  await preview(id, { status: "REJECTED", declaredGoods: [drums] });
  expect(await read()).toEqual(state);
  const { before, after } = (await preview(id, { declaredGoods: [shoes] })).body.data;
  expect(after).toEqual(before);
});

test("a preview of a manifest is for users who may see it, and shows only the container data that they may see", async () => {
  const { containerId, id } = await declared("PREVIEW3");
  expect(await preview(id, {}, bob)).toMatchObject({ status: 403, body: { error: { code: "FORBIDDEN" } } });
  expect(await preview("none", {}, bob)).toMatchObject({
    status: 404,
    body: { error: { code: "MANIFEST_NOT_FOUND" } },
  });
  // Ann made the manifest; the container is Bob's now.
  await as(sue, "PUT", `/containers/${containerId}/owner`, { ownerId: bob.id });
  expect((await preview(id, {})).body.data).toEqual({ before: null, after: null });
  for (const user of [bob, sue]) expect((await preview(id, {}, user)).body.data.after).toMatchObject({ lane: "green" });
});

test("a preview compares nothing without a container or a picture, and for another container number", async () => {
  const nothing = { before: null, after: null };
  const loose = (await as(ann, "POST", "/manifests", { billOfLading: "B1" })).body.data.id;
  expect((await preview(loose, { status: "REJECTED" })).body.data).toEqual(nothing);
  await as(ann, "POST", "/containers", { containerNumber: "PREVIEW4" });
  const waiting = (await as(ann, "POST", "/manifests", { containerNumber: "PREVIEW4" })).body.data.id;
  expect((await preview(waiting, { status: "REJECTED" })).body.data).toEqual(nothing);
  const { id } = await declared("PREVIEW5");
  expect((await preview(id, { containerNumber: "PREVIEW6" })).body.data).toEqual(nothing);
  expect((await preview(id, { containerNumber: "preview5" })).body.data.after).not.toBeNull();
});

test("a preview is of the version that was read", async () => {
  const { id } = await declared("PREVIEW7");
  const stale = (await as(ann, "GET", `/manifests/${id}`)).headers.get("ETag");
  await as(ann, "PUT", `/manifests/${id}`, { billOfLading: "B7" });
  expect(await preview(id, {}, ann, { "If-Match": stale })).toMatchObject({ status: 412 });
});

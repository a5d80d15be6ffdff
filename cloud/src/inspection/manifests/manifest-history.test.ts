import { describe, expect, test } from "vitest";
import { createTestApp, type TestUser } from "../../testing/app.ts";

const cloud = await createTestApp();
const [ann, bob, sue, admin] = [
  await cloud.signIn("operator"),
  await cloud.signIn("operator"),
  await cloud.signIn("supervisor"),
  await cloud.signIn("admin"),
];
const as = async (user: TestUser, method: string, url: string, body?: unknown) => {
  // Entries of one millisecond differ in their ids alone; times that differ make the test stricter.
  cloud.advanceMs(1);
  return cloud.send(method, `/v1${url}`, { body, headers: user.authorization });
};
const history = async (id: string, user = sue, query = "") =>
  (await as(user, "GET", `/manifests/${id}/history?${query}`)).body.data;
const declare = async (user: TestUser, body: object = {}): Promise<string> =>
  (await as(user, "POST", "/manifests", body)).body.data.id;
const make = async (user: TestUser, containerNumber: string): Promise<string> =>
  (await as(user, "POST", "/containers", { containerNumber })).body.data.id;
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];
const moved = (before: string | null, after: string | null) => [{ field: "containerId", before, after }];

describe("GET /v1/manifests/{id}/history", () => {
  test("reports who created and changed it, each field before and after, newest first", async () => {
    const id = await declare(ann, { billOfLading: "H1", vessel: { name: "Ever" } });
    await as(sue, "PUT", `/manifests/${id}`, { vessel: { name: "Given" }, status: "VALIDATED" });
    await as(sue, "PUT", `/manifests/${id}`, { status: "VALIDATED" });
    expect(await history(id, ann)).toEqual({
      items: [
        {
          id: expect.any(String),
          at: expect.any(String),
          actor: { type: "user", id: sue.id, name: sue.email },
          action: "updated",
          changes: [
            { field: "vessel", before: { name: "Ever" }, after: { name: "Given" } },
            { field: "status", before: "DRAFT", after: "VALIDATED" },
          ],
        },
        {
          id: expect.any(String),
          at: expect.any(String),
          actor: { type: "user", id: ann.id, name: ann.email },
          action: "created",
          changes: [
            { field: "billOfLading", before: null, after: "H1" },
            { field: "vessel", before: null, after: { name: "Ever" } },
            { field: "status", before: null, after: "DRAFT" },
          ],
        },
      ],
      nextCursor: null,
    });
  });

  test("holds every way to be attached and taken off, and the end", async () => {
    const [one, two] = [await make(ann, "HIST1"), await make(ann, "HIST2")];
    const id = await declare(ann, { containerNumber: "HIST1" });
    await as(ann, "PUT", `/manifests/${id}`, { containerNumber: "HIST2" });
    await as(ann, "PUT", `/containers/${one}/manifest`, { manifestId: id });
    await as(sue, "DELETE", `/containers/${one}/manifest`);
    await as(ann, "PUT", `/containers/${two}/manifest`, { manifestId: id });
    const other = await declare(ann);
    await as(sue, "PUT", `/containers/${two}/manifest`, { manifestId: other });
    await as(ann, "PUT", `/containers/${one}/manifest`, { manifestId: id });
    await as(admin, "DELETE", `/containers/${one}`);
    const three = await make(ann, "HIST3");
    await as(ann, "PUT", `/manifests/${id}`, { containerNumber: "HIST4" });
    await as(ann, "PUT", `/containers/${three}/container-number`, { containerNumber: "HIST4" });
    await as(ann, "DELETE", `/manifests/${id}`);
    const { items } = await history(id);
    const changes = items.map(({ action, actor, changes }: Record<string, unknown>) => ({ action, actor, changes }));
    const by = ({ id: userId, email }: TestUser) => ({ type: "user", id: userId, name: email });
    expect(changes.toReversed()).toMatchObject([
      { action: "created", changes: [{ after: "HIST1" }, { field: "status" }, ...moved(null, one)] },
      { action: "updated", changes: [{ before: "HIST1", after: "HIST2" }, ...moved(one, two)] },
      { action: "attached", changes: moved(null, one) },
      { action: "detached", changes: moved(two, null) },
      { action: "detached", actor: by(sue), changes: moved(one, null) },
      { action: "attached", changes: moved(null, two) },
      { action: "detached", actor: by(sue), changes: moved(two, null) },
      { action: "attached", changes: moved(null, one) },
      { action: "detached", actor: by(admin), changes: moved(one, null) },
      { action: "updated", changes: [{ before: "HIST2", after: "HIST4" }] },
      { action: "attached", changes: moved(null, three) },
      { action: "deleted", changes: [{ before: "HIST4", after: null }, { field: "status" }, ...moved(three, null)] },
    ]);
    expect((await history(other)).items.map(({ action }: { action: string }) => action)).toEqual([
      "attached",
      "created",
    ]);
  });

  test("comes page by page", async () => {
    const id = await declare(ann);
    for (const status of ["SUBMITTED", "VALIDATED", "AMENDED"]) await as(ann, "PUT", `/manifests/${id}`, { status });
    const whole = (await history(id)).items;
    const first = await history(id, ann, "limit=3");
    const second = await history(id, ann, `limit=3&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items]).toEqual(whole);
    expect([whole.length, second.nextCursor]).toEqual([4, null]);
  });

  test("is for those who may see the manifest; once deleted, for its maker and supervisors", async () => {
    await make(bob, "HIST-RIGHTS");
    const theirs = await declare(sue, { containerNumber: "HIST-RIGHTS" });
    const status = async (user: TestUser, id: string) => codeOf(await as(user, "GET", `/manifests/${id}/history`));
    expect(await status(bob, theirs)).toEqual([200, undefined]);
    expect(await status(ann, theirs)).toEqual([403, "FORBIDDEN"]);
    const own = await declare(ann);
    await as(ann, "DELETE", `/manifests/${own}`);
    await as(sue, "DELETE", `/manifests/${theirs}`);
    expect(await status(ann, own)).toEqual([200, undefined]);
    expect(await status(bob, theirs)).toEqual([403, "FORBIDDEN"]);
    for (const none of ["nope", "%00", "' OR 1=1", "..%2f"]) expect((await as(ann, "GET", `/manifests/${none}/history`)).status).toBe(404); // prettier-ignore
    for (const bad of ["limit=0", "limit=1.5", "cursor=x"])
      expect(codeOf(await as(ann, "GET", `/manifests/${own}/history?${bad}`))).toEqual([400, "VALIDATION_ERROR"]);
  });
});

import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";

const cloud = await createTestApp();
const { scan } = edgeSender(cloud);
const [ann, bob, supervisor, admin] = [
  await cloud.signIn("operator"),
  await cloud.signIn("operator"),
  await cloud.signIn("supervisor"),
  await cloud.signIn("admin"),
];
const as = (user: TestUser, method: string, url: string, body?: unknown, headers: Record<string, string> = {}) =>
  cloud.send(method, `/v1${url}`, { body, headers: { ...user.authorization, ...headers } });
const make = async (user: TestUser, containerNumber: string) =>
  (await as(user, "POST", "/containers", { containerNumber })).body.data;
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];

describe("PUT /v1/containers/{id}/owner", () => {
  const hand = (user: TestUser, id: string, body: unknown, headers = {}) =>
    as(user, "PUT", `/containers/${id}/owner`, body, headers);

  test("hands a container over by id or by address, and answers it", async () => {
    const { id } = await make(ann, "HAND 1");
    const reply = await hand(supervisor, id, { ownerId: bob.id });
    expect(reply.status).toBe(200);
    expect(reply.body.data).toMatchObject({ id, owner: { id: bob.id, email: bob.email } });
    expect(reply.headers.get("ETag")).toBe((await as(bob, "GET", `/containers/${id}`)).headers.get("ETag"));
    expect((await as(ann, "GET", `/containers/${id}`)).status).toBe(403);
    const back = await hand(admin, id, { email: ann.email.toUpperCase() });
    expect(back.body.data.owner).toEqual({ id: ann.id, email: ann.email });
    expect((await hand(admin, id, { email: ann.email })).body.data).toEqual(back.body.data);
  });

  test("is for supervisors: the role is asked for before all else", async () => {
    const { id } = await make(ann, "HAND 2");
    expect(codeOf(await hand(ann, id, { ownerId: bob.id }))).toEqual([403, "FORBIDDEN"]);
    expect(codeOf(await hand(ann, "nope", "junk"))).toEqual([403, "FORBIDDEN"]);
  });

  test("refuses, in this order: 400, 404 container, 412, 404 account", async () => {
    const { id } = await make(ann, "HAND 3");
    const both = { ownerId: bob.id, email: bob.email };
    for (const body of [{}, both, { ownerId: null }, { ownerId: "" }, { ownerId: 5 }, { email: "unknown" }, []])
      expect(codeOf(await hand(supervisor, "nope", body))).toEqual([400, "VALIDATION_ERROR"]);
    expect(codeOf(await hand(supervisor, "nope", { ownerId: "nope" }))).toEqual([404, "CONTAINER_NOT_FOUND"]);
    const stale = { "If-Match": '"stale"' };
    for (const body of [{ ownerId: "nope" }, { email: "unknown@example.com" }, { ownerId: "' OR 1=1" }])
      for (const [headers, refusal] of [
        [stale, [412, "PRECONDITION_FAILED"]],
        [{}, [404, "USER_NOT_FOUND"]],
      ] as const)
        expect(codeOf(await hand(supervisor, id, body, headers))).toEqual(refusal);
    expect(codeOf(await hand(supervisor, id, { ownerId: bob.id }, stale))).toEqual([412, "PRECONDITION_FAILED"]);
    expect((await as(ann, "GET", `/containers/${id}`)).body.data.owner.id).toBe(ann.id);
  });

  test("does not hand over to a disabled account", async () => {
    const { id } = await make(ann, "HAND 4");
    const disabled = await cloud.signIn("operator");
    await cloud.parts.db.execute(sql`update users set disabled_at = now() where id = ${disabled.id}`);
    expect(codeOf(await hand(supervisor, id, { ownerId: disabled.id }))).toEqual([404, "USER_NOT_FOUND"]);
  });
});

describe("DELETE /v1/containers/{id}", () => {
  const remove = (user: TestUser, id: string, headers = {}) =>
    as(user, "DELETE", `/containers/${id}`, undefined, headers);

  test("is for admins; the container is no longer found, its number and manifest are free", async () => {
    const manifest = (await as(ann, "POST", "/manifests", { containerNumber: "DELETED 1" })).body.data;
    const { containerId, scanId } = (await scan("DELETED 1", await scanBody({ user_email: ann.email }))).body.data;
    expect((await as(admin, "GET", `/containers/${containerId}`)).body.data.manifestId).toBe(manifest.id);
    for (const user of [ann, supervisor]) expect(codeOf(await remove(user, containerId))).toEqual([403, "FORBIDDEN"]);
    const reply = await remove(admin, containerId);
    expect([reply.status, reply.body]).toEqual([200, { success: true, message: expect.stringContaining("DELETED 1") }]);
    for (const path of ["", "/scans", `/scans/${scanId}/image`, "/evidence"])
      expect(codeOf(await as(admin, "GET", `/containers/${containerId}${path}`))).toEqual([404, "CONTAINER_NOT_FOUND"]);
    expect((await as(admin, "GET", "/containers?q=DELETED")).body.data.items).toEqual([]);
    expect((await as(ann, "GET", `/manifests/${manifest.id}`)).body.data.containerId).toBeNull();
    expect(codeOf(await remove(admin, containerId))).toEqual([404, "CONTAINER_NOT_FOUND"]);
    const again = (await scan("DELETED 1", await scanBody({ user_email: ann.email }))).body.data;
    expect(again).toMatchObject({ created: true, manifestMatch: expect.any(Object) });
    expect(again.containerId).not.toBe(containerId);
  });

  test("rejects missing containers and outdated versions", async () => {
    const { id } = await make(ann, "DELETED 2");
    for (const bad of ["nope", "0".repeat(24), "%00"]) expect((await remove(admin, bad)).status).toBe(404);
    const etag = (await as(ann, "GET", `/containers/${id}`)).headers.get("ETag")!;
    await scan("DELETED 2", await scanBody());
    expect(codeOf(await remove(admin, id, { "If-Match": etag }))).toEqual([412, "PRECONDITION_FAILED"]);
    expect((await as(ann, "GET", `/containers/${id}`)).status).toBe(200);
  });

  test("of 10 at once, one succeeds, and all scans for its number that arrive at the same time are stored", async () => {
    const { id } = await make(ann, "DELETED 3");
    const body = await scanBody();
    const scans = Array.from({ length: 10 }, () => scan("DELETED 3", body));
    const removals = await Promise.all(Array.from({ length: 10 }, () => remove(admin, id)));
    expect(removals.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(removals.filter(({ status }) => status === 404)).toHaveLength(9);
    for (const { status } of await Promise.all(scans)) expect(status).toBe(200);
  });
});

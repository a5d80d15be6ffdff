import { describe, expect, test } from "vitest";
import { createTestApp, type TestUser } from "../../testing/app.ts";

const cloud = await createTestApp();
const admin = await cloud.signIn("admin", "boss@example.com");

const as = (user: TestUser, method: string, url: string, body?: unknown, headers: Record<string, string> = {}) =>
  cloud.send(method, `/v1${url}`, { body, headers: { ...user.authorization, ...headers } });
const put = (id: string, body: unknown, by = admin, headers = {}) => as(by, "PUT", `/admin/users/${id}`, body, headers);
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];
const meStatus = async (user: TestUser) => (await as(user, "GET", "/user/me")).status;

describe("an account", () => {
  test("shows what admins need and nothing secret", async () => {
    const user = await cloud.signIn("operator");
    const reply = await as(admin, "GET", `/admin/users/${user.id}`);
    expect(reply.body.data).toEqual({
      id: user.id,
      email: user.email,
      name: null,
      role: "operator",
      disabled: false,
      disabledAt: null,
      erasedAt: null,
      hasSecondFactor: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(reply.headers.get("ETag")).toMatch(/^"/);
  });

  test("gets another role, which applies to its current session", async () => {
    const user = await cloud.signIn("operator");
    expect((await as(user, "GET", "/escalations")).status).toBe(403);
    expect((await put(user.id, { role: "supervisor" })).body.data).toMatchObject({ role: "supervisor" });
    expect((await as(user, "GET", "/escalations")).status).toBe(200);
    await put(user.id, { role: "operator" });
    expect((await as(user, "GET", "/escalations")).status).toBe(403);
  });

  test("keeps its role, address and state when its user sends others", async () => {
    const user = await cloud.signIn("operator");
    const before = (await as(admin, "GET", `/admin/users/${user.id}`)).body.data;
    const more = { role: "admin", email: "eve@example.com", disabled: true, isService: true, hasSecondFactor: true };
    expect((await as(user, "PUT", "/user/me", { name: "Ann", id: admin.id, ...more })).status).toBe(200);
    const after = (await as(admin, "GET", `/admin/users/${user.id}`)).body.data;
    expect(after).toEqual({ ...before, name: "Ann", updatedAt: after.updatedAt });
    expect((await as(user, "GET", "/escalations")).status).toBe(403);
  });

  test("is disabled at once, and enabled without its old sessions", async () => {
    const user = await cloud.signIn("operator");
    expect((await put(user.id, { disabled: true })).body.data).toMatchObject({
      disabled: true,
      disabledAt: expect.any(String),
    });
    expect(await meStatus(user)).toBe(401);
    expect((await put(user.id, { disabled: false })).body.data).toMatchObject({ disabled: false, disabledAt: null });
    expect(await meStatus(user)).toBe(401);
  });

  test("stays unchanged with {} or its current values, and honours If-Match", async () => {
    const user = await cloud.signIn("operator");
    const before = await as(admin, "GET", `/admin/users/${user.id}`);
    const etag = before.headers.get("ETag");
    cloud.advanceMs(10);
    for (const body of [{}, { role: "operator" }, { disabled: false }])
      expect((await put(user.id, body)).body.data).toEqual(before.body.data);
    expect((await put(user.id, { role: "admin" }, admin, { "If-Match": etag })).status).toBe(200);
    expect(codeOf(await put(user.id, { role: "operator" }, admin, { "If-Match": etag }))).toEqual([
      412,
      "PRECONDITION_FAILED",
    ]);
    await put(user.id, { role: "operator" });
    const log = (await as(admin, "GET", `/admin/audit-log?subject=user:${user.id}`)).body.data.items;
    expect(log).toHaveLength(2);
    expect(log[1]).toMatchObject({
      actor: { id: admin.id },
      action: "user.update",
      before: { role: "operator" },
      after: { role: "admin" },
    });
  });

  test("is for admins; refuses, in this order: 400, 404", async () => {
    for (const role of ["operator", "supervisor"] as const) {
      const user = await cloud.signIn(role);
      const replies = [
        as(user, "GET", "/admin/users"),
        as(user, "GET", `/admin/users/${user.id}`),
        put(user.id, { role: "admin" }, user),
      ];
      for (const reply of await Promise.all(replies)) expect(codeOf(reply)).toEqual([403, "FORBIDDEN"]);
    }
    for (const body of [{ role: "king" }, { role: null }, { disabled: "yes" }, [], null])
      expect(codeOf(await put("nope", body))).toEqual([400, "VALIDATION_ERROR"]);
    expect(codeOf(await put("nope", { role: "admin" }))).toEqual([404, "USER_NOT_FOUND"]);
    expect(codeOf(await as(admin, "GET", "/admin/users/nope"))).toEqual([404, "USER_NOT_FOUND"]);
  });
});

describe("the list of accounts", () => {
  test("is filtered by role, state and part of the address, and paged", async () => {
    const made: TestUser[] = [];
    for (const name of ["a_1", "a_2", "b1"]) made.unshift(await cloud.signIn("supervisor", `${name}@pages.example`));
    await put(made[1]!.id, { disabled: true });
    const list = async (query: string) => (await as(admin, "GET", `/admin/users?${query}`)).body.data;
    const emails = async (query: string) => (await list(query)).items.map(({ email }: { email: string }) => email);
    expect(await emails("q=PAGES.example")).toEqual(made.map(({ email }) => email));
    expect(await emails("q=a_")).toEqual([made[1]!.email, made[2]!.email]);
    expect(await emails("q=pages&disabled=true")).toEqual([made[1]!.email]);
    expect(await emails("q=pages&disabled=false&role=supervisor")).toEqual([made[0]!.email, made[2]!.email]);
    expect(await emails("q=pages&role=admin")).toEqual([]);
    const first = await list("q=pages&limit=2");
    expect(await emails(`q=pages&limit=2&cursor=${first.nextCursor}`)).toEqual([made[2]!.email]);
  });

  test.each(["role=king", "disabled=1", "q=", "q=%00", "limit=0"])("refuses ?%s", async (query) => {
    expect(codeOf(await as(admin, "GET", `/admin/users?${query}`))).toEqual([400, "VALIDATION_ERROR"]);
  });
});

describe("the last admin", async () => {
  const other = await createTestApp();
  const send = (user: TestUser, id: string, body: unknown) =>
    other.send("PUT", `/v1/admin/users/${id}`, { body, headers: user.authorization });
  // The one made at the first start is not needed here.
  const [one, two] = [await other.signIn("admin"), await other.signIn("admin")];
  const { items } = (await other.send("GET", "/v1/admin/users?role=admin", { headers: one.authorization })).body.data;
  const first = items.find(({ email }: { email: string }) => email === "admin@localhost");
  await send(one, first.id, { disabled: true });

  test("of two who remove each other's rights at once, one stays", async () => {
    const replies = await Promise.all([send(one, two.id, { role: "operator" }), send(two, one.id, { disabled: true })]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const [left, removed] = replies[0].status === 200 ? [one, two] : [two, one];
    const edge = (await other.send("GET", "/v1/admin/users?q=edge-device", { headers: left.authorization })).body.data
      .items[0];
    expect((await send(left, edge.id, { role: "admin" })).status).toBe(200);
    for (const body of [{ role: "supervisor" }, { disabled: true }, { role: "operator", disabled: false }])
      expect(codeOf(await send(left, left.id, body))).toEqual([409, "LAST_ADMIN"]);
    expect((await send(left, removed.id, { role: "admin", disabled: false })).status).toBe(200);
    expect((await send(left, left.id, { role: "operator" })).status).toBe(200);
  });
});

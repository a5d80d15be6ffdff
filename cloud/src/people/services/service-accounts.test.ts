import { describe, expect, test } from "vitest";
import { createTestApp, type TestUser } from "../../testing/app.ts";

const cloud = await createTestApp();
const [admin] = [await cloud.signIn("admin")];
const DAY_MS = 86_400_000;

type Headers = Record<string, string>;
const send = (method: string, url: string, headers: Headers, body?: unknown) =>
  cloud.send(method, `/v1${url}`, { body, headers });
const as = (user: TestUser, method: string, url: string, body?: unknown) => send(method, url, user.authorization, body);
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];
const make = async (name: string, rest = {}) =>
  (await as(admin, "POST", "/admin/service-accounts", { name, role: "operator", ...rest })).body.data;
const bearer = (token: string): Headers => ({ Authorization: `Bearer ${token}` });
const statusWith = async (token: string, url = "/containers") => (await send("GET", url, bearer(token))).status;
const list = async () => (await as(admin, "GET", "/admin/service-accounts")).body.data.items;

describe("a service account", () => {
  test("works with its token, by its role and under its name", async () => {
    const { account, token } = await make("port-system");
    expect(account).toEqual({
      id: expect.any(String),
      name: "port-system",
      email: "port-system@service.invalid",
      role: "operator",
      disabled: false,
      createdAt: expect.any(String),
      tokens: [{ id: expect.any(String), createdAt: expect.any(String), expiresAt: expect.any(String) }],
    });
    expect(await list()).toContainEqual(account);
    expect(await statusWith(token)).toBe(200);
    expect(await statusWith(token, "/escalations")).toBe(403);
    const { id } = (await send("POST", "/containers", bearer(token), { containerNumber: "SVC1" })).body.data;
    const log = (await as(admin, "GET", `/admin/audit-log?subject=container:${id}`)).body.data.items;
    expect(log[0]).toMatchObject({ actor: { id: account.id } });
    const own = (await as(admin, "GET", `/admin/audit-log?subject=user:${account.id}`)).body.data.items;
    expect(own.map(({ action }: { action: string }) => action)).toEqual([
      "service-account.issue-token",
      "service-account.create",
    ]);
    expect(JSON.stringify(own)).not.toContain(token);
  });

  test("is no person: it is not listed with them, has no password, and exchanges no token", async () => {
    const { account, token } = await make("lonely");
    const people = (await as(admin, "GET", "/admin/users?q=lonely")).body.data.items;
    expect(people).toEqual([]);
    const login = await send("POST", "/user/auth/email/login", {}, { email: account.email, password: "password-1" });
    expect(login.status).toBe(401);
    expect((await send("GET", "/user/auth/refresh-token", bearer(token))).status).toBe(403);
    expect(await statusWith(token)).toBe(200);
  });

  test("lasts until its token expires, is ended, or the account is disabled", async () => {
    const { account, token } = await make("three-ends", { expiresInDays: 30 });
    const issue = (days: number) =>
      as(admin, "POST", `/admin/service-accounts/${account.id}/tokens`, { expiresInDays: days });
    const second = (await issue(400)).body.data;
    expect(second.account.tokens).toHaveLength(2);
    cloud.advanceMs(29 * DAY_MS);
    const boss = await cloud.signIn("admin");
    expect([await statusWith(token), await statusWith(second.token)]).toEqual([200, 200]);
    cloud.advanceMs(DAY_MS + 1_000);
    expect([await statusWith(token), await statusWith(second.token)]).toEqual([401, 200]);
    const end = () => as(boss, "DELETE", `/admin/service-accounts/${account.id}/tokens/${second.account.tokens[0].id}`);
    expect((await end()).body.data.tokens).toEqual([]);
    expect(await statusWith(second.token)).toBe(401);
    expect(codeOf(await end())).toEqual([404, "SERVICE_TOKEN_NOT_FOUND"]);
    const third = (await as(boss, "POST", `/admin/service-accounts/${account.id}/tokens`, {})).body.data.token;
    expect(await statusWith(third)).toBe(200);
    await as(boss, "PUT", `/admin/users/${account.id}`, { disabled: true });
    expect(await statusWith(third)).toBe(401);
    const refused = await as(boss, "POST", `/admin/service-accounts/${account.id}/tokens`, {});
    expect(codeOf(refused)).toEqual([404, "SERVICE_ACCOUNT_NOT_FOUND"]);
  });

  test("is made by admins only, with a name that is free, and never as an admin", async () => {
    const boss = await cloud.signIn("admin");
    const create = (body: unknown, user = boss) => as(user, "POST", "/admin/service-accounts", body);
    for (const body of [
      {},
      { name: "Port System", role: "operator" },
      { name: "-x", role: "operator" },
      { name: "x".repeat(51), role: "operator" },
      { name: "x", role: "admin" },
      { name: "x", role: "operator", expiresInDays: 0 },
      { name: "x", role: "operator", expiresInDays: 401 },
    ])
      expect(codeOf(await create(body))).toEqual([400, "VALIDATION_ERROR"]);
    const { account, token } = (await create({ name: "taken", role: "supervisor" })).body.data;
    expect(codeOf(await create({ name: "taken", role: "operator" }))).toEqual([409, "ACCOUNT_EXISTS"]);
    expect(codeOf(await as(boss, "PUT", `/admin/users/${account.id}`, { role: "admin" }))).toEqual([
      400,
      "VALIDATION_ERROR",
    ]);
    for (const [method, url] of [
      ["GET", ""],
      ["POST", ""],
      ["POST", `/${account.id}/tokens`],
      ["DELETE", `/${account.id}/tokens/x`],
    ] as const)
      expect((await send(method, `/admin/service-accounts${url}`, bearer(token))).status).toBe(403);
    const missing = await as(boss, "POST", `/admin/service-accounts/${boss.id}/tokens`, {});
    expect(codeOf(missing)).toEqual([404, "SERVICE_ACCOUNT_NOT_FOUND"]);
  });
});

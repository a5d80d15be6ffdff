import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import { users } from "../../platform/db/tables.ts";
import { emailStore } from "../../notices/mail/email-job-store.ts";
import { startMailServer } from "../../notices/mail/testing.ts";
import { createTestApp } from "../../testing/app.ts";
import { startWorkers } from "../../workers.ts";
import { openSession } from "./open-session.ts";
import { NO_ORIGIN } from "../accounts/session-store.ts";
import { startPasswordReset } from "./start-password-reset.ts";

const ADMIN = "admin@localhost";
const OLD = "a long enough password";
const NEW = "quite another password";
const HOUR_MS = 3_600_000;
const PREFIX = "/v1/user/auth/email";

/** A separate app for each test: requests are counted per address, and all of them come from one here. */
const setUp = async (options: Parameters<typeof createTestApp>[0] = {}) => {
  const server = await startMailServer();
  const cloud = await createTestApp({ settings: server.settings, ...options });
  const login = (password: string) => cloud.send("POST", `${PREFIX}/login`, { body: { email: ADMIN, password } });
  const forget = (email: string) => cloud.send("POST", `${PREFIX}/forgot-password`, { body: { email } });
  const reset = (token: string, password = NEW) =>
    cloud.send("PUT", `${PREFIX}/change-password`, { body: { token, password } });
  const me = (token: string) => cloud.send("GET", "/v1/user/me", { headers: { Authorization: `Bearer ${token}` } });
  const handler = startPasswordReset.createHandler(cloud.parts);
  /** Does the job of such a request, which otherwise waits for a worker. */
  const doJob = (email: string) =>
    handler({ email }, { jobId: "j", attempt: 1, isLast: false, signal: new AbortController().signal });
  const mailed = async () =>
    (await emailStore.list(cloud.parts.db, { equal: {}, limit: 9 })).map(({ recipient }) => recipient);
  return { ...cloud, server, login, forget, reset, me, doJob, mailed };
};

describe("a forgotten password", () => {
  test("is replaced with the emailed token, once, and all sessions end", async () => {
    const { parts, server, login, forget, reset, me } = await setUp();
    await startWorkers(parts);
    const session = (await login(OLD)).body.data.token;
    expect(await forget("ADMIN@localhost")).toMatchObject({ status: 200, body: { status: "success", data: {} } });
    const token = await server.tokenFor(ADMIN);
    expect(await reset(token)).toMatchObject({ status: 200, body: { status: "success" } });
    expect((await me(session)).status).toBe(401);
    expect((await login(OLD)).status).toBe(401);
    expect((await login(NEW)).status).toBe(200);
    const again = await reset(token, "yet another password");
    expect(again).toMatchObject({ status: 400, body: { status: "error", data: { code: "INVALID_TOKEN" } } });
    expect((await login(NEW)).status).toBe(200);
  });

  test("can be set by one of many parallel requests, with either of two tokens", async () => {
    const { parts, server, forget, reset } = await setUp({ settings: undefined });
    await startWorkers(parts);
    expect(server.mails).toEqual([]);
    await forget(ADMIN);
    await forget(ADMIN);
    const links = async () =>
      (await emailStore.list(parts.db, { equal: { status: "no-mail-server" }, limit: 9 })).map(({ link }) => link);
    await expect.poll(links).toHaveLength(2);
    const tokens = (await links()).map((link) => String(link).split("#token=")[1] ?? "");
    const replies = await Promise.all(tokens.map((token) => reset(token)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  test("gets the same answer for addresses that get no email as for one that does", async () => {
    const { parts, signIn, forget, mailed, doJob } = await setUp();
    await signIn("operator", "disabled@example.com");
    await parts.db
      .update(users)
      .set({ disabledAt: new Date(0) })
      .where(eq(users.email, "disabled@example.com"));
    await signIn("operator", "port@service.invalid");
    await parts.db.update(users).set({ isService: true }).where(eq(users.email, "port@service.invalid"));
    const known = await forget(ADMIN);
    for (const email of [
      "unknown@example.com",
      "edge-device@localhost",
      "disabled@example.com",
      "port@service.invalid",
    ]) {
      expect((await forget(email)).body).toEqual(known.body);
      await doJob(email);
    }
    expect(await mailed()).toEqual([]);
    await doJob(ADMIN);
    expect(await mailed()).toEqual([ADMIN]);
  });

  test("causes at most five links within the hour, however many are requested", async () => {
    const { mailed, doJob, advanceMs } = await setUp();
    for (let asked = 0; asked < 8; asked++) await doJob(ADMIN);
    expect(await mailed()).toEqual(Array(5).fill(ADMIN));
    advanceMs(HOUR_MS);
    await doJob(ADMIN);
    expect(await mailed()).toHaveLength(6);
  });

  test("keeps its old password when the token has expired, the new one is common, or the account is disabled", async () => {
    const { parts, server, login, forget, reset, advanceMs } = await setUp();
    await startWorkers(parts);
    await forget(ADMIN);
    const token = await server.tokenFor(ADMIN);
    expect(await reset(token, "password1234")).toMatchObject({
      status: 400,
      body: { data: { code: "VALIDATION_ERROR" } },
    });
    await parts.db
      .update(users)
      .set({ disabledAt: new Date(0) })
      .where(eq(users.email, ADMIN));
    expect(await reset(token)).toMatchObject({ status: 400, body: { data: { code: "INVALID_TOKEN" } } });
    await parts.db.update(users).set({ disabledAt: null }).where(eq(users.email, ADMIN));
    advanceMs(HOUR_MS);
    expect(await reset(token)).toMatchObject({ status: 400, body: { data: { code: "INVALID_TOKEN" } } });
    expect((await login(OLD)).status).toBe(200);
  });
});

describe("registering", () => {
  const register = { name: "Ann", password: NEW };

  test("is refused without an open invite", async () => {
    const { send } = await setUp();
    for (const body of [register, { ...register, token: "" }, { ...register, token: "x".repeat(43) }]) {
      const reply = await send("POST", `${PREFIX}/register`, { body });
      expect(reply).toMatchObject({ status: 403, body: { status: "error", data: { code: "INVITE_REQUIRED" } } });
    }
  });

  test("accepts an invite and signs in", async () => {
    const { send, signIn, me } = await setUp();
    const { authorization: headers } = await signIn("admin");
    const body = { email: "ann@example.com", role: "operator" };
    const invited = await send("POST", "/v1/admin/invites", { headers, body });
    const token = invited.body.data.inviteUrl.split("#token=")[1];
    const reply = await send("POST", `${PREFIX}/register`, { body: { ...register, token, role: "admin" } });
    expect(reply).toMatchObject({ status: 200, body: { status: "success", data: { role: "operator" } } });
    expect((await me(reply.body.data.token)).body.data).toMatchObject({ email: "ann@example.com", name: "Ann" });
  });
});

describe("changing one's own password", () => {
  test("asks for the current one, ends all sessions, and opens a new one", async () => {
    const { send, login, me } = await setUp();
    const [here, elsewhere] = [(await login(OLD)).body.data.token, (await login(OLD)).body.data.token];
    const change = (body: unknown) =>
      send("PUT", "/v1/user/me/password", { headers: { Authorization: `Bearer ${here}` }, body });
    const wrong = await change({ currentPassword: NEW, password: NEW });
    expect(wrong).toMatchObject({ status: 403, body: { error: { code: "WRONG_PASSWORD" } } });
    expect(await change({ currentPassword: OLD, password: "short" })).toMatchObject({ status: 400 });
    const changed = await change({ currentPassword: OLD, password: NEW });
    expect(changed).toMatchObject({ status: 200, body: { data: { email: ADMIN, role: "admin" } } });
    for (const token of [here, elsewhere]) expect((await me(token)).status).toBe(401);
    expect((await me(changed.body.data.token)).status).toBe(200);
    expect((await login(NEW)).status).toBe(200);
  });

  test("leaves no session to a concurrent sign-in with the old password", async () => {
    const { parts, send, login, me } = await setUp();
    const [admin] = await parts.db.select().from(users).where(eq(users.email, ADMIN));
    for (let round = 0; round < 5; round++) {
      const [from, to] = round % 2 ? [NEW, OLD] : [OLD, NEW];
      const headers = { Authorization: `Bearer ${await openSession(parts, parts.db, admin!, NO_ORIGIN)}` };
      const change = send("PUT", "/v1/user/me/password", { headers, body: { currentPassword: from, password: to } });
      const [changed, ...logins] = await Promise.all([change, ...Array.from({ length: 4 }, () => login(from))]);
      expect(changed.status).toBe(200);
      const tokens = logins.filter(({ status }) => status === 200).map(({ body }) => body.data.token);
      const statuses = await Promise.all(tokens.map(async (token) => (await me(token)).status));
      expect(statuses).toEqual(tokens.map(() => 401));
      await parts.db.execute("delete from rate_limits");
    }
  });
});

describe("the limit on credential requests", () => {
  const routes = ["verify", "register", "forgot-password", "change-password"];

  test("counts every request to the four routes together, whatever its method, body and answer", async () => {
    const { app, send } = await setUp();
    const replies = [
      await send("GET", `${PREFIX}/verify`),
      await app.request(`${PREFIX}/register`, { method: "POST", body: "{" }),
      await send("POST", `${PREFIX}/forgot-password`, { body: { email: "unknown@example.com" } }),
      await send("PUT", `${PREFIX}/change-password`, { body: {} }),
      await send("DELETE", `${PREFIX}/verify`),
    ];
    expect(replies.map(({ status }) => status)).toEqual([405, 400, 200, 400, 405]);
    expect(replies.map(({ headers }) => headers.get("RateLimit-Remaining"))).toEqual(["4", "3", "2", "1", "0"]);
    for (const route of routes) {
      const refused = await send("PATCH", `${PREFIX}/${route}`);
      expect(refused).toMatchObject({ status: 429, body: { status: "error", data: { code: "RATE_LIMIT_EXCEEDED" } } });
      expect(refused.headers.get("RateLimit-Policy")).toBe("5;w=900");
    }
  });

  test("accepts five requests of a burst that is spread over two processes on one database", async () => {
    const connection = await createTestDatabase();
    const apps = [await setUp({ connection }), await setUp({ connection })];
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => apps[index % 2]!.forget("a@example.com")),
    );
    const count = (status: number) => replies.filter((reply) => reply.status === status).length;
    expect([count(200), count(429)]).toEqual([5, 15]);
  });
});

import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { users } from "../../platform/db/tables.ts";
import { startMailServer } from "../../notices/mail/testing.ts";
import { createTestApp } from "../../testing/app.ts";
import { setPasswordHash } from "../accounts/user-store.ts";
import { startWorkers } from "../../workers.ts";
import { hashPassword } from "./passwords.ts";

const PASSWORD = "a long enough password";
const NEW = "ann.ward@example.com";
const passwordHash = await hashPassword(PASSWORD);

/**
 * A separate app for each test, since all requests come from one address; Ann is signed in, and her mail is being
 * sent.
 */
const setUp = async () => {
  const server = await startMailServer();
  const cloud = await createTestApp({ settings: server.settings });
  await startWorkers(cloud.parts);
  const { send, parts, signIn } = cloud;
  const ann = await signIn("operator", "ann@example.com");
  await setPasswordHash(parts.db, ann.id, { passwordHash, now: new Date(parts.nowMs()) });
  const ask = (email = NEW, currentPassword = PASSWORD) =>
    send("PUT", "/v1/user/me/email", { headers: ann.authorization, body: { email, currentPassword } });
  const verify = (token: string) => send("POST", "/v1/user/auth/email/verify", { body: { token } });
  const login = async (email: string) =>
    (await send("POST", "/v1/user/auth/email/login", { body: { email, password: PASSWORD } })).status;
  const me = () => send("GET", "/v1/user/me", { headers: ann.authorization });
  return { ...cloud, server, ann, ask, verify, login, me };
};

describe("another email address", () => {
  test("becomes the account's when the link emailed to it is used; the old one is notified before", async () => {
    const { server, ann, ask, verify, login, me, signIn, send } = await setUp();
    expect(await ask("Ann.Ward@Example.com")).toMatchObject({
      status: 200,
      body: { data: { email: ann.email, newEmail: NEW, linkExpiresAt: expect.any(String) } },
    });
    const token = await server.tokenFor(NEW);
    await expect.poll(() => server.mails.map(({ to }) => to)).toContainEqual([ann.email]);
    const notice = server.mails.find(({ to }) => to.includes(ann.email));
    expect(notice?.source).toContain("Subject: Your email address is about to change");
    expect(notice?.source).not.toContain(token);
    expect((await me()).body.data.email).toBe(ann.email);

    const changed = {
      status: 200,
      body: { status: "success", message: "The address has been changed. Sign in with it." },
    };
    expect(await verify(token)).toMatchObject(changed);
    expect((await me()).status).toBe(401);
    expect([await login(ann.email), await login(NEW)]).toEqual([401, 200]);
    expect(await verify(token)).toMatchObject({ status: 400, body: { data: { code: "INVALID_TOKEN" } } });

    const { authorization: headers } = await signIn("admin");
    const log = await send("GET", `/v1/admin/audit-log?subject=user:${ann.id}`, { headers });
    const changes = log.body.data.items.filter(({ action }: { action: string }) => action.includes("email"));
    expect(changes).toMatchObject([
      { action: "user.change-email", actor: { id: ann.id, name: ann.email }, before: { email: ann.email }, after: { email: NEW } },
      { action: "user.ask-email-change", actor: { id: ann.id }, after: { newEmail: NEW } },
    ]); // prettier-ignore
  });

  test("needs the password, and an address without an account", async () => {
    const { ask, signIn, server } = await setUp();
    await signIn("operator", "bob@example.com");
    const codeOf = async (reply: ReturnType<typeof ask>) => [(await reply).status, (await reply).body.error.code];
    expect(await codeOf(ask(NEW, "not the password"))).toEqual([403, "WRONG_PASSWORD"]);
    for (const taken of ["BOB@example.com", "ann@example.com", "edge-device@localhost"])
      expect(await codeOf(ask(taken))).toEqual([409, "ACCOUNT_EXISTS"]);
    expect(await codeOf(ask("no address"))).toEqual([400, "VALIDATION_ERROR"]);
    expect(server.tried).toEqual([]);
  });

  test("causes at most five emails within the hour, however often it is requested", async () => {
    const { ask, advanceMs } = await setUp();
    for (let asked = 1; asked <= 5; asked += 1) expect((await ask(`ann${asked}@example.com`)).status).toBe(200);
    const limited = await ask();
    expect(limited).toMatchObject({ status: 429, body: { error: { code: "RATE_LIMIT_EXCEEDED" } } });
    expect([limited.headers.get("Retry-After"), limited.headers.get("RateLimit-Remaining")]).toEqual(["3600", "0"]);
    advanceMs(3_600_000);
    expect((await ask()).status).toBe(200);
  });

  test("is not set if another account has it at that time", async () => {
    const { ask, verify, server, signIn, me, ann } = await setUp();
    await ask();
    const token = await server.tokenFor(NEW);
    await signIn("operator", NEW);
    expect(await verify(token)).toMatchObject({
      status: 409,
      body: { status: "error", data: { code: "ACCOUNT_EXISTS" } },
    });
    expect((await me()).body.data.email).toBe(ann.email);
  });

  test.each<[string, (cloud: Awaited<ReturnType<typeof setUp>>) => Promise<unknown>]>([
    ["has expired", async ({ advanceMs }) => advanceMs(24 * 3_600_000)],
    ["was replaced by another", ({ ask }) => ask("ann.again@example.com")],
    [
      "came before a new password",
      ({ send, ann }) =>
        send("PUT", "/v1/user/me/password", {
          headers: ann.authorization,
          body: { currentPassword: PASSWORD, password: "quite another password" },
        }),
    ],
    [
      "is of a disabled account",
      ({ parts, ann }) =>
        parts.db
          .update(users)
          .set({ disabledAt: new Date(0) })
          .where(eq(users.id, ann.id)),
    ],
  ])("is not set by a link that %s", async (_why, spoil) => {
    const cloud = await setUp();
    await cloud.ask();
    const token = await cloud.server.tokenFor(NEW);
    await spoil(cloud);
    expect(await cloud.verify(token)).toMatchObject({ status: 400, body: { data: { code: "INVALID_TOKEN" } } });
    const [account] = await cloud.parts.db.select().from(users).where(eq(users.id, cloud.ann.id));
    expect(account?.email).toBe(cloud.ann.email);
  });

  test("is set once by two requests with the same link", async () => {
    const { ask, verify, server } = await setUp();
    await ask();
    const token = await server.tokenFor(NEW);
    const replies = await Promise.all([verify(token), verify(token)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  test("revokes links to a new password that were emailed to the old one", async () => {
    const { ask, verify, server, send, ann } = await setUp();
    await send("POST", "/v1/user/auth/email/forgot-password", { body: { email: ann.email } });
    const reset = await server.tokenFor(ann.email);
    await ask();
    expect((await verify(await server.tokenFor(NEW))).status).toBe(200);
    const body = { token: reset, password: "quite another password" };
    expect(await send("PUT", "/v1/user/auth/email/change-password", { body })).toMatchObject({ status: 400 });
  });
});

describe("another name", () => {
  test("is returned immediately, without the white space around it, and honours If-Match", async () => {
    const { send, ann, me } = await setUp();
    const rename = (name: string, headers = {}) =>
      send("PUT", "/v1/user/me", { headers: { ...ann.authorization, ...headers }, body: { name } });
    const before = await me();
    const renamed = await rename(" Ann Ward ", { "If-Match": before.headers.get("ETag") ?? "" });
    expect(renamed.body.data).toEqual({ ...before.body.data, name: "Ann Ward" });
    const after = await me();
    expect([after.body, after.headers.get("ETag")]).toEqual([renamed.body, renamed.headers.get("ETag")]);
    expect((await rename("Bea", { "If-Match": before.headers.get("ETag") ?? "" })).status).toBe(412);
    expect((await rename("  ")).status).toBe(400);
  });
});

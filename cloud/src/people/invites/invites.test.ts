import { describe, expect, test } from "vitest";
import { createTestDatabase, waitsForLocks } from "../../testing/database.ts";
import { startMailServer } from "../../notices/mail/testing.ts";
import { createTestApp } from "../../testing/app.ts";
import { startWorkers } from "../../workers.ts";
import { lockInvite } from "./invite-store.ts";

const DAY_MS = 24 * 3_600_000;
const person = { name: "Ann Ward", password: "four words of harbour" };

/** A separate app for each test: requests are counted per address, and all of them come from one here. */
const setUp = async (options: Parameters<typeof createTestApp>[0] = {}) => {
  const cloud = await createTestApp(options);
  const { authorization: headers } = await cloud.signIn("admin", "boss@example.com");
  const invite = async (email = "ann@example.com", role = "supervisor") => {
    const reply = await cloud.send("POST", "/v1/admin/invites", { headers, body: { email, role } });
    return { ...reply, token: String(reply.body.data?.inviteUrl).split("#token=")[1] ?? "" };
  };
  const preview = (token: string) => cloud.send("GET", `/v1/invites/${token}`);
  const accept = (token: string, body: unknown = person) => cloud.send("POST", `/v1/invites/${token}/accept`, { body });
  const list = (query = "") => cloud.send("GET", `/v1/admin/invites${query}`, { headers });
  const revoke = (id: string) => cloud.send("DELETE", `/v1/admin/invites/${id}`, { headers });
  return { ...cloud, headers, invite, preview, accept, list, revoke };
};

describe("an invite", () => {
  test("is previewed, accepted once, and signs the user in with the invited role", async () => {
    const { send, invite, preview, accept, logLines } = await setUp();
    const { status, body, token } = await invite("Ann@Example.com");
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ email: "ann@example.com", role: "supervisor", status: "open" });
    const seen = await preview(token);
    expect(seen.body.data).toEqual({
      email: "ann@example.com",
      role: "supervisor",
      inviter: "boss@example.com",
      expiresAt: body.data.expiresAt,
    });
    const accepted = await accept(token);
    expect(accepted).toMatchObject({ status: 200, body: { data: { email: "ann@example.com", role: "supervisor" } } });
    expect(accepted.headers.getSetCookie()).toEqual([expect.stringContaining(`token=${accepted.body.data.token};`)]);
    const me = await send("GET", "/v1/user/me", { headers: { Authorization: `Bearer ${accepted.body.data.token}` } });
    expect(me.body.data).toMatchObject({ email: "ann@example.com", name: "Ann Ward", role: "supervisor" });
    const login = { email: "ann@example.com", password: person.password };
    expect(await send("POST", "/v1/user/auth/email/login", { body: login })).toMatchObject({ status: 200 });
    for (const again of [await preview(token), await accept(token)])
      expect(again).toMatchObject({ status: 410, body: { error: { code: "INVITE_GONE" } } });
    expect(logLines.join("")).not.toContain(token);
  });

  test("creates one account on concurrent acceptances", async () => {
    const { invite, accept } = await setUp();
    const { token } = await invite();
    const replies = await Promise.all(Array.from({ length: 8 }, () => accept(token)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array(7).fill(410)]);
  });

  test("that is being revoked while it is accepted makes no account", async () => {
    const { parts, invite, accept, revoke, send, headers } = await setUp();
    const { token, body } = await invite();
    const replies = await parts.db.transaction(async (tx) => {
      await lockInvite(tx, body.data.id);
      const revoked = revoke(body.data.id);
      await waitsForLocks(parts.db, 1);
      const accepted = accept(token);
      await waitsForLocks(parts.db, 2);
      return [revoked, accepted];
    });
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 410]);
    const { items } = (await send("GET", "/v1/admin/users?q=ann@example.com", { headers })).body.data;
    expect(items).toEqual([]);
  });

  test.each(["accept", "register"] as const)(
    "to %s takes no role, state or kind of account from the body",
    async (way) => {
      const { send, invite, headers } = await setUp();
      const { token } = await invite("ann@example.com", "operator");
      const state = { isService: true, disabled: true, disabledAt: "2026-01-01T00:00:00.000Z" };
      const more = { email: "eve@example.com", role: "admin", ...state, id: "1".repeat(24) };
      const body = { ...person, ...more, ...(way === "register" && { token }) };
      const url = way === "accept" ? `/v1/invites/${token}/accept` : "/v1/user/auth/email/register";
      expect(await send("POST", url, { body })).toMatchObject({ status: 200, body: { data: { role: "operator" } } });
      const { items } = (await send("GET", "/v1/admin/users?role=operator", { headers })).body.data;
      expect(items).toContainEqual(expect.objectContaining({ email: "ann@example.com", disabled: false }));
      expect(items.map(({ id }: { id: string }) => id)).not.toContain(more.id);
    },
  );

  test("returns 410 when it has expired, or was revoked or replaced by a newer one", async () => {
    const { invite, preview, revoke, list, advanceMs } = await setUp();
    const first = await invite();
    const second = await invite();
    expect((await preview(first.token)).status).toBe(410);
    expect((await preview(second.token)).status).toBe(200);
    expect(await revoke(second.body.data.id)).toMatchObject({ status: 200, body: { data: { status: "revoked" } } });
    expect((await preview(second.token)).status).toBe(410);
    expect(await revoke(second.body.data.id)).toMatchObject({
      status: 409,
      body: { error: { code: "INVITE_NOT_OPEN" } },
    });
    expect(await revoke("nothing")).toMatchObject({ status: 404, body: { error: { code: "INVITE_NOT_FOUND" } } });
    const third = await invite("bob@example.com");
    const statuses = async (query: string) => (await list(query)).body.data.items.map(({ id }: { id: string }) => id);
    expect(await statuses("?status=open")).toEqual([third.body.data.id]);
    expect(await statuses("?email=ann@example.com")).toEqual([second.body.data.id, first.body.data.id]);
    advanceMs(6 * DAY_MS);
    expect((await preview(third.token)).status).toBe(200);
    advanceMs(2 * DAY_MS);
    expect((await preview(third.token)).status).toBe(410);
  });

  test("is refused for an address that has an account, and unknown ones are 404", async () => {
    const { invite, preview, accept } = await setUp();
    for (const email of ["BOSS@example.com", "edge-device@localhost"])
      expect(await invite(email)).toMatchObject({ status: 409, body: { error: { code: "ACCOUNT_EXISTS" } } });
    expect(await preview("x".repeat(43))).toMatchObject({ status: 404, body: { error: { code: "INVITE_NOT_FOUND" } } });
    expect(await accept("x".repeat(43))).toMatchObject({ status: 404 });
  });

  test.each([
    ["a short password", { ...person, password: "elevenchars" }],
    ["a common password", { ...person, password: "Password2026!" }],
    ["no name", { password: person.password }],
    ["a blank name", { ...person, name: "  " }],
  ])("stays open when it is accepted with %s", async (_what, body) => {
    const { invite, preview, accept } = await setUp();
    const { token } = await invite();
    expect(await accept(token, body)).toMatchObject({ status: 400, body: { error: { code: "VALIDATION_ERROR" } } });
    expect((await preview(token)).status).toBe(200);
  });

  test("cannot be made by supervisors, and a role that does not exist is 400", async () => {
    const { send, signIn, invite } = await setUp();
    const { authorization: headers } = await signIn("supervisor");
    const body = { email: "eve@example.com", role: "admin" };
    expect(await send("POST", "/v1/admin/invites", { headers, body })).toMatchObject({ status: 403 });
    expect(await invite("eve@example.com", "owner")).toMatchObject({ status: 400 });
  });
});

test("the returned link has the address confirmed by email, the emailed one proves it", async () => {
  const server = await startMailServer();
  const { parts, send, invite, accept } = await setUp({ settings: server.settings });
  await startWorkers(parts);
  await invite("mailed@example.com");
  await accept(await server.tokenFor("mailed@example.com"));
  const { token } = await invite("returned@example.com");
  await server.tokenFor("returned@example.com");
  await accept(token);
  const isConfirmation = ({ to, source }: { to: string[]; source: string }) =>
    to.includes("returned@example.com") && source.includes("Subject: Confirm your email address");
  await expect.poll(() => server.mails.filter(isConfirmation)).toHaveLength(1);
  const verify = { body: { token: await server.tokenFor("returned@example.com") } };
  expect(await send("POST", "/v1/user/auth/email/verify", verify)).toMatchObject({ status: 200 });
  const again = await send("POST", "/v1/user/auth/email/verify", verify);
  expect(again).toMatchObject({ status: 400, body: { status: "error", data: { code: "INVALID_TOKEN" } } });
  expect(server.mails).toHaveLength(3);
});

test("previews and acceptances share 30 requests an address, over two processes and whatever they answer", async () => {
  const connection = await createTestDatabase();
  const [one, other] = [await setUp({ connection }), await createTestApp({ connection })];
  const requests = Array.from({ length: 40 }, (_, index) =>
    index % 2 ? one.preview("nothing") : other.send("POST", "/v1/invites/nothing/accept", { body: {} }),
  );
  const replies = await Promise.all(requests);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(10);
  const refused = await one.preview("nothing");
  expect(refused).toMatchObject({ status: 429, body: { error: { code: "RATE_LIMIT_EXCEEDED" } } });
  expect(refused.headers.get("RateLimit-Policy")).toBe("30;w=900");
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
});

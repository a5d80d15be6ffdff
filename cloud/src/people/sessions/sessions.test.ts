import { describe, expect, test } from "vitest";
import { createTestApp } from "../../testing/app.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { PASSWORD, withPassword } from "../second-factors/testing.ts";

const connection = await createTestDatabase();
const cloud = await createTestApp({ connection, clockRuns: false });
/** Another process on the same database. */
const other = await createTestApp({ connection, settings: { jwtSecret: cloud.parts.settings.jwtSecret } });
const admin = await cloud.signIn("admin");

type Person = Awaited<ReturnType<typeof withPassword>>;
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];
/** Signs the person in again, with this browser. */
const signIn = async ({ email }: Person, userAgent: string): Promise<string> => {
  const headers = { "User-Agent": userAgent };
  return (await cloud.send("POST", "/v1/user/auth/email/login", { headers, body: { email, password: PASSWORD } })).body
    .data.token;
};
const listOf = async (person: Person, as = person.token) =>
  (await person.send("GET", "/user/me/sessions", undefined, as)).body.data.items;
const statusOn = async ({ send }: Pick<typeof cloud, "send">, token: string) =>
  (await send("GET", "/v1/user/me", { headers: { Authorization: `Bearer ${token}` } })).status;

describe("the list of a user's sessions", () => {
  test("shows each with its browser, address and times, newest first, and which is the current one", async () => {
    const person = await withPassword(cloud);
    const second = await signIn(person, "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0");
    const sessions = await listOf(person, second);
    expect(sessions).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        current: true,
        signedInWith: "password",
        userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
        address: "127.0.0.1",
        createdAt: new Date(cloud.parts.nowMs()).toISOString(),
        lastUsedAt: new Date(cloud.parts.nowMs()).toISOString(),
        endsAt: new Date(cloud.parts.nowMs() + 30 * 86_400_000).toISOString(),
      },
      expect.objectContaining({ current: false, signedInWith: "password", userAgent: null }),
      expect.objectContaining({ current: false, signedInWith: "provider" }),
    ]);
    expect(JSON.stringify(sessions)).not.toContain("tokenId");
  });

  test("follows the last use, to the minute", async () => {
    const person = await withPassword(cloud);
    const [{ lastUsedAt }] = await listOf(person);
    const lastUse = async () => (await listOf(person))[0].lastUsedAt;
    cloud.advanceMs(59_000);
    expect(await lastUse()).toBe(lastUsedAt);
    cloud.advanceMs(2_000);
    await person.send("GET", "/user/me");
    await expect.poll(lastUse).toBe(new Date(cloud.parts.nowMs()).toISOString());
  });

  test("is paged, and has only the own ones", async () => {
    const [person, stranger] = [await withPassword(cloud), await withPassword(cloud)];
    const first = (await person.send("GET", "/user/me/sessions?limit=1")).body.data;
    const rest = (await person.send("GET", `/user/me/sessions?cursor=${first.nextCursor}`)).body.data;
    const ids = [...first.items, ...rest.items].map(({ id }: { id: string }) => id);
    expect(ids).toEqual((await listOf(person)).map(({ id }: { id: string }) => id));
    const foreign = new Set((await listOf(stranger)).map(({ id }: { id: string }) => id));
    expect(ids.filter((id) => foreign.has(id))).toEqual([]);
    expect((await person.send("GET", "/user/me/sessions?limit=0")).status).toBe(400);
  });
});

describe("ending a session", () => {
  test("works at once in every process, ends its live streams, and is audited", async () => {
    const person = await withPassword(cloud);
    const lost = await signIn(person, "a lost phone");
    expect([await statusOn(cloud, lost), await statusOn(other, lost)]).toEqual([200, 200]);
    const stream = await other.app.request("/v1/events", { headers: { Authorization: `Bearer ${lost}` } });
    const reader = stream.body!.getReader();
    const [{ id }] = await listOf(person, lost);
    expect((await person.send("DELETE", `/user/me/sessions/${id}`)).status).toBe(200);
    expect([await statusOn(cloud, lost), await statusOn(other, lost)]).toEqual([401, 401]);
    let isOpen = true;
    while (isOpen) isOpen = !(await reader.read()).done;
    expect(await statusOn(other, person.token)).toBe(200);
    expect(codeOf(await person.send("DELETE", `/user/me/sessions/${id}`))).toEqual([404, "SESSION_NOT_FOUND"]);
    const headers = admin.authorization;
    const log = await cloud.send("GET", `/v1/admin/audit-log?subject=user:${person.id}&action=user.end-session`, {
      headers,
    });
    expect(log.body.data.items).toMatchObject([{ actor: { id: person.id }, before: { sessionId: id }, after: null }]);
  });

  test("ends none of another user", async () => {
    const [person, stranger] = [await withPassword(cloud), await withPassword(cloud)];
    const [{ id }] = await listOf(stranger);
    expect(codeOf(await person.send("DELETE", `/user/me/sessions/${id}`))).toEqual([404, "SESSION_NOT_FOUND"]);
    expect(await statusOn(cloud, stranger.token)).toBe(200);
  });

  test("ends all others at once, and no sign-in that waits for its second factor continues", async () => {
    const person = await withPassword(cloud);
    const { codes } = await person.addApp();
    const pending = await person.challenge();
    const second = (await person.complete({ challenge: await person.challenge(), code: codes[0] })).body.data.token;
    const reply = await person.send("DELETE", "/user/me/sessions");
    expect(reply).toMatchObject({ status: 200, body: { data: { ended: 1 } } });
    expect([await statusOn(cloud, person.token), await statusOn(other, second)]).toEqual([200, 401]);
    expect((await person.complete({ challenge: pending, code: codes[1] })).status).toBe(401);
    expect((await person.send("DELETE", "/user/me/sessions")).body.data).toEqual({ ended: 0 });
  });
});

describe("the sessions of a user, for administrators", () => {
  const as = (method: string, path: string) => cloud.send(method, `/v1/admin${path}`, { headers: admin.authorization });

  test("are listed and ended, one or all, and audited with who did it", async () => {
    const person = await withPassword(cloud);
    const second = await signIn(person, "a tablet");
    const { items } = (await as("GET", `/users/${person.id}/sessions`)).body.data;
    expect(
      items.map(({ userAgent, current }: { userAgent: string; current: boolean }) => [userAgent, current]),
    ).toEqual([
      ["a tablet", false],
      [null, false],
      [null, false],
    ]);
    expect((await as("DELETE", `/users/${person.id}/sessions/${items[0].id}`)).status).toBe(200);
    expect([await statusOn(other, second), await statusOn(other, person.token)]).toEqual([401, 200]);
    expect((await as("DELETE", `/users/${person.id}/sessions`)).body.data).toEqual({ ended: 2 });
    expect(await statusOn(other, person.token)).toBe(401);
    const log = (await as("GET", `/audit-log?subject=user:${person.id}&limit=2`)).body.data.items;
    expect(log).toMatchObject([
      { action: "user.end-sessions", actor: { id: admin.id } },
      { action: "user.end-session", actor: { id: admin.id } },
    ]);
  });

  test("are 404 for an unknown user, a service, or a session of another user", async () => {
    const [person, stranger] = [await withPassword(cloud), await withPassword(cloud)];
    const service = await cloud.send("POST", "/v1/admin/service-accounts", {
      headers: admin.authorization,
      body: { name: "port-system", role: "operator" },
    });
    const { account, token } = service.body.data;
    for (const id of ["nope", account.id]) {
      expect(codeOf(await as("GET", `/users/${id}/sessions`))).toEqual([404, "USER_NOT_FOUND"]);
      expect(codeOf(await as("DELETE", `/users/${id}/sessions`))).toEqual([404, "USER_NOT_FOUND"]);
      expect(codeOf(await as("DELETE", `/users/${id}/sessions/x`))).toEqual([404, "USER_NOT_FOUND"]);
    }
    expect(await statusOn(cloud, token)).toBe(200);
    const [{ id }] = await listOf(stranger);
    expect(codeOf(await as("DELETE", `/users/${person.id}/sessions/${id}`))).toEqual([404, "SESSION_NOT_FOUND"]);
  });
});

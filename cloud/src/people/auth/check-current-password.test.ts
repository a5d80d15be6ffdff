import { afterEach, expect, test, vi } from "vitest";
import { createTestDatabase } from "../../testing/database.ts";
import { createTestApp } from "../../testing/app.ts";
import { findUserById, setPasswordHash } from "../accounts/user-store.ts";
import { openSession } from "./open-session.ts";
import { NO_ORIGIN } from "../accounts/session-store.ts";
import { hashPassword } from "./passwords.ts";

const PASSWORD = "a long enough password";
const WRONG = "not the password at all";

const connection = await createTestDatabase();
/** Two processes on one database. */
const [one, other] = [await createTestApp({ connection }), await createTestApp({ connection })];
const passwordHash = await hashPassword(PASSWORD);
let count = 0;

/** A user with a password, and a session at each process. */
async function setUp() {
  const { id } = await one.signIn("operator");
  await setPasswordHash(one.parts.db, id, { passwordHash, now: new Date(one.parts.nowMs()) });
  const account = await findUserById(one.parts.db, id);
  if (!account) throw new Error("the account is missing");
  const senders = [one, other].map(async ({ parts, send }) => {
    const headers = { Authorization: `Bearer ${await openSession(parts, parts.db, account, NO_ORIGIN)}` };
    return {
      email: (currentPassword: string) =>
        send("PUT", "/v1/user/me/email", {
          headers,
          body: { email: `new-${(count += 1)}@example.com`, currentPassword },
        }),
      password: (currentPassword: string) =>
        send("PUT", "/v1/user/me/password", { headers, body: { currentPassword, password: `${PASSWORD} 2` } }),
    };
  });
  return Promise.all(senders);
}

afterEach(() => vi.useRealTimers());

test("five wrong passwords of an account, on any route and process, are followed by 429 even for the right one", async () => {
  const [first, second] = await setUp();
  const tries = [first!.email, first!.password, second!.email, second!.password, first!.email];
  for (const [index, attempt] of tries.entries()) {
    const reply = await attempt(WRONG);
    expect(reply).toMatchObject({ status: 403, body: { error: { code: "WRONG_PASSWORD" } } });
    expect(reply.headers.get("RateLimit-Remaining")).toBe(String(4 - index));
  }
  for (const attempt of [first!.email, second!.password]) {
    const reply = await attempt(PASSWORD);
    expect(reply).toMatchObject({ status: 429, body: { error: { code: "RATE_LIMIT_EXCEEDED" } } });
    const shown = ["Limit", "Remaining", "Policy"].map((name) => reply.headers.get(`RateLimit-${name}`));
    expect(shown).toEqual(["5", "0", "5;w=900"]);
    expect(reply.headers.get("Retry-After")).toBe(reply.headers.get("RateLimit-Reset"));
  }
  const [stranger] = await setUp();
  expect(await stranger!.email(PASSWORD)).toMatchObject({ status: 200 });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 901_000 });
  expect(await first!.password(PASSWORD)).toMatchObject({ status: 200 });
});

test("right passwords do not count, and a burst of wrong ones gets five tries", async () => {
  const [first, second] = await setUp();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const reply = await first!.email(PASSWORD);
    expect([reply.status, reply.headers.get("RateLimit-Remaining")]).toEqual([200, "5"]);
  }
  const burst = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? first! : second!).password(WRONG));
  const statuses = (await Promise.all(burst)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(5);
  expect(new Set(statuses)).toEqual(new Set([403, 429]));
});

import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { recoveryCodes, secondFactors, signInChallenges } from "../../platform/db/tables.ts";
import { startWorkers } from "../../workers.ts";
import { codeAt, PASSWORD, withPassword } from "./testing.ts";

const connection = await createTestDatabase();
// The clock is stopped: the step of a code must not end because the machine is slow.
const one = await createTestApp({ connection, clockRuns: false });
const { parts } = one;
/** Another process on the same database, whose clock keeps up. */
const other = await createTestApp({ connection, clockRuns: false, settings: { jwtSecret: parts.settings.jwtSecret } });
const advanceMs = (ms: number) => [one, other].forEach((app) => app.advanceMs(ms));
const cloud = { ...one, advanceMs };

const clearLimits = () => parts.db.execute(sql`delete from rate_limits`);
beforeEach(clearLimits);

/** A user with an authenticator app, and the code that it shows now. */
const withApp = async (on: TestApp = cloud) => {
  const person = await withPassword(on);
  const { secret, codes } = await person.addApp();
  const shown = () => codeAt(secret, on.parts.nowMs());
  const wrong = () => String((Number(shown()) + 500_000) % 1_000_000).padStart(6, "0");
  return { ...person, secret, codes, shown, wrong };
};
const codeOf = ({ status, body }: { status: number; body: { data: { code?: string } } }) => [status, body.data.code];

describe("a login with the right password of an account with a second factor", () => {
  test("is 401 in the envelope of the route, with a challenge and no session", async () => {
    const person = await withApp();
    const reply = await person.login();
    expect(reply).toMatchObject({ status: 401, body: { status: "error", message: expect.any(String) } });
    const { code, secondFactor } = reply.body.data;
    expect(code).toBe("SECOND_FACTOR_REQUIRED");
    expect(secondFactor).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      expiresAt: new Date(parts.nowMs() + 300_000).toISOString(),
      methods: ["totp", "recovery-code"],
    });
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect((await person.send("GET", "/user/me", undefined, secondFactor.challenge)).status).toBe(401);
  });

  test("does not count as a failed attempt, and a wrong password is refused as ever", async () => {
    const person = await withApp();
    for (let attempt = 0; attempt < 6; attempt++) {
      const reply = await person.login();
      expect([reply.status, reply.headers.get("RateLimit-Remaining")]).toEqual([401, "5"]);
    }
    const reply = await person.login("not the password");
    expect([...codeOf(reply), reply.headers.get("RateLimit-Remaining")]).toEqual([401, "INVALID_CREDENTIALS", "4"]);
  });
});

describe("the second step", () => {
  test("takes the code of the app, and answers as a login does", async () => {
    const person = await withApp();
    const reply = await person.complete({ challenge: await person.challenge(), code: person.shown() });
    expect(reply).toMatchObject({ status: 200, body: { status: "success", data: { email: person.email } } });
    expect(Object.keys(reply.body.data)).toEqual(["email", "token"]);
    expect(reply.headers.getSetCookie()).toEqual([expect.stringContaining(`token=${reply.body.data.token};`)]);
    expect((await person.send("GET", "/user/me", undefined, reply.body.data.token)).status).toBe(200);
  });

  test("takes each code once, also in a burst over two processes", async () => {
    const person = await withApp();
    const code = `${person.shown().slice(0, 3)} ${person.shown().slice(3)}`;
    const challenges = [await person.challenge(), await person.challenge(), await person.challenge()];
    const replies = await Promise.all(
      challenges.map((challenge, index) => person.complete({ challenge, code }, index % 2 ? other : cloud)),
    );
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(["200", "401", "401"]);
    expect(codeOf(await person.complete({ challenge: await person.challenge(), code }))).toEqual([
      401,
      "INVALID_SECOND_FACTOR",
    ]);
    cloud.advanceMs(30_000);
    const next = { challenge: await person.challenge(), code: person.shown() };
    expect((await person.complete(next)).status).toBe(200);
  });

  test("takes each challenge once, and for five minutes", async () => {
    const person = await withApp();
    const challenge = await person.challenge();
    expect((await person.complete({ challenge, code: person.wrong() })).status).toBe(401);
    expect((await person.complete({ challenge, code: person.shown() })).status).toBe(200);
    cloud.advanceMs(30_000);
    expect(codeOf(await person.complete({ challenge, code: person.shown() }))).toEqual([401, "SIGN_IN_EXPIRED"]);
    const late = await person.challenge();
    cloud.advanceMs(300_000);
    expect(codeOf(await person.complete({ challenge: late, code: person.shown() }))).toEqual([401, "SIGN_IN_EXPIRED"]);
    expect(codeOf(await person.complete({ challenge: "unknown", code: "1" }))).toEqual([401, "SIGN_IN_EXPIRED"]);
  });

  test("takes no challenge from before a new password, a reset by an administrator or the end of the account", async () => {
    const [one, two, three] = [await withApp(), await withApp(), await withApp()];
    const pending = await Promise.all([one.challenge(), two.challenge(), three.challenge()]);
    await one.send("PUT", "/user/me/password", { currentPassword: PASSWORD, password: "quite another password" });
    const admin = (await cloud.signIn("admin")).token;
    await one.send("DELETE", `/admin/users/${two.id}/second-factors`, undefined, admin);
    await one.send("PUT", `/admin/users/${three.id}`, { disabled: true }, admin);
    for (const [index, person] of [one, two, three].entries()) {
      const reply = await person.complete({ challenge: pending[index], code: person.shown() });
      expect(codeOf(reply)).toEqual([401, "SIGN_IN_EXPIRED"]);
    }
    expect((await two.login()).status).toBe(200);
  });

  test("takes a code of the account only", async () => {
    const [person, stranger] = [await withApp(), await withApp()];
    const challenge = await person.challenge();
    expect((await person.complete({ challenge, code: stranger.shown() })).status).toBe(401);
    expect((await person.complete({ challenge, code: stranger.codes[0] })).status).toBe(401);
    expect((await person.complete({ challenge, code: person.shown() })).status).toBe(200);
  });

  test.each([
    {},
    { code: "1" },
    { challenge: "x" },
    { challenge: 5, code: "1" },
    { challenge: "x", code: "1", passkey: {} },
  ])("refuses %o with 400, which does not count", async (body) => {
    const person = await withPassword(cloud);
    const reply = await person.complete(body);
    expect([...codeOf(reply), reply.headers.get("RateLimit-Remaining")]).toEqual([400, "VALIDATION_ERROR", "5"]);
  });
});

describe("recovery codes", () => {
  test("work once each, however they are typed", async () => {
    const person = await withApp();
    expect(person.codes).toHaveLength(10);
    expect(new Set(person.codes).size).toBe(10);
    const [first = "", second = ""] = person.codes;
    expect(first).toMatch(/^[0-9a-z]{6}(-[0-9a-z]{6}){3}$/);
    const complete = async (code: string) =>
      (await person.complete({ challenge: await person.challenge(), code })).status;
    expect(await complete(` ${first.toUpperCase().replaceAll("-", " ")}`)).toBe(200);
    expect(await complete(first)).toBe(401);
    expect(await complete(second)).toBe(200);
    const { token } = (await person.complete({ challenge: await person.challenge(), code: person.shown() })).body.data;
    expect((await person.send("GET", "/user/me/second-factors", undefined, token)).body.data.recoveryCodesLeft).toBe(8);
  });
});

describe("the limits on wrong codes", () => {
  test("allow five of an address, then answer even the right code with 429", async () => {
    const people = await Promise.all([withApp(), withApp()]);
    const challenges = [await people[0].challenge(), await people[1].challenge()];
    for (const remaining of ["4", "3", "2", "1", "0"]) {
      const index = Number(remaining) % 2;
      const reply = await people[index]!.complete({ challenge: challenges[index], code: people[index]!.wrong() });
      expect([...codeOf(reply), reply.headers.get("RateLimit-Remaining")]).toEqual([
        401,
        "INVALID_SECOND_FACTOR",
        remaining,
      ]);
    }
    const refused = await people[0].complete({ challenge: challenges[0], code: people[0].shown() });
    expect(codeOf(refused)).toEqual([429, "RATE_LIMIT_EXCEEDED"]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  /** Forgets the attempts of the address, as if each came from another one. */
  const fromElsewhere = () => parts.db.execute(sql`delete from rate_limits where key like '%127.0.0.1%'`);

  test("allow five of an account from all addresses together, in a burst as well", async () => {
    const person = await withApp();
    const challenge = await person.challenge();
    const attempt = async () => {
      await fromElsewhere();
      return (await person.complete({ challenge, code: person.wrong() })).status;
    };
    const statuses: number[] = [];
    for (let round = 0; round < 7; round++) statuses.push(await attempt());
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    await fromElsewhere();
    expect((await person.complete({ challenge, code: person.shown() })).status).toBe(429);
  });

  test("allow twenty of an account within a day", async () => {
    const person = await withApp();
    const statuses: number[] = [];
    for (let round = 0; round < 22; round++) {
      await fromElsewhere();
      await parts.db.execute(sql`delete from rate_limits where key like '%second-factor-account:%'`);
      statuses.push((await person.complete({ challenge: await person.challenge(), code: person.wrong() })).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(statuses.slice(20)).toEqual([429, 429]);
  });

  test("do not count what succeeds", async () => {
    const person = await withApp();
    for (let round = 0; round < 6; round++) {
      const reply = await person.complete({ challenge: await person.challenge(), code: person.shown() });
      expect([reply.status, reply.headers.get("RateLimit-Remaining")]).toEqual([200, "5"]);
      cloud.advanceMs(30_000);
    }
  });
});

describe("what is stored", () => {
  test("holds no secret that signs in: the app's is encrypted, codes and challenges are hashed", async () => {
    const person = await withApp();
    const challenge = await person.challenge();
    const rows = [
      await parts.db.select().from(secondFactors).where(eq(secondFactors.userId, person.id)),
      await parts.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, person.id)),
      await parts.db.select().from(signInChallenges).where(eq(signInChallenges.userId, person.id)),
    ];
    expect(rows.map(({ length }) => length)).toEqual([1, 10, 1]);
    const stored = JSON.stringify(rows);
    for (const secret of [
      person.secret,
      challenge,
      ...person.codes,
      ...person.codes.map((code) => code.replaceAll("-", "")),
    ])
      expect(stored).not.toContain(secret);
  });

  test("cannot be opened with another JWT_SECRET, or in the row of another account", async () => {
    const [person, thief] = [await withApp(), await withApp()];
    const renewed = await createTestApp({
      connection,
      clockRuns: false,
      settings: { jwtSecret: "another secret of at least 32 characters" },
    });
    const code = () => codeAt(person.secret, renewed.parts.nowMs());
    const pending = (await person.login(PASSWORD, renewed)).body.data.secondFactor.challenge;
    expect((await person.complete({ challenge: pending, code: code() }, renewed)).status).toBe(401);
    expect((await person.complete({ challenge: pending, code: person.codes[0] }, renewed)).status).toBe(200);
    const [own] = await parts.db.select().from(secondFactors).where(eq(secondFactors.userId, thief.id));
    await parts.db
      .update(secondFactors)
      .set({ sealedSecret: own!.sealedSecret, lastStep: 0 })
      .where(eq(secondFactors.userId, person.id));
    const challenge = await person.challenge();
    expect((await person.complete({ challenge, code: thief.shown() })).status).toBe(401);
  });
});

describe("the audit log", () => {
  test("names how the sign-in was completed, and wrong codes", async () => {
    const fresh = await createTestApp({ clockRuns: false });
    await startWorkers(fresh.parts);
    const person = await withApp(fresh);
    await person.complete({ challenge: await person.challenge(), code: person.wrong() });
    await person.complete({ challenge: await person.challenge(), code: person.shown() });
    const headers = (await fresh.signIn("admin")).authorization;
    const log = async () =>
      (await fresh.send("GET", `/v1/admin/audit-log?subject=user:${person.id}`, { headers })).body.data.items.map(
        ({ action, after }: { action: string; after: object }) => [action, after],
      );
    await expect
      .poll(log)
      .toEqual(expect.arrayContaining([["user.fail-sign-in", { email: person.email, method: "code" }]]));
    expect(await log()).toEqual(
      expect.arrayContaining([["user.sign-in", { method: "password", secondFactor: "totp" }]]),
    );
  });
});

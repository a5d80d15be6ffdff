import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { createTestApp } from "../../testing/app.ts";
import { emailStore } from "../../notices/mail/email-job-store.ts";
import { codeAt, PASSWORD, withPassword } from "./testing.ts";

const cloud = await createTestApp({ clockRuns: false });
const { parts } = cloud;
beforeEach(() => parts.db.execute(sql`delete from rate_limits`));

type Person = Awaited<ReturnType<typeof withPassword>>;
const currentPassword = PASSWORD;
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [status, body.error?.code];
const factorsOf = async (person: Person) => (await person.send("GET", "/user/me/second-factors")).body.data;
const actionsOf = async ({ id }: { id: string }) => {
  const headers = (await cloud.signIn("admin")).authorization;
  const { items } = (await cloud.send("GET", `/v1/admin/audit-log?subject=user:${id}`, { headers })).body.data;
  return items.map(({ action }: { action: string }) => action);
};
const mailsTo = async (recipient: string) =>
  (await emailStore.list(parts.db, { equal: { recipient }, limit: 20 })).map(({ kind }) => kind);

describe("an authenticator app", () => {
  test("is a second factor from its first code on", async () => {
    const person = await withPassword(cloud);
    expect(await factorsOf(person)).toEqual({ factors: [], recoveryCodesLeft: 0, required: false });
    const { enrolment, secret, uri } = await person.startApp();
    expect(uri).toContain(`secret=${secret}`);
    expect((await person.login()).status).toBe(200);
    const confirm = (code: string) => person.send("PUT", "/user/me/second-factors/app", { enrolment, code });
    const code = codeAt(secret, parts.nowMs());
    const wrong = String((Number(code) + 500_000) % 1_000_000).padStart(6, "0");
    expect(codeOf(await confirm(wrong))).toEqual([400, "INVALID_CODE"]);
    const reply = await confirm(code);
    expect(reply).toMatchObject({ status: 200, body: { data: { factor: { kind: "totp", lastUsedAt: null } } } });
    expect(JSON.stringify(reply.body)).not.toContain(secret);
    expect(codeOf(await confirm(code))).toEqual([400, "INVALID_TOKEN"]);
    expect(await factorsOf(person)).toMatchObject({ factors: [{ kind: "totp" }], recoveryCodesLeft: 10 });
    expect((await person.send("GET", "/user/me")).body.data.hasSecondFactor).toBe(true);
    // Its first code counts as used.
    expect((await person.complete({ challenge: await person.challenge(), code })).status).toBe(401);
  });

  test("replaces the earlier one, whose codes stop working, and keeps the recovery codes", async () => {
    const person = await withPassword(cloud);
    const first = await person.addApp();
    const second = await person.addApp();
    expect([first.codes.length, second.codes]).toEqual([10, null]);
    expect((await factorsOf(person)).factors).toHaveLength(1);
    const complete = async (code: string) =>
      (await person.complete({ challenge: await person.challenge(), code })).status;
    expect(await complete(codeAt(first.secret, parts.nowMs()))).toBe(401);
    expect(await complete(codeAt(second.secret, parts.nowMs()))).toBe(200);
    expect(await complete(first.codes[0]!)).toBe(200);
  });

  test("cannot be set up without the password, with the enrolment of another user, or after five minutes", async () => {
    const [person, thief] = [await withPassword(cloud), await withPassword(cloud)];
    const start = await person.send("POST", "/user/me/second-factors/app", { currentPassword: "wrong" });
    expect(codeOf(start)).toEqual([403, "WRONG_PASSWORD"]);
    const { enrolment, secret } = await person.startApp();
    const confirm = (by: Person) =>
      by.send("PUT", "/user/me/second-factors/app", { enrolment, code: codeAt(secret, parts.nowMs()) });
    expect(codeOf(await confirm(thief))).toEqual([400, "INVALID_TOKEN"]);
    cloud.advanceMs(300_000);
    expect(codeOf(await confirm(person))).toEqual([400, "INVALID_TOKEN"]);
    expect((await factorsOf(person)).factors).toEqual([]);
  });
});

describe("each change of the second factors", () => {
  const changes: [string, (person: Person, id: string) => Promise<unknown>, string][] = [
    ["adding an app", (person) => person.addApp(), "user.add-second-factor"],
    ["adding a passkey", (person) => person.addPasskey(), "user.add-second-factor"],
    [
      "removing one",
      (person, id) => person.send("DELETE", `/user/me/second-factors/${id}`, { currentPassword }),
      "user.remove-second-factor",
    ],
    [
      "new recovery codes",
      (person) => person.send("POST", "/user/me/recovery-codes", { currentPassword }),
      "user.renew-recovery-codes",
    ],
  ];

  test.each(changes)("%s ends the other sessions, is mailed and audited", async (_, change, action) => {
    const person = await withPassword(cloud);
    const app = await person.addApp();
    const challenge = await person.challenge();
    const code = codeAt(app.secret, parts.nowMs());
    const second = (await person.complete({ challenge, code })).body.data.token;
    const me = async (token?: string) => (await person.send("GET", "/user/me", undefined, token)).status;
    expect([await me(), await me(second)]).toEqual([200, 200]);
    const mailed = (await mailsTo(person.email)).length;
    await change(person, app.id);
    expect([await me(), await me(second)]).toEqual([200, 401]);
    expect((await mailsTo(person.email)).slice(0, -mailed)).toEqual(["second-factor-notice"]);
    expect((await actionsOf(person))[0]).toBe(action);
  });
});

describe("removing a second factor", () => {
  test("asks for the password, and takes the recovery codes with the last one", async () => {
    const person = await withPassword(cloud);
    const app = await person.addApp();
    const { reply } = await person.addPasskey();
    const remove = (id: string, password = PASSWORD) =>
      person.send("DELETE", `/user/me/second-factors/${id}`, { currentPassword: password });
    expect(codeOf(await remove(app.id, "wrong"))).toEqual([403, "WRONG_PASSWORD"]);
    expect(codeOf(await remove("unknown"))).toEqual([404, "SECOND_FACTOR_NOT_FOUND"]);
    expect((await remove(app.id)).status).toBe(200);
    expect(await factorsOf(person)).toMatchObject({ factors: [{ kind: "passkey" }], recoveryCodesLeft: 10 });
    expect((await person.login()).status).toBe(401);
    expect((await remove(reply.body.data.factor.id)).status).toBe(200);
    expect(await factorsOf(person)).toMatchObject({ factors: [], recoveryCodesLeft: 0 });
    expect((await person.login()).status).toBe(200);
  });

  test("leaves those of other users alone", async () => {
    const [person, stranger] = [await withPassword(cloud), await withPassword(cloud)];
    const { id } = await stranger.addApp();
    const reply = await person.send("DELETE", `/user/me/second-factors/${id}`, { currentPassword });
    expect(codeOf(reply)).toEqual([404, "SECOND_FACTOR_NOT_FOUND"]);
    expect((await factorsOf(stranger)).factors).toHaveLength(1);
  });
});

describe("new recovery codes", () => {
  test("replace the earlier ones, and need a second factor", async () => {
    const person = await withPassword(cloud);
    const renew = () => person.send("POST", "/user/me/recovery-codes", { currentPassword });
    expect(codeOf(await renew())).toEqual([409, "NO_SECOND_FACTOR"]);
    const { codes } = await person.addApp();
    const { recoveryCodes } = (await renew()).body.data;
    expect(recoveryCodes.filter((code: string) => codes.includes(code))).toEqual([]);
    const complete = async (code: string) =>
      (await person.complete({ challenge: await person.challenge(), code })).status;
    expect([await complete(codes[0]!), await complete(recoveryCodes[0])]).toEqual([401, 200]);
  });
});

describe("a reset by an administrator", () => {
  test("removes all factors and sessions, is mailed and audited, and lets the password suffice", async () => {
    const person = await withPassword(cloud, "supervisor");
    await person.addApp();
    await person.addPasskey();
    const admin = await cloud.signIn("admin");
    const user = async () => (await person.send("GET", `/admin/users/${person.id}`, undefined, admin.token)).body.data;
    expect(await user()).toMatchObject({ hasSecondFactor: true });
    const reset = (as: string) => person.send("DELETE", `/admin/users/${person.id}/second-factors`, undefined, as);
    expect(codeOf(await reset(person.token))).toEqual([403, "FORBIDDEN"]);
    expect((await reset(admin.token)).status).toBe(200);
    expect(await user()).toMatchObject({ hasSecondFactor: false });
    expect((await person.send("GET", "/user/me")).status).toBe(401);
    expect((await person.login()).status).toBe(200);
    expect((await mailsTo(person.email))[0]).toBe("second-factor-reset");
    const headers = admin.authorization;
    const log = await cloud.send(
      "GET",
      `/v1/admin/audit-log?subject=user:${person.id}&action=user.reset-second-factor`,
      {
        headers,
      },
    );
    expect(log.body.data.items).toMatchObject([
      { actor: { id: admin.id }, before: { factors: [{ kind: "passkey" }, { kind: "totp" }] }, after: { factors: [] } },
    ]);
    expect(codeOf(await reset(admin.token))).toEqual([409, "NO_SECOND_FACTOR"]);
    const unknown = await person.send("DELETE", "/admin/users/nope/second-factors", undefined, admin.token);
    expect(codeOf(unknown)).toEqual([404, "USER_NOT_FOUND"]);
  });
});

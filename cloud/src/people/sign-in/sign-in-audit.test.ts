import { beforeEach, describe, expect, test } from "vitest";
import { rateLimits } from "../../platform/db/tables.ts";
import { countJobs } from "../../platform/jobs/job-store.ts";
import { createTestApp } from "../../testing/app.ts";
import { startWorkers } from "../../workers.ts";
import { recordFailedSignInKind } from "./record-failed-sign-in.ts";

const EMAIL = "/v1/user/auth/email";
const ADMIN = "admin@localhost";
const PASSWORD = "a long enough password";

const { parts, send, signIn } = await createTestApp();
await startWorkers(parts);
const { authorization: headers } = await signIn("admin");
const login = (email: string, password: string) => send("POST", `${EMAIL}/login`, { body: { email, password } });
const log = async (query = "") =>
  (await send("GET", `/v1/admin/audit-log?limit=200&${query}`, { headers })).body.data.items;
const openLimits = () => parts.db.delete(rateLimits);
beforeEach(openLimits);

/** Waits until each refused sign-in was recorded or left out: jobs of one batch may end in any order. */
const jobsDone = async () => {
  const jobs = async () => (await countJobs(parts.db)).filter(({ kind }) => kind === recordFailedSignInKind.name);
  await expect.poll(jobs).toEqual([]);
};

describe("the audit log", () => {
  test("lists who signed in, and how", async () => {
    const reply = await login(ADMIN, PASSWORD);
    expect(reply.status).toBe(200);
    const [entry] = await log("action=user.sign-in");
    expect(entry).toMatchObject({ actor: { type: "user", name: ADMIN }, after: { method: "password" } });
    expect(entry).toMatchObject({ subject: { type: "user" }, requestId: reply.headers.get("X-Request-Id") });
  });

  test("lists who signed out, once", async () => {
    const { id, email, authorization } = await signIn("operator");
    const replies = [];
    for (let times = 0; times < 2; times += 1)
      replies.push(await send("GET", "/v1/user/auth/logout", { headers: authorization }));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const entries = await log(`action=user.sign-out&subject=user:${id}`);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ actor: { type: "user", id, name: email }, after: null });
    expect(entries[0]).toMatchObject({ requestId: replies[0]?.headers.get("X-Request-Id") });
  });

  test("lists a failed sign-in to an account, without its password", async () => {
    const reply = await login("ADMIN@localhost", "a wrong password");
    expect(reply.status).toBe(401);
    await jobsDone();
    const [entry] = await log("action=user.fail-sign-in");
    expect(entry).toMatchObject({ actor: { type: "anonymous" }, subject: { type: "user" }, after: { email: ADMIN } });
    expect(JSON.stringify(entry)).not.toContain("a wrong password");
  });

  test("does not list failures without an account, and at most ten of an account in 15 minutes", async () => {
    const { email } = await signIn("operator");
    const before = (await log()).length;
    for (let count = 0; count < 12; count += 1) {
      await openLimits();
      expect((await login(`unknown-${count}@example.com`, "x")).status).toBe(401);
      expect((await login(email, "x")).status).toBe(401);
      expect(
        (await send("POST", `${EMAIL}/forgot-password`, { body: { email: `no-${count}@example.com` } })).status,
      ).toBe(200);
    }
    await openLimits();
    await login(ADMIN, "x");
    await jobsDone();
    expect(await log("action=user.fail-sign-in")).toHaveLength(12);
    expect(await log()).toHaveLength(before + 11);
  });

  test("lists the link that was emailed for a forgotten password, with its request", async () => {
    const reply = await send("POST", `${EMAIL}/forgot-password`, { body: { email: ADMIN } });
    const entries = () => log("action=user.mail-reset-link");
    const entry = { actor: { type: "anonymous" }, requestId: reply.headers.get("X-Request-Id") };
    await expect.poll(entries).toMatchObject([entry]);
  });
});

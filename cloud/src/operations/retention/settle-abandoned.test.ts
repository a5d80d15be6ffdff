import { workers } from "../../workers.ts";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { drawJpeg } from "../../intake/testing.ts";
import { deliverEmail } from "../../notices/mail/deliver-email.ts";
import { emailStore } from "../../notices/mail/email-job-store.ts";
import { startMailServer } from "../../notices/mail/testing.ts";
import { createTestApp } from "../../testing/app.ts";
import { startFcmServer } from "../../notices/push/testing.ts";
import { spreadNotice } from "../../notices/push/spread-notice.ts";
import { maintain } from "./maintenance.ts";
import { settleAbandoned } from "./settle-abandoned.ts";

const goOn = async () => true;
const attempt = { jobId: "j", attempt: 1, isLast: false, signal: new AbortController().signal };

/** A cloud where a mail, a push and a scan are pending, each with its job; nothing works on them. */
async function setUp() {
  const [mail, fcm] = [await startMailServer(), await startFcmServer()];
  const cloud = await createTestApp({ settings: { ...mail.settings, ...fcm.settings } });
  const [admin, ann] = [await cloud.signIn("admin"), await cloud.signIn("operator")];
  const as = (user: typeof admin, method: string, url: string, body?: unknown) =>
    cloud.send(method, `/v1${url}`, { body, headers: user.authorization });
  await as(admin, "POST", "/admin/invites", { email: "new@example.com", role: "operator" });
  const device = { deviceId: "phone", pushToken: "t", platform: "ios", appVersion: "1", deviceModel: "x" };
  await as(admin, "POST", "/devices/register", device);
  const { id } = (await as(ann, "POST", "/containers", { containerNumber: "WAITING" })).body.data;
  const scanned = await cloud.app.request(`/v1/containers/${id}/scans/defect`, {
    method: "POST",
    headers: { ...ann.authorization, "Content-Type": "image/jpeg" },
    body: new Uint8Array(await drawJpeg()),
  });
  const notice = { kind: "k", title: "t", body: "b", data: {}, collapseKey: "c", exceptUserId: null };
  await spreadNotice.createHandler(cloud.parts)(notice, attempt);
  const { scan } = JSON.parse(await scanned.text()).data;
  const states = async () => {
    const [email] = (await as(admin, "GET", "/admin/email-jobs")).body.data.items;
    const [push] = (await as(admin, "GET", "/admin/push-deliveries")).body.data.items;
    const { status } = (await as(ann, "GET", `/containers/${id}/scans/${scan.id}`)).body.data;
    return { email: email.status, push: push.status, scan: status, reasons: [email.lastError, push.lastError] };
  };
  return {
    ...cloud,
    mail,
    as,
    admin,
    states,
    emailId: (await as(admin, "GET", "/admin/email-jobs")).body.data.items[0].id,
  };
}

const waiting = { email: "pending", push: "pending", scan: "pending", reasons: [null, null] };
const settled = { email: "failed", push: "failed", scan: "failed" };

test.each([
  ["failed: its last try ended with its process", sql`update jobs.job set state = 'failed'`],
  ["deleted: it waited longer than the queue keeps jobs", sql`delete from jobs.job`],
])("what waits for a job that the queue has %s fails at the next look", async (_name, end) => {
  const { parts, states, logLines, as, admin } = await setUp();
  expect(await states()).toEqual(waiting);
  expect(await settleAbandoned({ ...parts, workers }, goOn)).toEqual({
    "deliver-email": 0,
    "deliver-push": 0,
    "finish-scan": 0,
    "import-manifests": 0,
    "replay-rule-set": 0,
  });
  expect(await states()).toEqual(waiting);
  await parts.db.execute(end);
  await maintain({ ...parts, workers });
  const reason = expect.stringContaining("interrupted");
  expect(await states()).toEqual({ ...settled, reasons: [reason, reason] });
  expect(logLines.join("")).toContain("a pending scan has failed permanently");
  expect(await settleAbandoned({ ...parts, workers }, goOn)).toEqual({
    "deliver-email": 0,
    "deliver-push": 0,
    "finish-scan": 0,
    "import-manifests": 0,
    "replay-rule-set": 0,
  });
  const [{ id }] = (await as(admin, "GET", "/admin/email-jobs")).body.data.items;
  expect((await as(admin, "POST", `/admin/email-jobs/${id}/retry`)).status).toBe(200);
  await settleAbandoned({ ...parts, workers }, goOn);
  expect((await states()).email).toBe("pending");
});

test.each(["created", "retry", "active"])("what waits for a job that is %s goes on waiting", async (state) => {
  const { parts, states } = await setUp();
  await parts.db.execute(sql`update jobs.job set state = ${state}::jobs.job_state, started_on = now()`);
  await settleAbandoned({ ...parts, workers }, goOn);
  expect(await states()).toEqual(waiting);
});

test("a mail that is out stays so, whatever another job of it finds", async () => {
  const { parts, states, emailId, mail } = await setUp();
  const deliver = deliverEmail.createHandler(parts);
  await deliver({ emailJobId: emailId, attempt: 1 }, attempt);
  expect(mail.mails).toHaveLength(1);
  for (const status of ["failed", "pending"] as const)
    for (const attempts of [0, 1])
      await emailStore.recordAttempt(
        parts.db,
        { id: emailId, attempts },
        { status, lastError: "a second try at once" },
      );
  expect(await states()).toMatchObject({ email: "sent", reasons: [null, null] });
});

test("a mail whose link has expired is not sent, also where the link is forgotten by now", async () => {
  for (const forget of [false, true]) {
    const { parts, emailId, mail, advanceMs, signIn, send } = await setUp();
    advanceMs(8 * 24 * 3_600_000);
    if (forget) await parts.db.execute(sql`update email_jobs set link = null`);
    await deliverEmail.createHandler(parts)({ emailJobId: emailId, attempt: 1 }, attempt);
    expect(mail.tried).toEqual([]);
    const { authorization: headers } = await signIn("admin");
    const { items } = (await send("GET", "/v1/admin/email-jobs", { headers })).body.data;
    expect(items).toMatchObject([
      { status: "failed", attempts: 1, lastError: expect.stringContaining("link expired") },
    ]);
  }
});

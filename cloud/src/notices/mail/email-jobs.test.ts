import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createTestApp } from "../../testing/app.ts";
import { endWaits } from "../../testing/end-waits.ts";
import { startWorkers } from "../../workers.ts";
import { type ReceivedMail, startMailServer } from "./testing.ts";

const setUp = async (answer?: (mail: ReceivedMail) => number | undefined) => {
  const server = await startMailServer(answer);
  const cloud = await createTestApp({ settings: server.settings });
  await startWorkers(cloud.parts);
  const { authorization: headers } = await cloud.signIn("admin");
  const invite = (email: string) =>
    cloud.send("POST", "/v1/admin/invites", { headers, body: { email, role: "operator" } });
  const jobs = async () => (await cloud.send("GET", "/v1/admin/email-jobs", { headers })).body.data.items;
  const retry = (id: string) => cloud.send("POST", `/v1/admin/email-jobs/${id}/retry`, { headers });
  return { ...cloud, server, headers, invite, jobs, retry };
};

describe("with a mail server", () => {
  test("an email is sent after its cause, and only the recipient gets its link", async () => {
    const { server, invite, jobs } = await setUp();
    const { body } = await invite("Ann@Example.com");
    const token = await server.tokenFor("ann@example.com");
    expect(body.data.inviteUrl).not.toContain(token);
    expect(server.mails[0]).toMatchObject({ from: "no-reply@example.com", to: ["ann@example.com"] });
    expect(server.mails[0]?.source).toContain("Subject: You are invited");
    await expect
      .poll(() => jobs())
      .toMatchObject([
        {
          kind: "invite",
          to: "ann@example.com",
          status: "sent",
          attempts: 1,
          link: null,
          sentAt: expect.any(String),
        },
      ]);
  });

  test("an email that the server defers is retried, with the date when it was written", async () => {
    let tries = 0;
    const { parts, server, invite, jobs } = await setUp(() => (++tries === 1 ? 451 : undefined));
    await invite("ann@example.com");
    await expect.poll(() => jobs()).toMatchObject([{ status: "pending", attempts: 1 }]);
    expect(await endWaits(parts)).toHaveLength(1);
    await server.tokenFor("ann@example.com");
    const [{ createdAt }] = await jobs();
    const date = /^Date: (.*)/m.exec(server.mails[0]?.source ?? "")?.[1] ?? "";
    expect(Date.parse(date)).toBe(Math.floor(Date.parse(createdAt) / 1_000) * 1_000);
    await expect.poll(() => jobs()).toMatchObject([{ status: "sent", attempts: 2, lastError: null }]);
  });

  test("an email that the server refuses fails immediately with the reason, and an administrator can retry it", async () => {
    let isRefused = true;
    const { server, invite, jobs, retry } = await setUp(() => (isRefused ? 550 : undefined));
    await invite("ann@example.com");
    await expect.poll(() => jobs()).toMatchObject([{ status: "failed" }]);
    const [job] = await jobs();
    expect(job).toMatchObject({ attempts: 1, lastError: expect.stringContaining("not taken"), link: null });
    isRefused = false;
    expect(await retry(job.id)).toMatchObject({ status: 200, body: { data: { id: job.id, status: "pending" } } });
    await server.tokenFor("ann@example.com");
    await expect.poll(() => jobs()).toMatchObject([{ status: "sent" }]);
    expect(await retry(job.id)).toMatchObject({ status: 409, body: { error: { code: "EMAIL_NOT_RETRYABLE" } } });
    expect(server.tried).toHaveLength(2);
  });
});

test("an email that an administrator retries after its last attempt has as many attempts as a new one", async () => {
  const { parts, server, invite, jobs, retry } = await setUp((mail) =>
    mail.to.includes("ann@example.com") && server.tried.length === 1 ? 451 : undefined,
  );
  await invite("ann@example.com");
  const [{ id }] = await jobs();
  await parts.db.execute(sql`update email_jobs set status = 'failed', attempts = 13`);
  await retry(id);
  await expect.poll(() => jobs()).toMatchObject([{ status: "pending", attempts: 14 }]);
  expect(await endWaits(parts)).toHaveLength(1);
  await expect.poll(() => jobs()).toMatchObject([{ status: "sent", attempts: 15 }]);
});

describe("without a mail server", () => {
  test("the job contains the link until it expires", async () => {
    const { parts, signIn, send, advanceMs } = await createTestApp();
    await startWorkers(parts);
    const { authorization: headers } = await signIn("admin");
    await send("POST", "/v1/admin/invites", { headers, body: { email: "ann@example.com", role: "admin" } });
    const jobs = async () =>
      (await send("GET", "/v1/admin/email-jobs?status=no-mail-server", { headers })).body.data.items;
    await expect.poll(() => jobs()).toHaveLength(1);
    const [{ id, link }] = await jobs();
    const token = /^http:\/\/localhost:3000\/app\/invite#token=([\w-]{43})$/.exec(link)?.[1];
    expect(await send("GET", `/v1/invites/${token}`)).toMatchObject({ body: { data: { email: "ann@example.com" } } });
    advanceMs(8 * 24 * 3_600_000);
    const { authorization } = await signIn("admin");
    const late = await send("GET", "/v1/admin/email-jobs", { headers: authorization });
    expect(late.body.data.items).toMatchObject([{ id, link: null }]);
    const retried = await send("POST", `/v1/admin/email-jobs/${id}/retry`, { headers: authorization });
    expect(retried).toMatchObject({ status: 409 });
  });

  test("an unknown job is 404, and a bad filter 400", async () => {
    const { signIn, send } = await createTestApp();
    const { authorization: headers } = await signIn("admin");
    const retried = await send("POST", "/v1/admin/email-jobs/nothing/retry", { headers });
    expect(retried).toMatchObject({ status: 404, body: { error: { code: "EMAIL_JOB_NOT_FOUND" } } });
    expect(await send("GET", "/v1/admin/email-jobs?status=lost", { headers })).toMatchObject({ status: 400 });
  });
});

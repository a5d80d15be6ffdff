import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { createTestApp } from "../../guarantees/testing.ts";
import { startWorkers, workers } from "../../workers.ts";
import { startMaintenance } from "./maintenance.ts";
import { removeExpiredRows } from "./remove-expired-rows.ts";

const DAY_MS = 86_400_000;

describe("rows that nothing asks for any more", () => {
  it("are removed when their time has come, and no other", async () => {
    const cloud = await createTestApp({ settings: { emailRetentionDays: 90 } });
    const { parts, advanceMs, send, signIn } = cloud;
    await startWorkers(parts);
    await signIn("operator");
    await send("POST", "/v1/user/auth/email/forgot-password", { body: { email: "admin@localhost" } });
    const count = async () =>
      (
        await parts.db.execute(sql`
          select (select count(*)::int from sessions) as sessions, (select count(*)::int from link_tokens) as tokens,
            (select count(*)::int from email_jobs) as emails, (select count(*)::int from email_jobs where link is not null) as links`)
      ).rows[0];
    await vi.waitFor(
      async () => expect(await count()).toEqual({ sessions: 1, tokens: 1, emails: 1, links: 1 }),
      120_000,
    );
    const remove = () => removeExpiredRows(parts, async () => true);
    expect(await remove()).toEqual({ sessions: 0, linkTokens: 0, emails: 0, streamReceipts: 0 });
    advanceMs(2 * DAY_MS);
    expect(await remove()).toEqual({ sessions: 0, linkTokens: 1, emails: 0, streamReceipts: 0 });
    expect(await count()).toEqual({ sessions: 1, tokens: 0, emails: 1, links: 0 });
    advanceMs(29 * DAY_MS);
    expect(await remove()).toEqual({ sessions: 1, linkTokens: 0, emails: 0, streamReceipts: 0 });
    advanceMs(60 * DAY_MS);
    expect(await remove()).toEqual({ sessions: 0, linkTokens: 0, emails: 1, streamReceipts: 0 });
    expect(await count()).toEqual({ sessions: 0, tokens: 0, emails: 0, links: 0 });
  });

  it("go in steps that end when the process stops", async () => {
    const { parts, signIn, advanceMs } = await createTestApp();
    const { id } = await signIn("operator");
    await parts.db.execute(sql`
      insert into sessions (id, user_id, token_id, created_at, ends_at)
      select 's' || i, ${id}, 't', now(), now() from generate_series(1, 5001) i`);
    advanceMs(1_000);
    let steps = 0;
    expect(await removeExpiredRows(parts, async () => (steps += 1) === 1)).toMatchObject({ sessions: 5_000 });
    expect(await removeExpiredRows(parts, async () => true)).toMatchObject({ sessions: 1 });
  });

  it("hold receipts of stream events from before these had partitions, and no receipt of a scan", async () => {
    const { parts } = await createTestApp();
    await parts.db.execute(sql`
      insert into idempotency_receipts (route, key, request_sha256, status, reply, created_at)
      select route, 'k' || i, 'x', 200, '{}', now()
      from generate_series(1, 6000) i, unnest(array['ingestStreamEventsV1', 'ingestCategoryScanV1']) route`);
    const left = async () => (await parts.db.execute(sql`
      select route, count(*)::int as count from idempotency_receipts group by route order by route`)).rows; // prettier-ignore
    let steps = 0;
    const mayGoOn = async () => (steps += 1) <= 5;
    expect(await removeExpiredRows(parts, mayGoOn)).toMatchObject({ streamReceipts: 6_000 });
    expect(await left()).toEqual([{ route: "ingestCategoryScanV1", count: 6_000 }]);
  });

  it("are looked after once, by one of the processes", async () => {
    const { parts, logLines } = await createTestApp();
    const processes = [startMaintenance({ ...parts, workers }), startMaintenance({ ...parts, workers })];
    const runsOf = (work: string) => logLines.filter((line) => line.includes(`"work":"${work}"`)).length;
    await vi.waitFor(() => expect(runsOf("sweep-orphans")).toBe(1), 120_000);
    for (const { stop } of processes) await stop();
    expect(["maintain-tracking", "remove-expired-rows"].map(runsOf)).toEqual([1, 1]);
  });
});

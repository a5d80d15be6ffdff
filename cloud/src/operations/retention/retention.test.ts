import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createTestApp } from "../../testing/app.ts";
import { startWorkers, workers } from "../../workers.ts";
import { startMaintenance } from "./maintenance.ts";
import { retention } from "./retention.ts";
import { deleteExpiredRows } from "./testing.ts";

const DAY_MS = 86_400_000;

/** Pictures are kept forever here. */
const { pictures: _pictures, sitePictures: _sitePictures, driftPictures: _driftPictures, ...rows } = retention;
const nothing = Object.fromEntries(Object.keys(rows).map((what) => [what, 0]));

describe("rows past their retention", () => {
  test("are deleted, and no others", async () => {
    const cloud = await createTestApp({ settings: { emailRetentionDays: 90 } });
    const { parts, advanceMs, send, signIn } = cloud;
    await startWorkers(parts);
    await signIn("operator");
    await send("POST", "/v1/user/auth/email/forgot-password", { body: { email: "admin@localhost" } });
    await send("POST", "/v1/user/auth/passkey/options");
    const count = async () =>
      (
        await parts.db.execute(sql`
          select (select count(*)::int from sessions) as sessions, (select count(*)::int from link_tokens) as tokens,
            (select count(*)::int from email_jobs) as emails, (select count(*)::int from email_jobs where link is not null) as links`)
      ).rows[0];
    await expect.poll(() => count()).toEqual({ sessions: 1, tokens: 1, emails: 1, links: 1 });
    // A row that is changed while it is deleted stays until the next time.
    const unsendable = sql`select 1 from email_jobs where status = 'no-mail-server'`;
    await expect.poll(async () => (await parts.db.execute(unsendable)).rows).toHaveLength(1);
    const remove = () => deleteExpiredRows(cloud);
    expect(await remove()).toEqual(nothing);
    advanceMs(2 * DAY_MS);
    expect(await remove()).toEqual({ ...nothing, linkTokens: 1, signInChallenges: 1, mailedLinks: 1 });
    expect(await count()).toEqual({ sessions: 1, tokens: 0, emails: 1, links: 0 });
    advanceMs(29 * DAY_MS);
    expect(await remove()).toEqual({ ...nothing, sessions: 1 });
    advanceMs(60 * DAY_MS);
    expect(await remove()).toEqual({ ...nothing, emails: 1 });
    expect(await count()).toEqual({ sessions: 0, tokens: 0, emails: 0, links: 0 });
  });

  test.each([
    ["push_deliveries", 30, "pushDeliveries"],
    ["webhook_deliveries", 30, "webhookDeliveries"],
    ["live_events", 7, "liveEvents"],
    ["idempotency_receipts", 1, "shortReceipts"],
    ["manifest_imports", 30, "manifestImports"],
  ])("of %s are deleted after %s days, the newer ones stay", async (table, days, what) => {
    const cloud = await createTestApp();
    const { parts, advanceMs, signIn } = cloud;
    const { id: userId } = await signIn("admin");
    const write = async () => {
      const [id, now] = [parts.newId(), new Date(parts.nowMs()).toISOString()];
      await parts.db.execute(
        {
          push_deliveries: sql`insert into push_deliveries
          (id, notice_id, device_id, user_id, kind, title, body, data, collapse_key, status, created_at)
          values (${id}, ${id}, 'd', 'u', 'k', 't', 'b', '{}', 'c', 'sent', ${now})`,
          webhook_deliveries: sql`
          with hook as (insert into webhooks (id, url, events, secret, created_by_id, created_at, updated_at)
            values (${id}, 'https://a.b', '{}', 's', ${userId}, ${now}, ${now}) returning id)
          insert into webhook_deliveries (id, webhook_id, type, payload, status, created_at)
          select ${id}, hook.id, 't', '{}', 'delivered', ${now} from hook`,
          manifest_imports: sql`insert into manifest_imports
          (id, state, is_preview, size_bytes, sha256, answers, created_by_id, created_at)
          values (${id}, 'finished', false, 1, 'x', '{}', ${userId}, ${now})`,
          live_events: sql`insert into live_events (kind, at, data) values ('device.back', ${now}, '{}')`,
          idempotency_receipts: sql`insert into idempotency_receipts (route, key, request_sha256, status, reply, created_at)
          values ('recordHeartbeatV1', ${id}, 'x', 200, '{}', ${now})`,
        }[table]!,
      );
    };
    const kept = async () => (await parts.db.execute(sql`select 1 from ${sql.identifier(table)}`)).rows.length;
    await parts.db.execute(sql`delete from ${sql.identifier(table)}`);
    await write();
    await write();
    advanceMs(2 * 3_600_000);
    await write();
    advanceMs(days * DAY_MS - 3 * 3_600_000);
    expect([await deleteExpiredRows(cloud), await kept()]).toEqual([expect.objectContaining({ [what]: 0 }), 3]);
    advanceMs(2 * 3_600_000);
    expect([await deleteExpiredRows(cloud), await kept()]).toEqual([expect.objectContaining({ [what]: 2 }), 1]);
  });

  test("go in steps that end when the process stops", async () => {
    const cloud = await createTestApp();
    const { parts, signIn, advanceMs } = cloud;
    const { id } = await signIn("operator");
    await parts.db.execute(sql`
      insert into sessions (id, user_id, token_id, created_at, ends_at)
      select 's' || i, ${id}, 't', now(), now() from generate_series(1, 5001) i`);
    advanceMs(1_000);
    let steps = 0;
    expect(await deleteExpiredRows(cloud, async () => (steps += 1) === 1)).toMatchObject({ sessions: 5_000 });
    expect(await deleteExpiredRows(cloud)).toMatchObject({ sessions: 1 });
  });

  test("include receipts of heartbeats, some thousand at a time, and no receipt of a scan", async () => {
    const { parts } = await createTestApp();
    await parts.db.execute(sql`
      insert into idempotency_receipts (route, key, request_sha256, status, reply, created_at)
      select route, 'k' || i, 'x', 200, '{}', '2020-01-01'
      from generate_series(1, 6000) i, unnest(array['recordHeartbeatV1', 'ingestCategoryScanV1']) route`);
    const left = async () => (await parts.db.execute(sql`
      select route, count(*)::int as count from idempotency_receipts group by route order by route`)).rows; // prettier-ignore
    let steps = 0;
    const mayGoOn = async () => (steps += 1) <= 10;
    expect(await deleteExpiredRows({ parts }, mayGoOn)).toMatchObject({ shortReceipts: 6_000 });
    expect(await left()).toEqual([{ route: "ingestCategoryScanV1", count: 6_000 }]);
  });

  test("are deleted by one of the processes at a time", async () => {
    const { parts, logLines } = await createTestApp();
    const processes = [startMaintenance({ ...parts, workers }), startMaintenance({ ...parts, workers })];
    const runsOf = (work: string) => logLines.filter((line) => line.includes(`"work":"${work}"`)).length;
    await expect.poll(() => runsOf("sweep-orphans")).toBe(1);
    for (const { stop } of processes) await stop();
    expect(["maintain-tracking", "remove-expired-rows"].map(runsOf)).toEqual([1, 1]);
  });
});

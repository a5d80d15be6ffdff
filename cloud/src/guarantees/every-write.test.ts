import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { writeRows } from "./writes/write-rows.ts";
import { createWriteWorld, sendCall, type WriteCall } from "./writes/write-world.ts";
import { auditLog } from "../platform/db/tables.ts";

const world = await createWriteWorld();
const { db } = world.cloud.parts;
const logged = Object.entries(writeRows).flatMap(([route, row]) => ("refused" in row ? [{ route, ...row }] : []));

const entriesOf = async (requestId: string) =>
  (await db.select().from(auditLog)).filter((entry) => entry.requestId === requestId);

/** Sends a call with a fresh rate-limit budget: the limits of public routes are tested elsewhere. */
const send = async (route: string, call: WriteCall) => {
  await db.execute(sql`delete from rate_limits`);
  return sendCall(world, route, call);
};

/**
 * Returns the contents of the database as one count and one hash per table. Rate-limit counters and the time of a
 * session's last use are excluded, because they record nothing.
 */
const readState = async () => {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where (schemaname = 'public' and tablename <> 'rate_limits') or (schemaname = 'jobs' and tablename = 'job')`);
  const counts = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int as rows,
      coalesce(sum(hashtextextended((to_jsonb(kept) - 'last_used_at')::text, 0)), 0)::text as hash from ${name} as kept`,
  );
  return (await db.execute(sql.raw(`${counts.join(" union all ")} order by name`))).rows;
};

/** Does something while nothing can be added to the log. */
const withClosedLog = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  await db.execute(sql`alter table audit_log add constraint closed check (false) not valid`);
  try {
    return await work();
  } finally {
    await db.execute(sql`alter table audit_log drop constraint closed`);
  }
};

/** Returns the values that must not appear in the log: every secret that was sent or returned. */
const secretsOf = (body: unknown, answer: string): string[] => {
  const sent = Object.entries(Object(body)).flatMap(([name, value]) =>
    /password|token|^code$/i.test(name) && typeof value === "string" ? [value] : [],
  );
  return [
    ...sent,
    ...[...answer.matchAll(/"(?:token|apiKey|code)":"([^"]+)"|#token=([\w-]+)/g)].map(
      ([, one, other]) => one ?? other!,
    ),
  ];
};

/** Whom an entry may name, by who calls; a box that joins becomes known by its code. */
const WRITERS = { person: ["user"], edge: ["edge"], anonymous: ["user", "anonymous", "edge"] };

describe.each(logged)("$route", ({ route, done, refused }) => {
  test("leaves an entry in the transaction of its effects, that names who wrote and no secret", async () => {
    const call = await done(world);
    const before = await readState();
    expect((await withClosedLog(() => send(route, call))).status).toBe(500);
    expect(await readState()).toEqual(before);

    const { status, requestId, text } = await send(route, call);
    expect([Math.floor(status / 100), text]).toEqual([2, text]);
    const entries = await entriesOf(requestId);
    expect(entries.length).toBeGreaterThan(0);
    for (const { actorType, actorId, action } of entries) {
      expect(action).toMatch(/^[a-z-]+\.[a-z-]+$/);
      expect(WRITERS[typeof call.as === "object" ? "person" : call.as]).toContain(actorType);
      expect(actorId).toBe(typeof call.as === "object" ? call.as.id : actorId);
    }
    for (const secret of secretsOf(call.body, text)) expect(JSON.stringify(entries)).not.toContain(secret);
  });

  test("leaves nothing when it is refused", async () => {
    const call = await refused(world);
    const before = await readState();
    const { status, requestId, text } = await send(route, call);
    expect([Math.floor(status / 100), text]).toEqual([4, text]);
    expect(await entriesOf(requestId)).toEqual([]);
    expect(await readState()).toEqual(before);
  });
});

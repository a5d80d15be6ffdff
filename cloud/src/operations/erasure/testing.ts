import { type SQL, sql } from "drizzle-orm";
import { createMailer } from "../../notices/mail/mailer.ts";
import { startMailServer } from "../../notices/mail/testing.ts";
import { dispatchEvents } from "../../notices/webhooks/dispatch-events.ts";
import { sendShiftReports } from "../../fleet/alerts/send-shift-reports.ts";
import { createWriteWorld, sendCall, type WriteWorld } from "../../guarantees/writes/write-world.ts";
import { writeRows } from "../../guarantees/writes/write-rows.ts";
import { EDGE_KEY, type TestUser } from "../../testing/app.ts";
import { insertIdentity } from "../../people/sign-in/identity-store.ts";
import type { Connection } from "../../platform/db/connect.ts";
import { createTestDatabase } from "../../testing/database.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { runCloud } from "../commands/testing.ts";

/** A service in which people can do everything, with the command line on its Postgres database. */
export async function createErasureWorld() {
  const connection = await createTestDatabase();
  const world = await createTraceWorld(connection);
  const { dataDir } = world.world.cloud.parts.settings;
  const run = (...args: string[]) => runCloud({ DATABASE_URL: connection.url, DATA_DIR: dataDir }, args);
  return { ...world, run };
}

/** The same on any database, without the command line. */
export async function createTraceWorld(connection: Connection) {
  const world = await createWriteWorld({ connection });
  const keeper = await world.signIn("admin", "keeper@example.com");
  const as = (user: Pick<TestUser, "authorization">, method: string, path: string, body?: unknown) =>
    world.cloud.send(method, `/v1${path}`, { headers: user.authorization, body });
  const disable = (user: { id: string }) => as(keeper, "PUT", `/admin/users/${user.id}`, { disabled: true });
  return { world, db: connection.db, keeper, as, disable };
}

type TraceWorld = Awaited<ReturnType<typeof createTraceWorld>>;

/** Has the users of the world send every write of the interface once. */
export async function writeEverything(world: WriteWorld): Promise<void> {
  for (const [route, { done }] of Object.entries(writeRows)) {
    await world.cloud.parts.db.execute(sql`delete from rate_limits`);
    const reply = await sendCall(world, route, await done(world));
    if (reply.status >= 300) throw new Error(`${route} answered ${reply.status}: ${reply.text}`);
  }
}

/**
 * Performs the actions of a person beside single writes, with the person's address and name in every text that people
 * can write.
 */
export async function leaveTraces({ world, as, keeper }: TraceWorld, person: TestUser, name: string): Promise<void> {
  const { cloud, make, unique } = world;
  const { parts } = cloud;
  const text = `Asked ${name}\n${person.email}, and <b>${name.toUpperCase()}</b> agreed (${person.email}).`;
  await as(person, "PUT", "/user/me", { name });
  const containerNumber = unique("TRACE");
  const { id } = await make(person, "POST", "/containers", { containerNumber });
  await make(keeper, "PUT", `/containers/${id}/legal-hold`, { reason: text });
  const escalation = await make(person, "POST", `/containers/${id}/escalate`, { reason: text });
  await make(keeper, "POST", `/escalations/${escalation.id}/claim`);
  await make(keeper, "POST", `/escalations/${escalation.id}/resolve`, { decision: "clear", reason: text });
  await make(keeper, "POST", "/admin/edge-devices", { name: unique("Gate"), note: text });
  await make(keeper, "PUT", "/user/me/saved-views", {
    name: unique("view"),
    search: `?holder=${encodeURIComponent(person.email)}`,
  });
  const { scan, write, identify } = edgeSender(cloud);
  const record = { ...(await scanBody()), user_email: person.email.toUpperCase() };
  await scan(containerNumber, record, { "Idempotency-Key": unique("record") });
  await write("evidence", containerNumber, record, { "Idempotency-Key": unique("photo") });
  await identify({ container_number: unique("SEEN"), user_email: person.email }, { "Idempotency-Key": unique("seen") });
  await cloud.send("POST", "/v1/edge/heartbeat", { headers: { "X-API-Key": EDGE_KEY }, body: { device_id: "box-1" } });
  const identity = { issuer: "https://id.example.com", subject: name, userId: person.id };
  await insertIdentity(parts.db, { ...identity, now: new Date(parts.nowMs()) });
  await workAShift({ world, as, keeper }, person);
  while (await dispatchEvents(parts)) {
    // Every event becomes a delivery to each webhook.
  }
}

/** A shift whose report is mailed to the person and to others. */
async function workAShift({ world, as, keeper }: Pick<TraceWorld, "world" | "as" | "keeper">, person: TestUser) {
  const { cloud, make, unique } = world;
  const plan = { sites: [{ name: unique("North"), lanes: [{ name: "In 1" }] }] };
  const [site] = (await make(keeper, "PUT", "/admin/topology", plan)).sites;
  await as(keeper, "PUT", "/user/me/notifications", { shiftReports: "sites" });
  const until = new Date(cloud.parts.nowMs() + 3_600_000).toISOString();
  await make(person, "POST", "/shifts", { laneId: site.lanes[0].id, until });
  cloud.advanceMs(2 * 3_600_000);
  const { settings } = await startMailServer();
  await sendShiftReports({ ...cloud.parts, mailer: settings.mail && createMailer(settings.mail) });
}

/** The columns of all tables and partitions that contain one of these texts, in any case, with how many rows. */
export async function findTexts(db: DatabaseOrTransaction, texts: readonly string[]): Promise<Record<string, number>> {
  const { rows: columns } = await db.execute<{ schema: string; table: string; name: string }>(sql`
    select table_schema as schema, table_name as table, column_name as name from information_schema.columns
    where table_schema not in ('pg_catalog', 'information_schema')
      -- The rows of a partition are those of its table.
      and not (select relispartition from pg_class where oid = format('%I.%I', table_schema, table_name)::regclass)
      and data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY')`);
  const forms = texts
    .flatMap((text) => [text, text.toUpperCase(), encodeURIComponent(text)])
    .flatMap((text) => [text, text.replaceAll("'", "&#39;")]);
  const counts = columns.map(({ schema, table, name }): SQL => {
    const text = sql`lower(${sql.identifier(name)}::text)`;
    const found = sql.join(
      forms.map((form) => sql`strpos(${text}, lower(${form})) > 0`),
      sql` or `,
    );
    return sql`select ${`${table}.${name}`}::text as place, count(*)::int as rows
      from ${sql.identifier(schema)}.${sql.identifier(table)} where ${found}`;
  });
  const { rows } = await db.execute<{ place: string; rows: number }>(sql.join(counts, sql` union all `));
  return Object.fromEntries(rows.filter((row) => row.rows > 0).map((row) => [row.place, row.rows]));
}

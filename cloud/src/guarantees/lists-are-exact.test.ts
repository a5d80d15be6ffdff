// Lists that are read through several indexes return the same rows in the same order as the plain statement, page by
// page, on data created for this: ids with other times than their rows, manifests of several visits, people who see
// little.
import * as fc from "fast-check";
import { Client } from "pg";
import { expect, test } from "vitest";
import { oldIdOf } from "../../bench/lists/cases.ts";
import { fewOrMany } from "../../../deploy/testing/few-or-many.ts";
import { seedLists } from "../../bench/lists/seed.ts";
import { openSession } from "../people/auth/open-session.ts";
import { NO_ORIGIN } from "../people/accounts/session-store.ts";
import { cleanUpLater } from "../testing/clean-up.ts";
import { createTestDatabase } from "../testing/database.ts";
import { createTestApp } from "../testing/app.ts";
import { findUserByEmail } from "../people/accounts/user-store.ts";

const SCALE = 0.004;
const YEARS_MS = 730 * 86_400_000;
const connection = await createTestDatabase();
const { app, parts } = await createTestApp({ connection });
const nowMs = parts.nowMs();
await seedLists(connection.url, { nowMs, scale: SCALE });
const client = new Client({ connectionString: connection.url });
await client.connect();
cleanUpLater(() => client.end());
await client.query(`
  update containers set created_at = created_at + interval '100 days' * case right(id, 1) when '3' then -1 else 1 end where right(id, 1) in ('3', '8');
  update audit_log set at = at + interval '100 days' * case right(id, 1) when '3' then -1 else 1 end where right(id, 1) in ('3', '8');
  update audit_log set actor_id = 'edge', actor_name = 'Edge' where right(id, 1) = '4';
  update containers set owner_id = '${oldIdOf("op-old")}' where right(id, 1) = '5';
  -- Manifests of several older visits, some of which turned out to be part of another one.
  insert into visits (id, container_id, number, opened_by, opened_at, manifest_id, joined_into_id)
    select left(md5(v.id || n), 24), c.id, 50 + n, 'edge', v.opened_at, v.manifest_id, case when n = 2 then v.id end
    from (select *, row_number() over (order by id) as at from visits where manifest_id is not null and right(id, 1) < '8') v
    cross join generate_series(1, 2) n
    join (select id, row_number() over (order by md5(id)) as at from containers) c on c.at = v.at;
  -- Manifests that are attached, or were on an older visit, beside a first one.
  with free as (select id, row_number() over (order by md5(id)) as at from manifests m where deleted_at is null
      and not exists (select from containers where manifest_id = m.id) and not exists (select from visits where manifest_id = m.id)),
    held as (select id, row_number() over (order by id) as at from containers where manifest_id is not null and right(id, 1) < '9')
  update containers c set further_manifest_ids = array(select free.id from free where free.at in (3 * held.at, 3 * held.at + 1))
    from held where held.id = c.id;
  with once as (select id, row_number() over (order by md5(id)) as at from manifests where right(id, 1) < '7'),
    ended as (select id, row_number() over (order by md5(id)) as at from visits where manifest_id is not null)
  update visits v set further_manifest_ids = array(select once.id from once where once.at in (2 * ended.at, 2 * ended.at + 5))
    from ended where ended.id = v.id;
  update containers set deleted_at = now(), manifest_id = null, further_manifest_ids = '{}' where right(id, 1) = '6';
`);

type Asked = Record<string, string | undefined>;
/** Builds the conditions of a reference statement, whose values are numbered as they come. */
type Where = (condition: string, value: unknown) => void;

/** All ids that a list shows, in its order, page by page. */
async function listed(person: string, path: string, asked: Asked, limit: number): Promise<string[]> {
  const user = await findUserByEmail(parts.db, `${person}@example.com`);
  const token = await openSession(parts, parts.db, user ?? { id: "", email: "", role: "operator" }, NO_ORIGIN);
  const ids: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const query = new URLSearchParams({ limit: String(limit), ...(cursor && { cursor }) });
    for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.set(name, value);
    const reply = await app.request(`${path}?${query.toString()}`, { headers: { Authorization: `Bearer ${token}` } });
    expect(reply.status).toBe(200);
    const { items, nextCursor } = JSON.parse(await reply.text()).data;
    ids.push(...items.map(({ id }: { id: string }) => id));
    cursor = nextCursor;
  }
  return ids;
}

async function expected(select: string, conditions: (where: Where) => void, order = "1 desc"): Promise<string[]> {
  const [texts, values]: [string[], unknown[]] = [[], []];
  conditions((condition, value) => {
    if (value === undefined) return;
    values.push(value);
    texts.push(`(${condition.replaceAll("?", `$${values.length}`)})`);
  });
  const { rows } = await client.query<{ id: string }>(
    `${select} and ${texts.join(" and ") || "true"} order by ${order}`,
    values,
  );
  return rows.map(({ id }) => id);
}

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 1 });
const time = fc
  .integer({ min: -50, max: 1_050 })
  .map((part) => new Date(nowMs - YEARS_MS * (1 - part / 1_000)).toISOString());
const person = fc.constantFrom("sup1", "op1", "op2", "op300", "op-old", "op-none");
const part = fc.constantFrom(
  "MSKU",
  "Q",
  "XZ",
  "7",
  "9",
  "00",
  "QXZU0",
  "sk",
  "BL",
  "blm",
  "É",
  "~",
  "u0",
  "1 2",
  "79",
  " ",
);
const limit = fc.constantFrom(7, 50, 200);
const like = (text: string) => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
const RUNS = { numRuns: fewOrMany(15, 60) };

test("containers", async () => {
  const status = fc.constantFrom("HELD", "SCANNED", "ESCALATED");
  const ownerId = fc.constantFrom(...["op1", "op300", "op-old"].map(oldIdOf));
  const asked = fc.record({
    status: maybe(status),
    q: maybe(part),
    ownerId: maybe(ownerId),
    from: maybe(time),
    to: maybe(time),
  });
  await fc.assert(
    fc.asyncProperty(person, asked, limit, async (who, { q, ...filter }, size) => {
      const found = await listed(who, "/v1/containers", { q, ...filter }, size);
      const all = await expected("select id from containers where deleted_at is null", (where) => {
        where("status = ?", filter.status);
        where("owner_id = ?", filter.ownerId);
        where("created_at >= ?", filter.from);
        where("created_at < ?", filter.to);
        const [upper, compact] = [q?.trim().toUpperCase(), q?.replace(/[-_./ ]/g, "").toUpperCase()];
        where("number_key like ?", upper === undefined || compact ? undefined : like(upper));
        where(
          "number_key like ? or number_check <> 'not-iso6346' and number_key like replace(?, ' ', '')",
          upper && compact ? like(upper) : undefined,
        );
        where("owner_id = ?", who.startsWith("op") ? oldIdOf(who) : undefined);
      });
      expect(found).toEqual(all);
    }),
    RUNS,
  );
});

test("containers by last activity", async () => {
  const asked = fc.record({
    status: maybe(fc.constantFrom("HELD", "SCANNED")),
    activeFrom: maybe(time),
    activeTo: maybe(time),
    class: maybe(fc.constantFrom("carton", "crate")),
    cameraId: maybe(fc.constantFrom("camera-3", "camera-7", "none")),
    laneId: maybe(fc.constantFrom("lane-3", "lane-7", "none")),
    sizeType: maybe(fc.constantFrom("22G1", "45R1")),
    search: maybe(fc.constantFrom("MSKU", "coffee", "antique", "filters", "seal", "Ajar", "blq", "7", "BLC", "Käse")),
  });
  // The first and further manifests now, and those of all visits.
  const isFound = `c.number_key like upper(?)
    or exists (select from escalations e where e.container_id = c.id and e.reason || ' ' || coalesce(e.decision_reason, '') ilike ?)
    or exists (select from manifests m where m.deleted_at is null
      and (m.bill_of_lading ilike ? or exists (select from jsonb_array_elements(m.declared_goods) g where g ->> 'description' ilike ?))
      and (m.id = any (c.manifest_id || c.further_manifest_ids) or exists (select from visits k
        where k.container_id = c.id and k.joined_into_id is null and m.id = any (k.manifest_id || k.further_manifest_ids))))`;
  const active = "coalesce(v.last_write_at, v.opened_at)";
  const seen = "exists (select from scans s where s.container_id = c.id and s.visit_id = c.visit_id and";
  await fc.assert(
    fc.asyncProperty(person, asked, limit, async (who, filter, size) => {
      const found = await listed(who, "/v1/containers", { ...filter, sort: "lastActivity" }, size);
      const select = `select ${active} as active, c.id from containers c join visits v on v.id = c.visit_id where c.deleted_at is null`;
      const all = await expected(
        select,
        (where) => {
          where("c.status = ?", filter.status);
          where(`${active} >= ?`, filter.activeFrom);
          where(`${active} < ?`, filter.activeTo);
          where(`${seen} s.summary @> jsonb_build_array(jsonb_build_object('className', ?::text)))`, filter.class);
          where(`${seen} s.camera_id = ?)`, filter.cameraId);
          where(`${seen} s.camera_id in (select camera_id from cameras where lane_id = ?))`, filter.laneId);
          where("c.size_type = ?", filter.sizeType);
          where(isFound, filter.search && like(filter.search));
          where("c.owner_id = ?", who.startsWith("op") ? oldIdOf(who) : undefined);
        },
        "1 desc, 2 desc",
      );
      expect(found).toEqual(all);
    }),
    RUNS,
  );
});

test("manifests", async () => {
  const status = fc.constantFrom("REJECTED", "VALIDATED", "DRAFT");
  const asked = fc.record({ status: maybe(status), q: maybe(part), attached: maybe(fc.constantFrom("true", "false")) });
  const select = `select m.id from manifests m left join containers c on c.deleted_at is null and c.id = coalesce(
    (select id from containers a where m.id = any (a.manifest_id || a.further_manifest_ids)),
    (select container_id from visits k where m.id = any (k.manifest_id || k.further_manifest_ids) and k.joined_into_id is null
      order by k.id desc limit 1)
  ) where m.deleted_at is null`;
  await fc.assert(
    fc.asyncProperty(person, asked, limit, async (who, filter, size) => {
      const found = await listed(who, "/v1/manifests", filter, size);
      const all = await expected(select, (where) => {
        where("m.status = ?", filter.status);
        where("(c.id is not null) = ?", filter.attached);
        where("m.number_key like upper(?) or m.bill_of_lading ilike ?", filter.q && like(filter.q.trim()));
        where("m.created_by_id = ? or c.owner_id = ?", who.startsWith("op") ? oldIdOf(who) : undefined);
      });
      expect(found).toEqual(all);
    }),
    RUNS,
  );
});

test("the audit log", async () => {
  await client.query("update users set role = 'admin' where email = 'sup1@example.com'");
  const actor = fc.constantFrom(
    "edge",
    "Edge",
    "system",
    "anonymous",
    oldIdOf("op1"),
    "OP1@example.com",
    "op-old@example.com",
    "no-one",
  );
  const action = fc.constantFrom("scan.record", "container.create", "webhook.update", "none");
  const subject = fc.constantFrom("container", "scan", "topology", "container:none");
  const asked = fc.record({
    actor: maybe(actor),
    action: maybe(action),
    subject: maybe(subject),
    from: maybe(time),
    to: maybe(time),
  });
  await fc.assert(
    fc.asyncProperty(asked, async (filter) => {
      const found = await listed("sup1", "/v1/admin/audit-log", filter, 200);
      const [type, id] = filter.subject?.split(":") ?? [];
      const all = await expected("select id from audit_log where true", (where) => {
        where("actor_id = ? or actor_name in (?, lower(?)) or actor_type = ?", filter.actor);
        where("action = ?", filter.action);
        where("subject_type = ?", type);
        where("subject_id = ?", id);
        where("at >= ?", filter.from);
        where("at < ?", filter.to);
      });
      expect(found).toEqual(all);
    }),
    RUNS,
  );
});

import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { inject } from "vitest";
import { cleanUpLater } from "../../../testing/clean-up.ts";
import { type Connection, connectPostgres } from "../connect.ts";
import { mainMigrations, migratePostgres } from "../migrate.ts";
import { administer } from "../../../testing/database.ts";

const EARLIEST = "2026-03-01T00:00:00Z";

/** A database as the release left it whose newest migration has this number, with `records` of each kind. */
export async function createDatabaseOfRelease(number: number, records: number): Promise<Connection & { url: string }> {
  const name = `release_${crypto.randomUUID().replaceAll("-", "")}`;
  await administer(inject("postgresUrl"), `create database ${name}`);
  const url = Object.assign(new URL(inject("postgresUrl")), { pathname: `/${name}` }).href;
  const folder = await mkdtemp(path.join(tmpdir(), "migrations-"));
  await cp(mainMigrations.folder, folder, { recursive: true });
  const file = path.join(folder, "meta/_journal.json");
  const { entries, ...journal } = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, JSON.stringify({ ...journal, entries: entries.slice(0, number + 1) }));
  await migratePostgres(url, { ...mainMigrations, folder, known: mainMigrations.known.slice(0, number + 1) });
  await administer(url, recordsOf(records));
  const connection = await connectPostgres(url, pino({ level: "silent" }), { migrate: false });
  cleanUpLater(async () => {
    await connection.close();
    await rm(folder, { recursive: true });
    await administer(inject("postgresUrl"), `drop database ${name} with (force)`);
  });
  return { ...connection, url };
}

/** Scans of one container with a verdict each, entries of the audit log, and receipts. */
const recordsOf = (records: number) => `
  insert into users (id, email, role, created_at, updated_at) values ('ann', 'a@b.c', 'operator', '${EARLIEST}', '${EARLIEST}');
  insert into containers (id, container_number, number_key, number_check, status, owner_id, source, visit_id, created_at, updated_at)
    values ('box', 'E', 'E', 'not-iso6346', 'REGISTERED', 'ann', 'user', 'visit', '${EARLIEST}', '${EARLIEST}');
  insert into visits (id, container_id, number, opened_by, opened_at) values ('visit', 'box', 1, 'user', '${EARLIEST}');
  insert into scans (id, container_id, visit_id, type, source, status, detections, summary, timestamp, received_at)
    select ${idOf("n")}, 'box', 'visit', 'category', 'edge', 'done', '[]', '[]', '${EARLIEST}', '${EARLIEST}' from generate_series(1, ${records}) n;
  insert into detection_verdicts (scan_id, index, verdict, reviewer_id, reviewed_at) select id, 0, 'confirmed', 'ann', '${EARLIEST}' from scans;
  insert into escalations (id, container_id, visit_id, scan_id, state, source, reason, findings, created_at, updated_at)
    values ('e', 'box', 'visit', ${idOf("1")}, 'OPEN', 'user', 'x', '[]', '${EARLIEST}', '${EARLIEST}');
  insert into audit_log (id, at, actor_type, actor_name, action, subject_type, subject_id)
    select ${idOf("n")}, '${EARLIEST}', 'user', 'ann', 'scan.record', 'scan', 'x' from generate_series(1, ${records}) n;
  insert into idempotency_receipts (route, key, request_sha256, status, reply, created_at)
    select route, 'k' || n, 'x', 200, '{}', '${EARLIEST}'
    from generate_series(1, ${records}) n, unnest(array['ingestCategoryScanV1', 'recordHeartbeatV1']) route;`;

/** Ids of early in 2026, a second apart. */
const idOf = (n: string) =>
  `lpad(to_hex(${Date.parse(EARLIEST)} + ${n} * 1000), 12, '0') || lpad(to_hex(${n}), 12, '0')`;

import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { idFloor } from "@container-inspection/shared-schemas/object-id";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { runCloud } from "../commands/testing.ts";
import { connectPostgres } from "../../platform/db/connect.ts";
import { prepareBounds, readBounds } from "../../platform/db/partitions/range-store.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { writeRelease } from "../../fleet/roll-outs/testing.ts";
import { drawKey } from "../../intake/box-testing.ts";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { createEmptyDatabase, createFolder, startCloud } from "../../testing/processes.ts";
import { createTestApp, EDGE_KEY } from "../../testing/app.ts";
import { createOpener } from "./encryption.ts";
import { readLines } from "./files.ts";
import { type BackupManifest, readManifest } from "./manifest.ts";
import { objectKeyColumns } from "./object-key-store.ts";

const TOMORROW = idFloor(Date.now() + 86_400_000);
const run = (environment: Record<string, string>, ...args: string[]) => runCloud(environment, args);
const open = await createOpener(undefined);

/** A service with the records of a day: scans with pictures, events, evidence, jobs, people, a decision. */
async function createBusySystem() {
  const database = await createTestDatabase();
  const cloud = await createTestApp({ connection: database });
  // A second partition of the audit log, which begins tomorrow.
  await database.db.transaction((tx) => prepareBounds(tx, "audit_log", [TOMORROW]));
  const { scan, write } = edgeSender(cloud);
  const body = await scanBody();
  const image = Buffer.from(String(body["image"]), "base64");
  for (const number of ["MSKU1234565", "CSQU3054383"])
    expect(await scan(number, body, { "Idempotency-Key": number })).toMatchObject({ status: 200 });
  const { image: picture } = body;
  expect(await write("evidence", "MSKU1234565", { image: picture })).toMatchObject({ status: 200 });
  const events = Array.from({ length: 1_200 }, (_, index) => ({
    event_id: `e${index}`,
    tracking_id: index,
    class_name: 'line\u2028separator, "quotes", \\ and ü',
    confidence: 0.1 + 0.2,
    bbox: { x1: 0, y1: 0, x2: 1, y2: 1 },
    event_type: "enter",
    timestamp: new Date(Date.now() - index * 60_000).toISOString(),
  }));
  const headers = { "X-API-Key": EDGE_KEY };
  const batch = { device_id: "d", camera_id: "c", session_id: "s", events };
  expect(await cloud.send("POST", "/v1/tracking-data/stream-events", { body: batch, headers })).toMatchObject({
    body: { data: { accepted: 1_200 } },
  });
  const supervisor = await cloud.signIn("supervisor");
  const { body: list } = await cloud.send("GET", "/v1/containers", { headers: supervisor.authorization });
  const escalated = await cloud.send("POST", `/v1/containers/${list.data.items[0].id}/escalate`, {
    body: { reason: "a person looked" },
    headers: supervisor.authorization,
  });
  expect(escalated.status).toBeLessThan(300);
  await cloud.send("POST", "/v1/user/auth/email/forgot-password", { body: { email: "admin@localhost" } });
  const release = writeRelease(drawKey());
  const { authorization } = await cloud.signIn("admin");
  const uploaded = await cloud.app.request("/v1/admin/releases", {
    method: "POST",
    headers: { ...authorization, "Content-Type": "application/octet-stream" },
    body: new Uint8Array(release),
  });
  const releaseId: string = JSON.parse(await uploaded.text()).data.id;
  const environment = { DATABASE_URL: database.url, DATA_DIR: cloud.parts.settings.dataDir, EDGE_API_KEY: EDGE_KEY };
  return { cloud, environment, supervisor, image, release, releaseId, containers: list.data.items };
}

/** Every row of a backup, table by table, in an order that does not depend on where it lay. */
async function contentOf(folder: string): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {};
  for (const { schema, name, columns, file, rows } of (await readManifest(folder)).tables) {
    const lines: string[] = [];
    for await (const batch of readLines(path.join(folder, file), open)) lines.push(...batch);
    expect(lines).toHaveLength(rows);
    // Both kinds of databases may have a table's columns in another order.
    content[`${schema}.${name}`] = lines
      .map((line) => {
        const values: unknown[] = JSON.parse(line);
        return JSON.stringify(
          Object.fromEntries(columns.map((column, index) => [column, values[index]])),
          columns.toSorted(),
        );
      })
      .sort();
  }
  return content;
}

const rowsOf = ({ tables }: BackupManifest) => Object.fromEntries(tables.map(({ name, rows }) => [name, rows]));

describe("a backup", () => {
  test("goes from Postgres to the embedded database and back with every row and picture; the service starts on it", async () => {
    const { cloud, environment, supervisor, image, release, releaseId, containers } = await createBusySystem();
    const work = await createFolder();
    const [first, second, third] = ["first", "second", "third"].map((name) => path.join(work, name));
    expect(await run(environment, "backup", first!)).toMatchObject({ code: 0 });
    const noted = sql`select outcome from maintenance_runs where name = 'backup' and finished_at is not null`;
    expect((await cloud.parts.db.execute(noted)).rows).toEqual([
      { outcome: { rows: expect.any(Number), pictures: expect.any(Number), missingPictures: 0 } },
    ]);
    const manifest = await readManifest(first!);
    expect(rowsOf(manifest)).toMatchObject({ containers: 2, scans: 2, evidence: 1, tracking_events: 1_200 });
    expect(rowsOf(manifest)["job"]).toBeGreaterThan(0);
    // Unlogged: pictures of watched cameras are in no backup.
    expect(rowsOf(manifest)).not.toHaveProperty("watched_cameras");
    expect(manifest.objects.count).toBeGreaterThanOrEqual(4);
    expect(manifest.missingObjects).toEqual([]);

    const embedded = { DATA_DIR: path.join(work, "embedded"), EDGE_API_KEY: EDGE_KEY };
    expect(await run(embedded, "restore", first!)).toMatchObject({ code: 0 });
    expect(await run(embedded, "backup", second!)).toMatchObject({ code: 0 });
    const postgres = { ...embedded, DATA_DIR: path.join(work, "postgres"), DATABASE_URL: await createEmptyDatabase() };
    expect(await run(postgres, "restore", second!)).toMatchObject({ code: 0 });
    expect(await run(postgres, "backup", third!)).toMatchObject({ code: 0 });
    const original = await contentOf(first!);
    expect(await contentOf(second!)).toEqual(original);
    expect(await contentOf(third!)).toEqual(original);

    const { connection, days } = await partitionsOf(postgres.DATABASE_URL);
    expect(days.filter((name) => name.startsWith("tracking_events_2"))).not.toEqual([]);
    expect(await readBounds(connection.db)).toEqual({ scans: [], audit_log: [TOMORROW] });
    await connection.close();

    const restored = await startCloud(postgres);
    const base = await restored.url();
    const get = (route: string) => fetch(`${base}${route}`, { headers: supervisor.authorization });
    await expect.poll(async () => (await fetch(`${base}/ready`)).status).toBe(200);
    const list = (await (await get("/v1/containers")).json()) as { data: { items: unknown[] } };
    expect(list.data.items).toHaveLength(containers.length);
    for (const { id } of containers) {
      const scans = (await (await get(`/v1/containers/${id}/scans`)).json()) as { data: { items: { id: string }[] } };
      const picture = await get(`/v1/containers/${id}/scans/${scans.data.items[0]!.id}/image`);
      expect(Buffer.from(await picture.arrayBuffer()).equals(image)).toBe(true);
    }
    const file = await fetch(`${base}/v1/edge/releases/${releaseId}`, { headers: { "X-API-Key": EDGE_KEY } });
    expect(Buffer.from(await file.arrayBuffer()).equals(release)).toBe(true);
  });

  test("replaces data only when asked to, and never under a running service", async () => {
    const { environment, cloud } = await createBusySystem();
    const folder = path.join(await createFolder(), "backup");
    expect(await run(environment, "backup", folder)).toMatchObject({ code: 0 });
    expect(await run(environment, "backup", folder)).toMatchObject({
      code: 1,
      output: expect.stringContaining("is not empty"),
    });
    expect(await run(environment, "restore", folder, "--replace")).toMatchObject({
      code: 1,
      output: expect.stringContaining("A running service has this database open"),
    });
    await cloud.parts.jobs.stop(0);
    await cloud.parts.db.execute(
      sql`update containers set container_number = 'CHANGED' where number_key = 'MSKU1234565'`,
    );
    await cloud.signIn("operator", "later@example.com");
    expect(await run(environment, "restore", folder)).toMatchObject({
      code: 1,
      output: expect.stringContaining("--replace"),
    });
    expect(await run(environment, "restore", folder, "--replace")).toMatchObject({ code: 0 });
    const numbers = await cloud.parts.db.execute(sql`select container_number from containers order by 1`);
    expect(numbers.rows).toEqual([{ container_number: "CSQU3054383" }, { container_number: "MSKU1234565" }]);
    expect((await cloud.parts.db.execute(sql`select 1 from users where email = 'later@example.com'`)).rows).toEqual([]);
  });

  test("that is damaged, incomplete or of another release is refused by name, before anything is written", async () => {
    const { environment } = await createBusySystem();
    const folder = path.join(await createFolder(), "backup");
    expect(await run(environment, "backup", folder)).toMatchObject({ code: 0 });
    const target = {
      DATA_DIR: await createFolder(),
      DATABASE_URL: await createEmptyDatabase(),
      EDGE_API_KEY: EDGE_KEY,
    };
    const refusal = async (...texts: string[]) => {
      const { code, output } = await run(target, "restore", folder);
      expect(code).toBe(1);
      for (const text of texts) expect(output).toContain(text);
    };
    const manifest = await readManifest(folder);
    const { value: object } = await objectsIn(folder, manifest).next();
    for (const file of [manifest.tables.find(({ name }) => name === "scans")!.file, `objects/${object}`]) {
      const place = path.join(folder, file);
      const bytes = await readFile(place);
      await writeFile(place, bytes.with(bytes.length >> 1, bytes[bytes.length >> 1]! ^ 1));
      await refusal("is damaged", `${file}: its content has changed since it was written`);
      await writeFile(place, bytes);
      await rename(place, `${place}.away`);
      await refusal(`${file}: it is missing`);
      await rename(`${place}.away`, place);
    }
    const text = await readFile(path.join(folder, "manifest.json"), "utf8");
    await writeFile(path.join(folder, "manifest.json"), text.replace(manifest.migration, "0000_other"));
    await refusal("at migration 0000_other", "Restore it with the release that made it");
    await rename(path.join(folder, "manifest.json"), path.join(folder, "manifest.away"));
    await refusal("is not a complete backup");
    const { connection, days } = await partitionsOf(target.DATABASE_URL);
    expect(days).toEqual([]);
    await connection.close();
  });

  test("that is encrypted contains no readable row or picture, and is restored with its secret key only", async () => {
    const { environment, image, supervisor } = await createBusySystem();
    const work = await createFolder();
    const [folder, key] = [path.join(work, "backup"), path.join(work, "key.txt")];
    const identity = await generateX25519Identity();
    await writeFile(key, `${identity}\n`);
    const settings = { ...environment, BACKUP_RECIPIENTS: await identityToRecipient(identity) };
    expect(await run(settings, "backup", folder)).toMatchObject({ code: 0 });
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    expect(files.map(({ name }) => name).filter((name) => !name.endsWith(".age"))).toEqual(["manifest.json"]);
    for (const { parentPath, name } of files)
      expect((await readFile(path.join(parentPath, name))).includes(image.subarray(20, 60))).toBe(false);

    const target = {
      DATA_DIR: path.join(work, "data"),
      DATABASE_URL: await createEmptyDatabase(),
      EDGE_API_KEY: EDGE_KEY,
    };
    const refused = await run(target, "restore", folder);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining("add --identity") });
    expect(await run(target, "restore", folder, "--identity", key)).toMatchObject({ code: 0 });
    const { connection } = await partitionsOf(target.DATABASE_URL);
    const { rows } = await connection.db.execute(sql`select 1 from users where id = ${supervisor.id}`);
    expect(rows).toHaveLength(1);
    await connection.close();
    const { objects } = await readManifest(folder);
    const stored = (
      await readdir(path.join(target.DATA_DIR, "objects"), { recursive: true, withFileTypes: true })
    ).filter((entry) => entry.isFile());
    expect(stored).toHaveLength(objects.count);
  });

  test("without its pictures has all rows, and names the command for the pictures", async () => {
    const { environment } = await createBusySystem();
    const folder = path.join(await createFolder(), "backup");
    expect((await run(environment, "backup", folder, "--no-pictures")).output).toContain("backup-pictures");
    expect(await readManifest(folder)).toMatchObject({ hasPictures: false, objects: { count: 0 }, missingObjects: [] });
    expect(rowsOf(await readManifest(folder))).toMatchObject({ scans: 2, evidence: 1 });
  });

  test("knows every column that names a picture", async () => {
    const { db } = await createTestDatabase();
    const { rows } = await db.execute<{ table: string; column: string }>(sql`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and column_name like '%\\_key'
        and not (select relispartition from pg_class where oid = format('%I.%I', table_schema, table_name)::regclass) order by 1, 2`);
    const others = new Set(["number_key", "collapse_key", "signing_key", "public_key"]);
    const named = rows.filter(({ column }) => !others.has(column)).map(({ table, column }) => `${table}.${column}`);
    expect(named.toSorted()).toEqual(objectKeyColumns.map((names) => names.join(".")).toSorted());
  });
});

async function* objectsIn(folder: string, { objects }: BackupManifest): AsyncGenerator<string> {
  for await (const lines of readLines(path.join(folder, objects.file), open))
    for (const line of lines) yield String(JSON.parse(line).key);
}

async function partitionsOf(url: string) {
  const connection = await connectPostgres(url, pino({ level: "silent" }), { migrate: false });
  const { rows } = await connection.db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relispartition and relkind = 'r' and relname ~ '_\\d{8}$'`,
  );
  return { connection, days: rows.map(({ name }) => name) };
}

import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import type { Database } from "../../platform/db/database.ts";
import { connectPostgres } from "../../platform/db/connect.ts";
import { startArchivedServer } from "./point-in-time-testing.ts";
import { createPictureWorld, readObject } from "./testing.ts";

const silent = pino({ level: "silent" });

async function listNumbers({ signIn, send }: TestApp): Promise<string[]> {
  const { authorization } = await signIn("supervisor");
  const { body } = await send("GET", "/v1/containers", { headers: authorization });
  return body.data.items.map(({ containerNumber }: { containerNumber: string }) => containerNumber);
}

/** Ends the current file of the log, as `archive_timeout` does within a minute, and waits until it is archived. */
async function archiveAll(db: Database): Promise<void> {
  const { rows } = await db.execute<{ file: string }>(sql`select pg_walfile_name(pg_switch_wal()) as file`);
  const isArchived = sql`select 1 from pg_stat_archiver where last_archived_wal >= ${rows[0]?.file}`;
  await expect.poll(async () => (await db.execute(isArchived)).rows, { timeout: 60_000 }).toHaveLength(1);
}

async function untilPromoted(url: string): Promise<void> {
  const { db, close } = await connectPostgres(url, silent, { migrate: false });
  const recovery = () => db.execute(sql`select pg_is_in_recovery() as "isInRecovery"`);
  await expect.poll(async () => (await recovery()).rows, { timeout: 60_000 }).toEqual([{ isInRecovery: false }]);
  await close();
}

test(
  "a lost server is restored to a second before a deletion, and the deleted picture with it",
  { ...needs("/usr/lib/postgresql", "/usr/bin/pgbackrest"), timeout: 180_000 },
  async () => {
    const server = await startArchivedServer();
    const connection = await connectPostgres(server.url, silent);
    const world = await createPictureWorld({ ...connection, url: server.url });
    server.pgbackrest("stanza-create");
    server.pgbackrest("check");
    await world.scan("FULL");
    server.pgbackrest("--type=full", "backup");
    await world.scan("INCREMENTAL");
    server.pgbackrest("--type=incr", "backup");

    const { url, keys } = await world.photo("WAL-ONLY");
    const [key = ""] = keys;
    const photo = await readObject(world.parts.storage, key);
    expect((await world.run(["backup-pictures", world.folder])).code).toBe(0);
    // The target is one second before the deletion: the restored records must be older.
    await delay(1_500);
    expect((await world.send("DELETE", url, { headers: world.owner.authorization })).status).toBe(200);
    await world.scan("LATER");
    expect(await readObject(world.parts.storage, key)).toBeUndefined();
    const { rows } = await connection.db.execute<{ target: string }>(sql`
      select (at - interval '1 second')::text as target from audit_log where action = 'evidence.delete'`);
    await archiveAll(connection.db);
    const [archive] = JSON.parse(server.pgbackrest("--output=json", "info"));
    expect(archive.cipher).toBe("aes-256-cbc");
    expect(archive.backup.map(({ type }: { type: string }) => type)).toEqual(["full", "incr"]);
    await world.parts.jobs.stop(0);
    await connection.close();
    await server.lose();

    server.pgbackrest("--type=time", `--target=${rows[0]?.target}`, "--target-action=promote", "restore");
    server.start();
    await untilPromoted(server.url);
    const restored = await connectPostgres(server.url, silent);
    const cloud = await createTestApp({ connection: restored, storage: world.parts.storage });
    expect((await listNumbers(cloud)).toSorted()).toEqual(["FULL", "INCREMENTAL", "WAL-ONLY"]);
    expect((await world.run(["restore-pictures", world.folder])).output).toContain("Restored 2 pictures");
    const { authorization } = await cloud.signIn("supervisor");
    const picture = await cloud.app.request(`${url}/image`, { headers: authorization });
    expect(picture.status).toBe(200);
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(photo);
  },
);

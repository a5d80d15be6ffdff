import { sql } from "drizzle-orm";
import { maintain } from "../../operations/retention/maintenance.ts";
import { newestMigration } from "../../platform/db/migrate.ts";
import { routes } from "../../routes.ts";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { openRecordedDatabase } from "../../testing/recorded-database.ts";
import { workers } from "../../workers.ts";
import { writeRows } from "../writes/write-rows.ts";
import { createWriteWorld, sendCall, type WriteWorld } from "../writes/write-world.ts";
import { makeRecording, type Recording } from "./recording.ts";

const DAY_MS = 86_400_000;

/**
 * Records the statements that this release sends for every write, for maintenance and for reads. Throws where a write
 * is refused, since it would lack its statements.
 */
export async function recordWrites(): Promise<Recording> {
  const { url } = await createTestDatabase();
  const database = openRecordedDatabase(url);
  cleanUpLater(database.connection.close);
  const sent = await database.record(async () => {
    const world = await createWriteWorld({ connection: database.connection });
    for (const [route, { done }] of Object.entries(writeRows)) {
      const { status, text } = await sendCall(world, route, await done(world));
      if (status >= 300) throw new Error(`${route} answered ${status}: ${text}`);
      await world.cloud.parts.db.execute(sql`delete from rate_limits`);
    }
    await readEverything(world);
    for (const days of [1, 10, 40, 400]) {
      world.cloud.advanceMs(days * DAY_MS);
      await maintain({ ...world.cloud.parts, workers });
    }
  });
  return makeRecording(newestMigration, sent);
}

/** All lists, and what there is of one container. */
async function readEverything(world: WriteWorld): Promise<void> {
  const { id, scanId } = await world.scan();
  const paths = routes
    .filter(({ config: { method, path: each } }) => method === "get" && each.startsWith("/v1/"))
    .map(({ config }) => config.path.replace("/containers/{id}", `/containers/${id}`).replace("{scanId}", scanId))
    .filter((each) => !/\{|\/events$|\/user\/auth\/|\/edge\//.test(each));
  for (const each of paths) {
    const { status } = await world.cloud.app.request(each, { headers: world.admin.authorization });
    if (status >= 500 && status !== 501) throw new Error(`${each} answered ${status}`);
  }
}

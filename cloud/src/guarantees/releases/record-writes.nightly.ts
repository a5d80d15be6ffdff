// Records what this release sends to its database, for the releases after it: `npm --prefix cloud run record-writes`,
// once the migrations of a release are final. previous-writes.test.ts sends it to the newest tables.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { maintain } from "../../operations/retention/maintenance.ts";
import { newestMigration } from "../../platform/db/migrate.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { routes } from "../../routes.ts";
import { workers } from "../../workers.ts";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { openRecordedDatabase, type SentQuery } from "../../testing/recorded-database.ts";
import { createWriteWorld, sendCall, type WriteWorld } from "../writes/write-world.ts";
import { writeRows } from "../writes/write-rows.ts";
import { makeRecording, recordingsFolder, writeRecording } from "./recording.ts";

const DAY_MS = 86_400_000;

test("records the statements of every write, of maintenance and of reads", async () => {
  const { url } = await createTestDatabase();
  const database = openRecordedDatabase(url);
  cleanUpLater(database.connection.close);
  const refused: string[] = [];
  const sent: SentQuery[] = await database.record(async () => {
    const world = await createWriteWorld({ connection: database.connection });
    for (const [route, { done }] of Object.entries(writeRows)) {
      const { status } = await sendCall(world, route, await done(world));
      if (status >= 300) refused.push(`${status} ${route}`);
      await world.cloud.parts.db.execute(sql`delete from rate_limits`);
    }
    await readEverything(world);
    for (const days of [1, 10, 40, 400]) {
      world.cloud.advanceMs(days * DAY_MS);
      await maintain({ ...world.cloud.parts, workers });
    }
  });
  const recording = makeRecording(newestMigration, sent);
  expect([refused, recording.sent.length > 1_000]).toEqual([[], true]);
  writeFileSync(path.join(recordingsFolder, `${newestMigration}.json`), writeRecording(recording));
});

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

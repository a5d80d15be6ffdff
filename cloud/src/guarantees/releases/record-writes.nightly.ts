// Records what this release sends to its database, for the releases after it: `npm --prefix cloud run record-writes`,
// once the migrations of a release are final. previous-writes.test.ts sends it to the newest tables.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { newestMigration } from "../../platform/db/migrate.ts";
import { recordWrites } from "./record-writes.ts";
import { recordingsFolder, writeRecording } from "./recording.ts";

test("records the statements of every write, of maintenance and of reads", async () => {
  const recording = await recordWrites();
  expect(recording.sent.length).toBeGreaterThan(1_000);
  writeFileSync(path.join(recordingsFolder, `${newestMigration}.json`), writeRecording(recording));
});

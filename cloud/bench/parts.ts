import path from "node:path";
import { createObjectIdMaker } from "@container-inspection/shared-schemas/object-id";
import { pino } from "pino";
import { readSettings } from "../src/platform/settings/settings.ts";
import { createMetrics } from "../src/platform/metrics/create-metrics.ts";
import { createParts, furnish, type Parts } from "../src/parts.ts";
import { createFileStorage } from "../src/platform/storage/file-storage.ts";
import { createWatching } from "../src/fleet/watching/watching.ts";
import type { BenchDatabase } from "./database.ts";

export const EDGE_KEY = "edge-key-of-the-benchmark-0123456789";

/** The parts of a cloud that has started on `database` that keeps its files in `folder` and logs errors alone. */
export async function createBenchParts({ db, pools, jobs, events }: BenchDatabase, folder: string): Promise<Parts> {
  const nowMs = () => Date.now();
  const newId = createObjectIdMaker(nowMs);
  const settings = readSettings({ DATA_DIR: folder, EDGE_API_KEY: EDGE_KEY, ADMIN_PASSWORD: "a long enough password" });
  const watching = createWatching({ db: pools.people, logger: pino({ level: "silent" }), nowMs });
  // No benchmark watches cameras: its timers would only disturb.
  await watching.stop();
  const parts = createParts({
    settings,
    db,
    pools,
    storage: createFileStorage(path.join(folder, "objects"), newId),
    jobs,
    events,
    watching,
    metrics: createMetrics({ version: "bench" }),
    logger: pino({ level: "error" }),
    nowMs,
    random: Math.random,
    newId,
  });
  await furnish(parts);
  return parts;
}

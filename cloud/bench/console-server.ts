// Runs the service for cloud/console/bench/speed.bench.ts in a separate process: 100,000 containers with pictures.
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { createApp } from "../src/app.ts";
import { openSession } from "../src/people/auth/open-session.ts";
import { NO_ORIGIN } from "../src/people/accounts/session-store.ts";
import { findUserByEmail } from "../src/people/accounts/user-store.ts";
import { startServer } from "../src/platform/http/start-server.ts";
import { withPostgres } from "./database.ts";
import { seedLists } from "./lists/seed.ts";
import { createBenchParts } from "./parts.ts";

/** Share of the two years' data: 100,000 containers. */
const SCALE = 0.5;
/** Number of newest containers that have a picture: more than ten seconds of scrolling show. */
const PICTURES = 5_000;

const folder = await mkdtemp(path.join(tmpdir(), "bench-"));
try {
  await withPostgres(async (open) => {
    const database = await open();
    if (!("url" in database.jobSource)) throw new Error("this benchmark needs Postgres");
    const parts = await createBenchParts(database, folder);
    await seedLists(database.jobSource.url, { nowMs: parts.nowMs(), scale: SCALE });
    const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#687" } })
      .jpeg()
      .toBuffer();
    const newest = await database.client.query<{ image_key: string }>(
      "update scans set image_size_bytes = $2 where id in (select id from scans order by id desc limit $1) returning image_key",
      [PICTURES, picture.length],
    );
    for (const { image_key: key } of newest.rows) await parts.storage.write(key, picture);
    const admin = await findUserByEmail(parts.db, "admin@localhost");
    if (!admin) throw new Error("the data has no administrator");
    const token = await openSession(parts, parts.db, admin, NO_ORIGIN);
    const appAt = (port: number) => {
      const trustedOrigins = [`http://127.0.0.1:${port}`];
      return createApp({ ...parts, settings: { ...parts.settings, trustedOrigins } });
    };
    const { port, stop } = await startServer(appAt, { port: 0, host: "127.0.0.1", newId: parts.newId });
    process.send?.({ base: `http://127.0.0.1:${port}/app`, token });
    await once(process, "message");
    await stop(5_000);
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit();

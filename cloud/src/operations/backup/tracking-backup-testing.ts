import { expect, test } from "vitest";
import { createEmptyDatabase, createFolder } from "../../testing/processes.ts";
import { createTestApp } from "../../testing/app.ts";
import { countRows, openTracking, senderOf } from "../../fleet/tracking/own-database-testing.ts";
import { DAY_MS } from "../../fleet/tracking/partition-days.ts";
import { eventBody } from "../../fleet/tracking/testing.ts";
import { connectPostgres } from "../../platform/db/connect.ts";
import { createLogger } from "../../platform/logging/create-logger.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { shareMainDatabase } from "../../platform/db/tracking-database.ts";
import { readSummary } from "../../fleet/tracking/summary-store.ts";
import { workers } from "../../workers.ts";
import { runCommand } from "../commands/run-command.ts";

/** Runs a command as main.ts does. */
async function run(environment: Record<string, string>, ...args: string[]) {
  const lines: string[] = [];
  const keep = (line: string) => void lines.push(line);
  const jobKinds = workers.map(({ kind }) => kind);
  const code = await runCommand(args, { environment, nowMs: Date.now, jobKinds, print: keep, note: keep });
  return { code, output: lines.join("\n") };
}

/** A backup of two databases restored into one, and back into two: `createUrl` makes an empty tracking database. */
export function checkTrackingBackup(createUrl: () => Promise<string>): void {
  test("is part of the backup, which goes into one database or into two", async () => {
    const main = await createTestDatabase();
    const trackingUrl = await createUrl();
    const cloud = await createTestApp({ connection: main, tracking: openTracking(trackingUrl) });
    const now = cloud.parts.nowMs();
    const events = Array.from({ length: 900 }, (_, index) => eventBody(`e-${index}`, now - index * (DAY_MS / 300)));
    expect((await senderOf(cloud)("gate-1", events, "key-1")).body.data.accepted).toBe(900);
    const question = { cameraId: "gate-1", fromMs: now - 10 * DAY_MS, toMs: now, limit: 10 };
    const summaryOf = async ({ tracking }: { tracking: typeof cloud.parts.tracking }) =>
      readSummary((await tracking.pools()).people, question);
    const expected = await summaryOf(cloud.parts);
    expect(expected.totalEvents).toBe(900);

    const folders = [`${await createFolder()}/two`, `${await createFolder()}/one`] as const;
    const [oneUrl, secondUrl] = [await createEmptyDatabase(), await createEmptyDatabase()];
    const [dataDir, secondTrackingUrl] = [await createFolder(), await createUrl()];
    const both = { DATABASE_URL: main.url, TRACKING_DATABASE_URL: trackingUrl, DATA_DIR: dataDir };
    expect(await run(both, "backup", folders[0])).toMatchObject({ code: 0 });
    const one = { DATABASE_URL: oneUrl, DATA_DIR: await createFolder() };
    expect(await run(one, "restore", folders[0])).toMatchObject({ code: 0 });
    const inOne = await connectPostgres(oneUrl, createLogger("error"));
    expect(await summaryOf({ tracking: shareMainDatabase(inOne.pools) })).toEqual(expected);
    await inOne.close();

    expect(await run(one, "backup", folders[1])).toMatchObject({ code: 0 });
    const second = {
      DATABASE_URL: secondUrl,
      TRACKING_DATABASE_URL: secondTrackingUrl,
      DATA_DIR: await createFolder(),
    };
    expect(await run(second, "restore", folders[1])).toMatchObject({ code: 0 });
    const connection = await connectPostgres(secondUrl, createLogger("error"));
    const restored = await createTestApp({ connection, tracking: openTracking(secondTrackingUrl) });
    expect(await summaryOf(restored.parts)).toEqual(expected);
    expect(await countRows(restored, "tracking_events")).toEqual({ main: 0, own: 900 });
    const again = await senderOf(restored)("gate-1", events, "key-1");
    expect([again.headers.get("Idempotent-Replayed"), again.body.data.accepted]).toEqual(["true", 900]);
    await connection.close();
    const third = { ...second, DATABASE_URL: await createEmptyDatabase() };
    expect(await run(third, "restore", folders[1])).toMatchObject({
      code: 1,
      output: expect.stringContaining("already contains data"),
    });
  });
}

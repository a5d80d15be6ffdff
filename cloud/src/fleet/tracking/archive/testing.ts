import { objectHistory, type StreamEvent } from "@container-inspection/shared-schemas/tracking";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import type { ObjectStorage } from "../../../platform/storage/object-storage.ts";
import type { TestApp } from "../../../testing/app.ts";
import type { Random } from "../../../../../deploy/power-cut/random.ts";
import { createApp } from "../../../app.ts";
import { type EventBatch, insertEvents } from "../event-store.ts";
import { createDay } from "../partition-store.ts";
import { DAY_MS, dayOf } from "../partition-days.ts";
import { batchOf, storedEvent } from "../testing.ts";
import { archiveDay } from "./archive-day.ts";

/** Settings of a service that moves days of tracking into files. */
export const archiving = { trackingArchiveAfterDays: 7, trackingRetentionDays: 400 };

const TEXTS = ["drum", 'carton, "large"', "лодка\n2", " 木箱 🚛", "x;y'z"] as const;

/** Events of a day, of all shapes that the route accepts, at random. */
export function randomEvents(dayMs: number, random: Random, count: number): StreamEvent[] {
  return Array.from({ length: count }, (_, index) =>
    storedEvent(`${random.pick(TEXTS)}-${index}`, dayMs + random.below(DAY_MS), {
      tracking_id: random.below(9),
      class_name: random.pick(TEXTS),
      confidence: random.pick([random.next(), Math.round(random.next() * 10_000) / 10_000, 0, 1, 1e-7 * random.next()]),
      bbox: { x1: -random.below(1_000_000), y1: -5, x2: random.below(1_000_000), y2: random.below(9) },
      event_type: random.pick(["enter", "update", "leave"]),
    }),
  );
}

/** Reads and writes tracking of a test's service. */
export async function useTracking(cloud: TestApp) {
  const { authorization: headers } = await cloud.signIn("admin");
  const { background } = await cloud.parts.tracking.pools();
  const request = async (url: string, parts = cloud.parts) => {
    const reply = await createApp(parts).request(url, { headers });
    return { status: reply.status, text: await reply.text() };
  };
  return {
    request,
    /** A day that is closed, so many days ago. */
    daysAgo: (days: number) => dayOf(cloud.parts.nowMs()) - days * DAY_MS,
    insert: async (dayMs: number, events: StreamEvent[], over: Partial<EventBatch> = {}) => {
      await createDay(background, dayMs);
      return insertEvents(background, batchOf(events, over), cloud.parts.nowMs());
    },
    archive: (dayMs: number, storage: ObjectStorage = cloud.parts.storage) =>
      archiveDay({ ...cloud.parts, storage }, dayMs),
    /** The events of a camera in a range of days, as an export has them. */
    exported: async (cameraId: string, fromMs: number, days = 1): Promise<Record<string, string>[]> => {
      const [from, to] = [fromMs, fromMs + days * DAY_MS].map((timeMs) => new Date(timeMs).toISOString());
      const { text } = await request(
        `/v1/admin/cameras/${encodeURIComponent(cameraId)}/tracking-events?from=${from}&to=${to}`,
      );
      return parse(text, { columns: true });
    },
    counted: async (fromMs: number, days = 1, cameraId?: string) => {
      const [from, to] = [fromMs, fromMs + days * DAY_MS].map((timeMs) => new Date(timeMs).toISOString());
      const camera = cameraId === undefined ? "" : `&cameraId=${encodeURIComponent(cameraId)}`;
      const { text } = await request(`/v1/tracking-data/object-counts?from=${from}&to=${to}${camera}`);
      return z.object({ data: objectHistory }).parse(JSON.parse(text)).data.items;
    },
    storedKeys: async (): Promise<string[]> => {
      const keys: string[] = [];
      for await (const { key } of cloud.parts.storage.list("tracking")) keys.push(key);
      return keys;
    },
    partitions: async (): Promise<string[]> => {
      const { rows } = await background.execute<{ name: string }>(
        "select relname as name from pg_class where relname ~ '^(tracking|stream).*_\\d{8}$' and relkind = 'r' order by 1",
      );
      return rows.map(({ name }) => name);
    },
  };
}

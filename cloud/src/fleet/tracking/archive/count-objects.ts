import { z } from "zod";
import type { Needs } from "../../parts.ts";
import { dayOf } from "../partition-days.ts";
import { eventsOf } from "./event-queries.ts";
import { type DayFile, findFiles } from "./file-store.ts";
import { countRollups, type HourCount, type HourRange } from "./partition-day-store.ts";
import { quote } from "./quote.ts";
import { openWorkspace } from "./workspace.ts";

/**
 * Counts the objects of a camera, or of all, by hour and class: an object counts once in each hour in which it has
 * events, under the class of the last of them. Days that have left the database are counted from their files; events
 * that came later count there once they are joined with them.
 */
export async function countObjectsByHour(
  parts: Needs<"settings" | "db" | "tracking" | "storage" | "nowMs">,
  range: HourRange,
): Promise<HourCount[]> {
  const { people } = await parts.tracking.pools();
  // The database first: a day that leaves it meanwhile has been recorded before, and is found below.
  const stored = await countRollups(people, range);
  const { fromMs, untilMs } = range;
  const files = await findFiles(parts.db, { kind: "counts", fromMs: dayOf(fromMs), untilMs });
  const archived = new Set(files.map(({ dayMs }) => dayMs));
  const others = stored.filter(({ atMs }) => !archived.has(dayOf(atMs)));
  return files.length === 0 ? others : [...(await countInFiles(parts, files, range)), ...others];
}

const countRows = z.array(z.object({ at: z.string(), class_name: z.string(), objects: z.string() }));

async function countInFiles(
  parts: Needs<"settings" | "storage" | "nowMs">,
  files: readonly DayFile[],
  { cameraId, fromMs, untilMs }: HourRange,
): Promise<HourCount[]> {
  const { folder, copies, withDuckDb, close } = await openWorkspace(parts);
  try {
    const places: string[] = [];
    for (const file of files) places.push(await copies.copyTo(folder, file));
    const ofCamera = cameraId === undefined ? "" : `and camera_id = ${quote(cameraId)}`;
    const rows = await withDuckDb((duckDb) =>
      duckDb.rows(`
        select epoch_ms(hour)::varchar as at, class_name, sum(objects)::varchar as objects
        from ${eventsOf(places)}
        where hour >= epoch_ms(${fromMs})::timestamp_ms and hour < epoch_ms(${untilMs})::timestamp_ms ${ofCamera}
        group by hour, class_name`),
    );
    return countRows.parse(rows).map((row) => ({
      atMs: Number(row.at),
      className: row.class_name,
      objects: Number(row.objects),
    }));
  } finally {
    await close();
  }
}

import { sql } from "drizzle-orm";
import type { Database } from "../../platform/db/database.ts";

/** Maximum number of counted classes; those with the most objects are kept. */
export const MAX_COUNTED_CLASSES = 20;

/** Whole buckets of one camera from `fromMs` to `untilMs`; the width is one of the rollups'. */
export type CountQuestion = { cameraId: string; widthSeconds: number; fromMs: number; untilMs: number };

/**
 * Counts the objects that a camera tracked in each bucket, by class, oldest first. An object counts once in each bucket
 * in which it has events, under the class of the last of them. Reads rollups only, so the cost depends on objects and
 * buckets, not on events.
 */
export async function countObjects(db: Database, { cameraId, widthSeconds, fromMs, untilMs }: CountQuestion) {
  const [from, until] = [new Date(fromMs).toISOString(), new Date(untilMs).toISOString()];
  const { rows } = await db.execute<{ at_ms: number; class_name: string; objects: number }>(sql`
    with counts as (
      select bucket, class_name, count(*) as objects
      from tracking_rollups
      where camera_id = ${cameraId} and width_seconds = ${widthSeconds}
        and bucket >= ${from}::timestamptz and bucket < ${until}::timestamptz
      group by bucket, class_name
    ),
    classes as (
      select class_name from counts group by class_name
      order by sum(objects) desc, class_name limit ${MAX_COUNTED_CLASSES}
    )
    select (extract(epoch from bucket) * 1000)::float8 as at_ms, class_name, objects::float8
    from counts join classes using (class_name)
    order by bucket, class_name`);
  return rows.map(({ at_ms, class_name, objects }) => ({
    at: new Date(at_ms).toISOString(),
    className: class_name,
    objects,
  }));
}

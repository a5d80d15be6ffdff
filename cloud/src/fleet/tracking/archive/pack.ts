import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import { z } from "zod";
import type { DuckDb } from "./duckdb.ts";
import { eventsOf, orderOfKeys } from "./event-queries.ts";
import { quote } from "./quote.ts";
import type { DayFile } from "./file-store.ts";

/**
 * Events of whole cameras that one file has, unless one camera alone has more: about 2 MB, so that a reader of one
 * camera fetches little beside it, and no process holds much in memory.
 */
const EVENTS_PER_FILE = 100_000;
/** Rows that a reader of one camera can skip together. */
const ROW_GROUP = 20_480;

const written = `format parquet, compression zstd, row_group_size ${ROW_GROUP}`;

/** A file that was written into the folder, and its row. */
export type PackedFile = { file: DayFile; place: string };

type Packing = { folder: string; dayMs: number; newId: () => string };

/**
 * Writes the files of a day: the events of a table by camera and time, and the objects of each camera by hour and
 * class.
 */
export async function packDay(duckDb: DuckDb, table: string, packing: Packing): Promise<PackedFile[]> {
  await duckDb.run(`create temp table sorted as select * from ${table} order by ${orderOfKeys}`);
  const packed: PackedFile[] = [];
  let before = 0;
  for (const range of await splitCameras(duckDb)) {
    const select = `select * from sorted where rowid between ${before} and ${before + range.rows - 1}`;
    packed.push(await packFile(duckDb, select, { ...packing, ...range, kind: "events" }));
    before += range.rows;
  }
  const firstCamera = packed[0]?.file.firstCamera ?? "";
  const lastCamera = packed.at(-1)?.file.lastCamera ?? "";
  await duckDb.run(`create temp table counted as ${countObjects(eventsOf(packed.map(({ place }) => place)))}`);
  const [counted] = await duckDb.rows("select count(*)::int as rows from counted");
  const { rows } = z.object({ rows: z.number() }).parse(counted);
  const counts = { ...packing, firstCamera, lastCamera, rows, kind: "counts" } as const;
  return [...packed, await packFile(duckDb, "select * from counted", counts)];
}

type Described = Omit<DayFile, "id" | "sizeBytes" | "sha256">;

async function packFile(
  duckDb: DuckDb,
  select: string,
  { folder, newId, ...described }: Described & Packing,
): Promise<PackedFile> {
  const id = newId();
  const place = pathInside(folder, `${id}.packed`);
  await duckDb.run(`copy (${select}) to ${quote(place)} (${written})`);
  const bytes = await readFile(place);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { place, file: { ...described, id, sizeBytes: bytes.length, sha256 } };
}

/**
 * Counts as the rollups of the database do: an object counts once in each hour in which it has events, under the class
 * of the last of them.
 */
const countObjects = (table: string): string => `
  select camera_id, hour, class_name, count(*)::int as objects, sum(events)::bigint as events
  from (
    select camera_id, date_trunc('hour', occurred_at)::timestamp_ms as hour, count(*) as events,
      arg_max(class_name, row(occurred_at, event_id)) as class_name
    from ${table}
    group by camera_id, date_trunc('hour', occurred_at), device_id, session_id, tracking_id
  )
  group by camera_id, hour, class_name order by camera_id, hour, class_name`;

const cameraRows = z.array(z.object({ camera_id: z.string(), rows: z.number() }));

type CameraRange = { firstCamera: string; lastCamera: string; rows: number };

/** Ranges of cameras, in the order of their ids, that have about `EVENTS_PER_FILE` events each. */
async function splitCameras(duckDb: DuckDb): Promise<CameraRange[]> {
  const counts = await duckDb.rows("select camera_id, count(*)::int as rows from sorted group by 1 order by 1");
  const ranges: CameraRange[] = [];
  for (const { camera_id: cameraId, rows } of cameraRows.parse(counts)) {
    const open = ranges.at(-1);
    if (open && open.rows + rows <= EVENTS_PER_FILE)
      ranges.splice(-1, 1, { ...open, lastCamera: cameraId, rows: open.rows + rows });
    else ranges.push({ firstCamera: cameraId, lastCamera: cameraId, rows });
  }
  return ranges;
}

// The archive of tracking events: bytes an event, the time to archive a day, one camera's year as CSV, and a year of a
// thousand cameras by hour and class. Run: node cloud/bench/tracking-archive.bench.ts [cameras, 50] [days, 365]
import { createHash } from "node:crypto";
import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { archiveDay } from "../src/fleet/tracking/archive/archive-day.ts";
import { countObjectsByHour } from "../src/fleet/tracking/archive/count-objects.ts";
import { openDuckDb } from "../src/fleet/tracking/archive/duckdb.ts";
import { exportCamera } from "../src/fleet/tracking/archive/export-camera.ts";
import { type DayFile, findFilesOfDay, keyOfFile, replaceFiles } from "../src/fleet/tracking/archive/file-store.ts";
import { DAY_MS, dayOf } from "../src/fleet/tracking/partition-days.ts";
import { createDay } from "../src/fleet/tracking/partition-store.ts";
import type { Parts } from "../src/parts.ts";
import { type BenchDatabase, withPostgres } from "./database.ts";
import { createBenchParts } from "./parts.ts";

const [cameras, days] = [Number(process.argv[2] ?? 50), Number(process.argv[3] ?? 365)];
const EVENTS_A_CAMERA = 20_000;
const dayMs = dayOf(Date.now()) - 400 * DAY_MS;

/**
 * A day as an agent sends it: eight objects in view that cross it in straight lines with a jitter of a pixel or two, an
 * event of each every 34 s, five classes, confidences of four digits, ids of 24 random hexadecimal characters after
 * their time, and batches that arrive a second later.
 */
const FILL = `
  insert into tracking_events
  select 'box-' || camera / 4, md5('run' || camera), at, lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0')
      || substr(md5(random()::text), 1, 12), 'gate-' || camera, life * 8 + slot,
    case age when 0 then 'enter' when 49 then 'leave' else 'update' end,
    (array['container', 'truck', 'person', 'forklift', 'drum'])[1 + (life * 8 + slot) % 5], round((0.5 + random() * 0.5)::numeric, 4)::float8,
    left_edge, top_edge, left_edge + 180 + (random() * 2)::int, top_edge + 220 + (random() * 2)::int, at + interval '1 second'
  from (
    select camera, slot, life, age, $1::timestamptz + (life * 50 + age) * interval '34.56 seconds' + (slot / 3) * interval '40 milliseconds' as at,
      slot * 100 + age * 12 + (random() * 3)::int as left_edge, 200 + slot * 40 + (random() * 3)::int as top_edge
    from generate_series(1, $2::int) camera, generate_series(0, 49) life, generate_series(0, 49) age, generate_series(0, 7) slot
  ) as seen`;

const seconds = (fromMs: number) => `${((performance.now() - fromMs) / 1_000).toFixed(1)} s`;

async function measure<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const [startMs, before] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  console.log(
    `${what}: ${seconds(startMs)}, ${((user + system) / 1e6).toFixed(1)} s of processor time of this process`,
  );
  return result;
}

/** Archives a day of all cameras; returns the first of its files. */
async function measureDay(database: BenchDatabase, parts: Parts): Promise<DayFile> {
  await createDay(database.db, dayMs);
  await database.client.query(FILL, [new Date(dayMs), cameras]);
  const inPostgres = await database.client.query("select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class where relname like 'tracking_events_2%'"); // prettier-ignore
  await measure(`a day of ${cameras} cameras archived`, () => archiveDay(parts, dayMs));
  const files = await findFilesOfDay(database.db, dayMs);
  const events = cameras * EVENTS_A_CAMERA;
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  console.log(`${events} events in ${files.length} files: ${(bytes / events).toFixed(1)} bytes an event with the counts, ${(inPostgres.rows[0].bytes / events).toFixed(1)} in Postgres`); // prettier-ignore
  const [first] = files;
  if (!first) throw new Error("the day has no files");
  return first;
}

/** Stores a file for each day of a year, each as `select` describes it for a shift by so many days. */
async function storeYear(
  parts: Parts,
  folder: string,
  described: Omit<DayFile, "id" | "dayMs" | "sizeBytes" | "sha256">,
  select: (shift: number) => string,
) {
  const duckDb = await openDuckDb(folder, { memoryMb: 1_000, threads: 2 });
  const place = path.join(folder, "made.parquet");
  for (let shift = 0; shift < days; shift++) {
    await duckDb.run(`copy (${select(shift)}) to '${place}' (format parquet, compression zstd, row_group_size 20480)`);
    const bytes = await readFile(place);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const file = { ...described, id: parts.newId(), dayMs: dayMs + shift * DAY_MS, sizeBytes: bytes.length, sha256 };
    await parts.storage.write(keyOfFile(file), bytes);
    const former = await findFilesOfDay(parts.db, file.dayMs);
    await replaceFiles(parts.db, { dayMs: file.dayMs, former, files: [file], nowMs: parts.nowMs() });
  }
  duckDb.close();
}

async function measureExport(parts: Parts, folder: string, first: DayFile): Promise<void> {
  const source = path.join(folder, "objects", keyOfFile(first));
  const kept = path.join(folder, "first.parquet");
  await copyFile(source, kept);
  await storeYear(parts, folder, first, (shift) =>
    `select * replace (occurred_at + interval ${shift} day as occurred_at, received_at + interval ${shift} day as received_at) from '${kept}'`,
  ); // prettier-ignore
  for (const what of ["not copied before", "copied before"])
    await measure(`${days} days of one camera as CSV, ${what}`, async () => {
      let bytes = 0;
      const range = { cameraId: "gate-1", fromMs: dayMs, untilMs: dayMs + days * DAY_MS };
      for await (const chunk of exportCamera(parts, range, (work) => work())) bytes += chunk.length;
      console.log(`${Math.round(bytes / 1e6)} MB`);
    });
}

async function measureCounts(parts: Parts, folder: string): Promise<void> {
  const described = { kind: "counts", firstCamera: "", lastCamera: "~", rows: 120_000 } as const;
  await storeYear(parts, folder, described, (shift) => `
    select 'gate-' || camera as camera_id, epoch_ms(${dayMs + shift * DAY_MS} + hour * 3600000)::timestamp_ms as hour, 'class ' || class as class_name,
      (hash(camera, hour, class, ${shift}) % 40)::int as objects, (hash(camera, hour, class) % 900)::bigint as events
    from range(1000) c(camera), range(24) h(hour), range(5) k(class) order by camera_id, hour, class_name`); // prettier-ignore
  for (const what of ["not copied before", "copied before"])
    await measure(`${days} days of 1,000 cameras by hour and class, ${what}`, async () => {
      const range = { cameraId: undefined, fromMs: dayMs, untilMs: dayMs + days * DAY_MS };
      console.log(`${(await countObjectsByHour(parts, range)).length} counts`);
    });
}

const folder = await mkdtemp(path.join(tmpdir(), "tracking-archive-"));
try {
  await withPostgres(async (open) => {
    const database = await open();
    const parts = await createBenchParts(database, folder);
    const first = await measureDay(database, parts);
    await measureExport(parts, folder, first);
    await measureCounts(parts, folder);
  });
} finally {
  await rm(folder, { recursive: true });
}

import { open, rm } from "node:fs/promises";
import path from "node:path";
import type { Needs } from "../../parts.ts";
import { DAY_MS, dayOf } from "../partition-days.ts";
import { EVENT_COLUMNS } from "./event-columns.ts";
import { keepNew, loadLines, orderOfKeys, viewFormer } from "./event-queries.ts";
import { type DayFile, findFiles } from "./file-store.ts";
import { DamagedFileError } from "./local-copies.ts";
import { type CameraRange, readCameraRows } from "./partition-day-store.ts";
import { quote } from "./quote.ts";
import { openWorkspace, type Workspace, writingTo } from "./workspace.ts";

/** Days that are put together before they are sent: some 100 MB of text on the disk for a busy camera. */
const DAYS_AT_ONCE = 31;
const CHUNK_BYTES = 1_048_576;

/** The columns of an export; the camera is that of the request. */
const CSV_COLUMNS = EVENT_COLUMNS.map(({ name }) => name).filter((name) => name !== "camera_id");

export type ExportParts = Needs<"settings" | "db" | "tracking" | "storage" | "nowMs">;

/** Work that waits until it is its turn, so that exports do not take all processors together. */
export type TakeTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * All events of a camera in a time range as CSV, in the order of their time, from the database and from files of days
 * that have left it; each event once. The first chunk comes when the events of the first month are complete.
 */
export async function* exportCamera(parts: ExportParts, range: CameraRange, takeTurn: TakeTurn) {
  const workspace = await openWorkspace(parts);
  try {
    yield Buffer.from(`${CSV_COLUMNS.join(",")}\n`);
    for (let fromMs = range.fromMs; fromMs < range.untilMs;) {
      const untilMs = Math.min(dayOf(fromMs) + DAYS_AT_ONCE * DAY_MS, range.untilMs);
      const piece = { ...range, fromMs, untilMs };
      const place = await takeTurn(() => writePieceOnce(parts, workspace, piece));
      yield* readChunks(place);
      await rm(place);
      fromMs = untilMs;
    }
  } finally {
    await workspace.close();
  }
}

async function* readChunks(place: string) {
  const file = await open(place);
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(CHUNK_BYTES));
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** Files may be replaced while they are read: then the new ones have the events. */
async function writePieceOnce(parts: ExportParts, workspace: Workspace, piece: CameraRange): Promise<string> {
  try {
    return await writePiece(parts, workspace, piece);
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error;
    return writePiece(parts, workspace, piece);
  }
}

async function writePiece(parts: ExportParts, workspace: Workspace, piece: CameraRange): Promise<string> {
  const [lines, csv] = [path.join(workspace.folder, "lines.json"), path.join(workspace.folder, "lines.csv")];
  await rm(lines, { force: true });
  const { people } = await parts.tracking.pools();
  // The database first: what leaves it meanwhile has been recorded before, and is found below.
  const stored = await writingTo(lines, (write) => readCameraRows(people, piece, write));
  const { cameraId, untilMs } = piece;
  const files = await findFiles(parts.db, { kind: "events", fromMs: dayOf(piece.fromMs), untilMs, cameraId });
  await joinToCsv(workspace, { piece, files, lines, stored, csv });
  await rm(lines);
  return csv;
}

type Join = { piece: CameraRange; files: readonly DayFile[]; lines: string; stored: number; csv: string };

const asText = (name: string) =>
  name.endsWith("_at") ? `strftime(${name}, '%Y-%m-%dT%H:%M:%S.%gZ') as ${name}` : name;

async function joinToCsv(
  { folder, copies, withDuckDb }: Workspace,
  { piece, files, lines, stored, csv }: Join,
): Promise<void> {
  const places: string[] = [];
  for (const file of files) places.push(await copies.copyTo(folder, file));
  const [from, until] = [piece.fromMs, piece.untilMs].map((timeMs) => `epoch_ms(${timeMs})::timestamp_ms`);
  await withDuckDb(async (duckDb) => {
    await loadLines(duckDb, "fresh", lines);
    await viewFormer(duckDb, { places, like: "fresh" });
    await duckDb.run(`create temp view asked as select * from former
      where camera_id = ${quote(piece.cameraId)} and occurred_at >= ${from} and occurred_at < ${until}`);
    // Each file is in order, and no two files of a day have events of one camera.
    let rows = "select * from asked";
    if (stored > 0) {
      await keepNew(duckDb, { from: "fresh", former: "asked", to: "added" });
      rows = `select * from (select * from asked union all select * from added) order by ${orderOfKeys}`;
    }
    await duckDb.run(
      `copy (select ${CSV_COLUMNS.map(asText).join(", ")} from (${rows})) to ${quote(csv)} (format csv, header false)`,
    );
  });
  await Promise.all(places.map((place) => rm(place)));
}

import { mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { z } from "zod";
import type { Logger } from "../../base/logger.ts";
import { driftMeasures } from "./compare-days.ts";
import type { DayCounts, HourCounts } from "./day-counts.ts";

/** Statistics of a camera: its state between the days, the counts of its hours, and a picture of each hour. */
export type DriftStore = ReturnType<typeof openDriftStore>;

const SCHEMA_VERSION = 1;
const SCHEMA = `
  CREATE TABLE cameras (camera_id TEXT PRIMARY KEY, set_up TEXT NOT NULL, state TEXT NOT NULL) STRICT;
  CREATE TABLE hours (
    camera_id TEXT NOT NULL,
    day TEXT NOT NULL,
    hour INTEGER NOT NULL,
    counts TEXT NOT NULL,
    PRIMARY KEY (camera_id, day, hour)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE pictures (
    camera_id TEXT NOT NULL,
    role TEXT NOT NULL,
    hour INTEGER NOT NULL,
    taken_at_ms INTEGER NOT NULL,
    has_findings INTEGER NOT NULL,
    jpeg BLOB NOT NULL,
    PRIMARY KEY (camera_id, role, hour)
  ) STRICT;`;

const hourCounts = z.object({
  looks: z.number(),
  sharpnessLogSum: z.number(),
  exposureSum: z.number(),
  moving: z.number(),
  empty: z.number(),
  confidenceSum: z.number(),
  // An earlier agent counted neither.
  judged: z.number().default(0),
  unlike: z.number().default(0),
  classes: z.record(z.string(), z.number()),
});

const measure = z.enum(driftMeasures);
const measureState = z.object({
  measure,
  reference: z.number(),
  now: z.number(),
  change: z.number(),
  day: z.string(),
  limit: z.number(),
  isDrifted: z.boolean(),
  since: z.string().nullable(),
  streak: z.object({ days: z.number(), first: z.string(), direction: z.number() }).nullable(),
});
const cameraState = z.object({
  /** Days of the reference so far, in order. */
  referenceDays: z.array(z.string()),
  /** The newest complete day that was taken in. */
  lastDay: z.string().nullable(),
  measures: z.array(measureState),
  /** The drifting measures that the cloud has been sent last. */
  reported: z.array(measure),
});
export type CameraState = z.infer<typeof cameraState>;

export const newState = (): CameraState => ({ referenceDays: [], lastDay: null, measures: [], reported: [] });

export type PictureRole = "reference" | "now";
export type KeptPicture = { hour: number; takenAtMs: number; hasFindings: boolean; jpeg: Buffer };

/**
 * Opens the statistics in a separate file: they must neither take the space of the outbox nor share its damage. A file
 * that is damaged, or from a newer program, is set aside, and everything is learned again. A power cut costs at most
 * the counts of the last minute.
 */
export function openDriftStore(file: string, logger: Logger) {
  mkdirSync(path.dirname(file), { recursive: true });
  const db = openOrReplace(file, logger);
  return {
    ...createCameraTable(db),
    ...createHourTable(db),
    ...createPictureTable(db),
    close: (): void => void db.close(),
  };
}

const TABLES = ["hours", "pictures", "cameras"];

function createCameraTable(db: Database.Database) {
  return {
    readState(cameraId: string): { setUp: string; state: CameraState } | null {
      const row = db
        .prepare<[string], { setUp: string; state: string }>(
          "SELECT set_up AS setUp, state FROM cameras WHERE camera_id = ?",
        )
        .get(cameraId);
      return row ? { setUp: row.setUp, state: cameraState.parse(JSON.parse(row.state)) } : null;
    },
    saveState(cameraId: string, setUp: string, state: CameraState): void {
      db.prepare<[string, string, string]>(
        "INSERT INTO cameras VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET set_up = excluded.set_up, state = excluded.state",
      ).run(cameraId, setUp, JSON.stringify(state));
    },
    /** Forgets the counts and pictures of a camera. */
    forget(cameraId: string): void {
      db.transaction(() => {
        for (const table of TABLES) {
          db.prepare<[string]>(`DELETE FROM ${table} WHERE camera_id = ?`).run(cameraId);
        }
      })();
    },
    /** Cameras that are no longer configured take no space. */
    keepOnly(cameraIds: readonly string[]): void {
      const kept = JSON.stringify(cameraIds);
      for (const table of TABLES) {
        db.prepare<[string]>(`DELETE FROM ${table} WHERE camera_id NOT IN (SELECT value FROM json_each(?))`).run(kept);
      }
    },
  };
}

function createHourTable(db: Database.Database) {
  const insertHour = db.prepare<[string, string, number, string]>(
    "INSERT INTO hours VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET counts = excluded.counts",
  );
  return {
    saveHour(cameraId: string, { day, hour }: { day: string; hour: number }, counts: HourCounts): void {
      insertHour.run(cameraId, day, hour, JSON.stringify(counts));
    },
    readHour(cameraId: string, { day, hour }: { day: string; hour: number }): HourCounts | null {
      const counts = db
        .prepare<[string, string, number], string>(
          "SELECT counts FROM hours WHERE camera_id = ? AND day = ? AND hour = ?",
        )
        .pluck()
        .get(cameraId, day, hour);
      return counts === undefined ? null : hourCounts.parse(JSON.parse(counts));
    },
    /** The days that have counts, in order. */
    days: (cameraId: string): string[] =>
      db
        .prepare<[string], string>("SELECT DISTINCT day FROM hours WHERE camera_id = ? ORDER BY day")
        .pluck()
        .all(cameraId),
    readDay(cameraId: string, day: string): DayCounts {
      const rows = db
        .prepare<[string, string], { hour: number; counts: string }>(
          "SELECT hour, counts FROM hours WHERE camera_id = ? AND day = ? ORDER BY hour",
        )
        .all(cameraId, day);
      return { day, hours: new Map(rows.map(({ hour, counts }) => [hour, hourCounts.parse(JSON.parse(counts))])) };
    },
    deleteDay(cameraId: string, day: string): void {
      db.prepare<[string, string]>("DELETE FROM hours WHERE camera_id = ? AND day = ?").run(cameraId, day);
    },
  };
}

function createPictureTable(db: Database.Database) {
  return {
    savePicture(cameraId: string, role: PictureRole, picture: KeptPicture): void {
      const { hour, takenAtMs, hasFindings, jpeg } = picture;
      db.prepare<[string, string, number, number, number, Buffer]>(
        `INSERT INTO pictures VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
           taken_at_ms = excluded.taken_at_ms, has_findings = excluded.has_findings, jpeg = excluded.jpeg`,
      ).run(cameraId, role, hour, takenAtMs, Number(hasFindings), jpeg);
    },
    pictures: (cameraId: string, role: PictureRole): KeptPicture[] =>
      db
        .prepare<[string, string], { hour: number; takenAtMs: number; hasFindings: number; jpeg: Buffer }>(
          `SELECT hour, taken_at_ms AS takenAtMs, has_findings AS hasFindings, jpeg
           FROM pictures WHERE camera_id = ? AND role = ? ORDER BY hour`,
        )
        .all(cameraId, role)
        .map((row) => ({ ...row, hasFindings: row.hasFindings === 1 })),
  };
}

function openOrReplace(file: string, logger: Logger): Database.Database {
  try {
    return openDatabase(file);
  } catch (error) {
    logger.warn({ err: error, file }, "the statistics of the cameras cannot be read; they are learned again");
    for (const suffix of ["-wal", "-shm"]) rmSync(`${file}${suffix}`, { force: true });
    renameSync(file, `${file}.damaged`);
    return openDatabase(file);
  }
}

function openDatabase(file: string): Database.Database {
  const db = new Database(file);
  try {
    db.pragma("journal_mode = WAL");
    // The statistics stay whole without a sync for each commit; only the last commits can be lost.
    db.pragma("synchronous = NORMAL");
    const version = Number(db.pragma("user_version", { simple: true }));
    if (version === 0) {
      db.transaction(() => {
        db.exec(SCHEMA);
        db.pragma(`user_version = ${SCHEMA_VERSION}`);
      })();
    } else if (version !== SCHEMA_VERSION) throw new Error(`it has schema version ${version}`);
    if (db.pragma("quick_check", { simple: true }) !== "ok") throw new Error("it is damaged");
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

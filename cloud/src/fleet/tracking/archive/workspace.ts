import { mkdir, mkdtemp, open, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import type { Needs } from "../../parts.ts";
import type { DuckDb } from "./duckdb.ts";
import { createLocalCopies, type LocalCopies } from "./local-copies.ts";
import type { WriteLines } from "./partition-day-store.ts";

const FOLDER = "tracking-archive";
const WORK = "work-";
/** A folder of work that has not changed for this long was left by a process that died. */
const LEFT_AFTER_MS = 24 * 3_600_000;

/** A folder for one piece of work, and the copies of stored files that it reads. */
export type Workspace = {
  folder: string;
  copies: LocalCopies;
  /** Runs work with a query engine that works in the folder, and ends the engine. */
  withDuckDb: <Result>(work: (duckDb: DuckDb) => Promise<Result>) => Promise<Result>;
  close: () => Promise<void>;
};

/** Opens a folder for work with files of archived days; `close` removes it. */
export async function openWorkspace({
  settings,
  storage,
  nowMs,
}: Needs<"settings" | "storage" | "nowMs">): Promise<Workspace> {
  const top = pathInside(settings.dataDir, FOLDER);
  await mkdir(top, { recursive: true, mode: 0o700 });
  await removeLeft(top, nowMs());
  const folder = await mkdtemp(path.join(top, WORK));
  const maxBytes = settings.trackingArchiveCacheMb * 1_000_000;
  return {
    folder,
    copies: createLocalCopies({ storage, folder: pathInside(top, "copies"), maxBytes, nowMs }),
    async withDuckDb(work) {
      // Loaded with the first use: a service without an archive never loads it.
      const { openDuckDb } = await import("./duckdb.ts");
      const { trackingArchiveMemoryMb: memoryMb, trackingArchiveThreads: threads } = settings;
      const duckDb = await openDuckDb(folder, { memoryMb, threads });
      try {
        return await work(duckDb);
      } finally {
        duckDb.close();
      }
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

async function removeLeft(top: string, nowMs: number): Promise<void> {
  for (const name of await readdir(top)) {
    if (!name.startsWith(WORK)) continue;
    const found = await stat(pathInside(top, name)).catch(() => undefined);
    if (found && found.mtimeMs < nowMs - LEFT_AFTER_MS)
      await rm(pathInside(top, name), { recursive: true, force: true });
  }
}

/** Opens a new file for lines, and closes it when they are written. */
export async function writingTo<Result>(place: string, work: (write: WriteLines) => Promise<Result>): Promise<Result> {
  const file = await open(place, "wx", 0o600);
  try {
    return await work(async (lines) => void (await file.write(lines)));
  } finally {
    await file.close();
  }
}

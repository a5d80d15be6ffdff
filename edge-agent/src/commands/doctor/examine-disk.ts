import { existsSync } from "node:fs";
import { open, rm, statfs } from "node:fs/promises";
import path from "node:path";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import type { Clock } from "../../base/clock.ts";
import { DataFolderError, explainDataFolder } from "../../composition/explain-data-folder.ts";
import { syncPath } from "../../base/sync-path.ts";
import type { Finding } from "./finding.ts";

const PROBE_BYTES = 1_000_000;
/** The agent keeps this much for delivery; with less, it refuses captures. */
const LEAST_FREE_BYTES = 100_000_000;
/** A disk that takes longer to make a picture safe holds up the scans. */
const SLOW_MS = 1_000;
/** Linux's magic numbers of tmpfs and ramfs. */
const MEMORY_FILE_SYSTEMS = new Set([0x01021994, 0x858458f6]);

const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`;

/** Checks that the data folder, or the folder it will be made in, has space and keeps written data. Never throws. */
export async function examineDisk(dataDir: string, maxOutboxBytes: number, clock: Clock): Promise<Finding[]> {
  const folder = nearest(dataDir);
  const base = { layer: "disk" as const, subject: dataDir };
  try {
    const space = describeSpace(await statfs(folder), maxOutboxBytes);
    const ms = await writeProbe(folder, clock);
    const isSlow = ms > SLOW_MS;
    return [
      { ...base, ...space },
      {
        ...base,
        state: isSlow ? "warn" : "ok",
        message: `writable; 1 MB was safe on the disk after ${Math.round(ms)} ms`,
        fix: isSlow ? "use a faster disk, such as an SSD" : "",
      },
    ];
  } catch (error) {
    return [{ ...base, state: "fail", ...explain(dataDir, error) }];
  }
}

const nearest = (file: string): string => (existsSync(file) ? file : nearest(path.dirname(file)));

function describeSpace(
  { type, bavail, bsize }: { type: number; bavail: number; bsize: number },
  maxOutboxBytes: number,
): Pick<Finding, "state" | "message" | "fix"> {
  const freeBytes = bavail * bsize;
  const message = `${megabytes(freeBytes)} free`;
  if (freeBytes < LEAST_FREE_BYTES) return { state: "fail", message, fix: "free up space on this disk" };
  if (MEMORY_FILE_SYSTEMS.has(type)) {
    const fix = "set dataDir to a folder on a disk";
    return { state: "warn", message: `${message}, but in memory: a restart of the machine loses all records`, fix };
  }
  if (freeBytes >= maxOutboxBytes) return { state: "ok", message, fix: "" };
  const fix = "free up space, or reduce outbox.maxSizeMegabytes";
  return { state: "warn", message: `${message}, less than the outbox may use (${megabytes(maxOutboxBytes)})`, fix };
}

/** Writes a file, waits until it would survive a power cut, and removes it; returns how long that took. */
async function writeProbe(folder: string, { monotonicMs }: Clock): Promise<number> {
  const file = pathInside(folder, `.edge-agent-doctor-${process.pid}`);
  const startedMs = monotonicMs();
  try {
    const handle = await open(file, "wx", 0o600);
    try {
      await handle.writeFile(Buffer.alloc(PROBE_BYTES, 1));
      await handle.sync();
    } finally {
      await handle.close();
    }
    syncPath(folder);
    return monotonicMs() - startedMs;
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}

/** Reason and fix of the message for a data folder. */
function explain(dataDir: string, error: unknown): Pick<Finding, "message" | "fix"> {
  const explained = explainDataFolder(dataDir, error);
  const text = explained instanceof Error ? explained.message : String(explained);
  const end = explained instanceof DataFolderError ? text.indexOf("; ") : -1;
  if (end < 0) return { message: text, fix: "check the disk and the system log" };
  return { message: text.slice(0, end), fix: text.slice(end + 2) };
}

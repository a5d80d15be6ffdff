import { existsSync, readFileSync, statfsSync } from "node:fs";
import { totalmem } from "node:os";

/** A file system in memory on most Linux machines. */
const FOLDER = "/dev/shm";
const GIB = 2 ** 30;

/**
 * A folder in memory with room for the files of a test run: creating a file there takes a tenth of the time. Undefined
 * if there is none, as in most containers, or if programs cannot be started from it.
 */
export function findMemoryFolder(): string | undefined {
  if (!existsSync(FOLDER) || totalmem() < 6 * GIB) return undefined;
  const mounted = readFileSync("/proc/mounts", "utf8").split("\n");
  const options = mounted.map((line) => line.split(" ")).find(([, folder]) => folder === FOLDER)?.[3];
  if (options === undefined || options.split(",").some((option) => option === "noexec" || option === "ro"))
    return undefined;
  const { bavail, bsize } = statfsSync(FOLDER);
  return bavail * bsize >= 3 * GIB ? FOLDER : undefined;
}

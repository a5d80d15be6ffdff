import path from "node:path";
import { createFileStorage } from "./file-storage.ts";
import type { ObjectStorage } from "./object-storage.ts";
import type { S3Place } from "./s3-place.ts";
import { createS3Storage } from "./s3-storage.ts";

/** Written and deleted at once: only so does it show that writing is allowed. */
const PROBE_KEY = "health/start";

/**
 * Opens the storage that the settings ask for: a bucket, or files under `dataDir`. When objects cannot be stored there,
 * rejects with a StorageUnavailableError that describes what to do.
 */
export async function openStorage(
  { s3, dataDir }: { s3?: S3Place | undefined; dataDir: string },
  newId: () => string,
): Promise<ObjectStorage> {
  const storage = s3 ? createS3Storage(s3) : createFileStorage(path.join(dataDir, "objects"), newId);
  await storage.check();
  await storage.write(PROBE_KEY, Buffer.from("ok"));
  await storage.delete(PROBE_KEY);
  return storage;
}

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { makeFolder } from "../../platform/storage/durable-files.ts";
import { createFileStorage } from "../../platform/storage/file-storage.ts";
import type { ObjectStorage } from "../../platform/storage/object-storage.ts";
import { readS3Url } from "../../platform/storage/s3-place.ts";
import { createS3Storage } from "../../platform/storage/s3-storage.ts";
import { BackupError } from "../backup/manifest.ts";
import type { ObjectFolder } from "../retention/picture-store.ts";

/** A picture in the backup. Its name contains the hash of the stored bytes, so a listing provides all its facts. */
export type Copy = { key: string; modifiedAt: Date; name: string; sha256: string; isEncrypted: boolean };

const ROOT = "pictures";
const NAME = /^pictures\/(.+)\.([0-9a-f]{64})(\.age)?$/;

/**
 * Opens where pictures are backed up: a folder, or a bucket as `s3://…`, written as in STORAGE_URL.
 * @throws BackupError if it is no place, or a folder that does not exist and must not be made
 */
export async function openPlace(
  place: string,
  newId: () => string,
  { isMade }: { isMade: boolean },
): Promise<ObjectStorage> {
  const isBucket = place.startsWith("s3:");
  const s3 = isBucket ? readS3Url(place) : undefined;
  if (typeof s3 === "string") throw new BackupError(`${place} ${s3}.`);
  const folder = path.resolve(place);
  if (!s3 && !isMade && !existsSync(folder))
    throw new BackupError(`${folder} does not exist: check the place, or run backup-pictures, which makes it.`);
  if (!s3) await makeFolder(folder, 0o700);
  const storage = s3 ? createS3Storage(s3) : createFileStorage(folder, newId);
  await storage.check();
  return storage;
}

export const nameOf = (key: string, stored: Uint8Array, suffix: string) => `${ROOT}/${key}.${hashOf(stored)}${suffix}`;

export const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** All copies of a folder in the order of their records, or only those of one record. */
export async function* listCopies(place: ObjectStorage, folder: ObjectFolder, id?: string): AsyncGenerator<Copy> {
  for await (const { key: name, modifiedAt } of place.list(
    [ROOT, folder, ...(id === undefined ? [] : [id])].join("/"),
  )) {
    const [, key, sha256, suffix] = NAME.exec(name) ?? [];
    if (key !== undefined && sha256 !== undefined)
      yield { key, modifiedAt, name, sha256, isEncrypted: suffix !== undefined };
  }
}

/** The stored bytes of a copy; undefined if they are missing or differ from the written ones. */
export async function readCopy(place: ObjectStorage, { name, sha256 }: Copy): Promise<Buffer<ArrayBuffer> | undefined> {
  const bytes = await place.read(name);
  const stored = bytes && (await buffer(bytes));
  return stored && hashOf(stored) === sha256 ? stored : undefined;
}

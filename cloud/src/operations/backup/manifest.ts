import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { isKey } from "../../platform/storage/object-storage.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();
/** A path inside the folder of the backup, even if the manifest was tampered with. */
const inside = z.string().refine(isKey, { message: "leads out of the backup" });
const file = z.object({ file: inside, sizeBytes: count, sha256 });

/** A name in the database, or of a release: it controls no terminal that shows it. */
const plain = z.string().regex(/^[\w.+-]{0,100}$/, { message: "must be a plain name" });

/**
 * `manifest.json`, written last: a folder without one is not a backup. It lists every other file, or the list that
 * does.
 */
const backupManifest = z.object({
  format: z.literal(1),
  createdAt: z.string().regex(/^[\dTZ:.+-]{0,40}$/, { message: "must be a time" }),
  version: plain,
  /** The newest migration of the database. */
  migration: plain,
  /** False where the pictures are in a backup of their own. */
  hasPictures: z.boolean(),
  /** True if all files but the manifest are encrypted; sizes and hashes are those of the encrypted files. */
  isEncrypted: z.boolean(),
  /** Lines of gzipped NDJSON: one JSON array of texts per row. */
  tables: z.array(file.extend({ schema: plain, name: plain, columns: z.array(plain), rows: count })),
  partitions: z.array(plain),
  /** Ends of the partitions of each table that is partitioned by id. */
  bounds: z.record(plain, z.array(z.string().regex(/^[0-9a-f]{12,24}$/))),
  /** The list of the pictures under `objects/`, with a line `{ key, sizeBytes, sha256 }` for each. */
  objects: file.extend({ count, totalBytes: count }),
  /** Pictures that rows name, and the storage did not have. */
  missingObjects: z.array(inside),
  /** The generated secrets; null where settings give them. */
  secrets: file.nullable(),
});
export type BackupManifest = z.infer<typeof backupManifest>;

export const backupObject = z.object({ key: inside, sizeBytes: count, sha256 });
export type BackupObject = z.infer<typeof backupObject>;

export const MANIFEST_FILE = "manifest.json";
export const OBJECTS_FOLDER = "objects";

/** Error that stops a backup or a restore, with its remedy; nothing was written to the database. */
export class BackupError extends Error {
  override name = "BackupError";
}

/** Reads a backup's manifest. Throws a BackupError when the folder is not a backup, or has another format. */
export async function readManifest(folder: string): Promise<BackupManifest> {
  let text: string;
  try {
    text = await readFile(path.join(folder, MANIFEST_FILE), "utf8");
  } catch (error) {
    throw new BackupError(`${folder} is not a complete backup: ${MANIFEST_FILE} is missing, which is written last.`, {
      cause: error,
    });
  }
  try {
    return backupManifest.parse(JSON.parse(text));
  } catch (error) {
    throw new BackupError(`${path.join(folder, MANIFEST_FILE)} is damaged, or of another release.`, { cause: error });
  }
}

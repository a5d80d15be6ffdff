import { pathInside } from "@container-inspection/shared-schemas";
import { eachAtOnce } from "../../platform/concurrency/each-at-once.ts";
import type { Opener } from "./encryption.ts";
import { type Content, measureFile, readLines } from "./files.ts";
import { BackupError, type BackupManifest, type BackupObject, backupObject, OBJECTS_FOLDER } from "./manifest.ts";

const FILES_AT_ONCE = 4;
const MAX_SHOWN = 10;

/**
 * Reads every file of a backup and compares it with what was written. Throws a BackupError that names the damaged ones.
 */
export async function verifyBackup(folder: string, manifest: BackupManifest, open: Opener): Promise<void> {
  const damaged: string[] = [];
  const check = async ({ file, sizeBytes, sha256 }: Content & { file: string }) => {
    const found = await measureFile(pathInside(folder, file));
    if (!found) damaged.push(`${file}: it is missing`);
    else if (found.sizeBytes !== sizeBytes || found.sha256 !== sha256)
      damaged.push(`${file}: its content has changed since it was written`);
  };
  const lists = [...manifest.tables, manifest.objects, ...(manifest.secrets ? [manifest.secrets] : [])];
  for (const list of lists) await check(list);
  if (damaged.length === 0)
    await eachAtOnce(listObjects(folder, manifest, open), FILES_AT_ONCE, ({ key, ...content }) =>
      check({ file: objectFile(key, manifest), ...content }),
    );
  if (damaged.length === 0) return;
  const more = damaged.length > MAX_SHOWN ? [`and ${damaged.length - MAX_SHOWN} more`] : [];
  const shown = [...damaged.slice(0, MAX_SHOWN), ...more].map((line) => `  - ${line}`);
  throw new BackupError([`The backup in ${folder} is damaged; nothing was restored:`, ...shown].join("\n"));
}

/** Where a picture is in the folder of its backup. */
export const objectFile = (key: string, { isEncrypted }: Pick<BackupManifest, "isEncrypted">) =>
  pathInside(OBJECTS_FOLDER, isEncrypted ? `${key}.age` : key);

/** The pictures of a backup. */
export async function* listObjects(
  folder: string,
  { objects }: BackupManifest,
  open: Opener,
): AsyncGenerator<BackupObject> {
  for await (const lines of readLines(pathInside(folder, objects.file), open))
    for (const line of lines) yield readObject(line, objects.file);
}

function readObject(line: string, list: string): BackupObject {
  try {
    return backupObject.parse(JSON.parse(line));
  } catch (error) {
    throw new BackupError(`The list ${list} has an invalid entry for a picture.`, { cause: error });
  }
}

import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import { eachAtOnce } from "../../platform/concurrency/each-at-once.ts";
import type { Opener } from "./encryption.ts";
import { type Content, IrregularFileError, measureFile, readLines } from "./files.ts";
import { createTally } from "../retention/tally.ts";
import { BackupError, type BackupManifest, type BackupObject, backupObject, OBJECTS_FOLDER } from "./manifest.ts";

const FILES_AT_ONCE = 4;
const MAX_SHOWN = 10;

/**
 * Reads every file of a backup and compares its content and number of rows with the manifest. Throws a BackupError
 * that names the damaged files.
 */
export async function verifyBackup(folder: string, manifest: BackupManifest, open: Opener): Promise<void> {
  const damaged = createTally(MAX_SHOWN);
  const check = async (content: Content & { file: string }) => {
    const problem = await findDamage(folder, content);
    if (problem !== undefined) damaged.add([`${content.file}: ${problem}`]);
  };
  const lists = [...manifest.tables, manifest.objects, ...(manifest.secrets ? [manifest.secrets] : [])];
  for (const list of lists) await check(list);
  if (damaged.count === 0)
    for (const { file, rows } of manifest.tables) {
      const found = await countLines(pathInside(folder, file), open);
      if (found !== rows)
        damaged.add([`${file}: ${typeof found === "string" ? found : `it has ${found} rows instead of ${rows}`}`]);
    }
  if (damaged.count === 0)
    await eachAtOnce(listObjects(folder, manifest, open), FILES_AT_ONCE, ({ key, ...content }) =>
      check({ file: objectFile(key, manifest), ...content }),
    );
  if (damaged.count === 0) return;
  const more = damaged.count > MAX_SHOWN ? [`and ${damaged.count - MAX_SHOWN} more`] : [];
  const shown = [...damaged.keys, ...more].map((line) => `  - ${line}`);
  throw new BackupError([`The backup in ${folder} is damaged; nothing was restored:`, ...shown].join("\n"));
}

async function findDamage(
  folder: string,
  { file, sizeBytes, sha256 }: Content & { file: string },
): Promise<string | undefined> {
  try {
    const found = await measureFile(pathInside(folder, file));
    if (!found) return "it is missing";
    const isSame = found.sizeBytes === sizeBytes && found.sha256 === sha256;
    return isSame ? undefined : "its content has changed since it was written";
  } catch (error) {
    if (error instanceof IrregularFileError) return "it is a link, or no file";
    throw error;
  }
}

/** Counts the rows of a file; returns the reason as text if they cannot be read. */
async function countLines(file: string, open: Opener): Promise<number | string> {
  let count = 0;
  try {
    for await (const lines of readLines(file, open)) count += lines.length;
    return count;
  } catch (error) {
    if (error instanceof BackupError) throw error;
    return `its rows cannot be read (${error instanceof Error ? error.message : String(error)})`;
  }
}

/** Returns the path of a picture in the folder of its backup. */
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

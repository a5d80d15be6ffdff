import { constants, type Dirent } from "node:fs";
import { lstat, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import { SourceError } from "./source-error.ts";

/** A file of a folder that other programs write into. */
export type DroppedFile = {
  /** The name as text: bytes that are no UTF-8 are shown as `\xNN`. */
  name: string;
  nameBytes: Buffer;
  sizeBytes: number;
  modifiedMs: number;
  /** Reason why the file is not opened; null for a regular file. */
  problem: string | null;
};

/** Names that begin with a dot are those of files that another program is still writing, or keeps for itself. */
const PICTURE_NAME = /^[^.].*\.(jpe?g|png|tiff?|webp)$/is;
const MAX_FILE_BYTES = 500_000_000;
const MAX_NAME_BYTES = 255;

/** The pictures of a folder by time and then by name. Names are bytes to the system, whatever program wrote them. */
export async function listPictures(folder: string): Promise<DroppedFile[]> {
  const options = { withFileTypes: true, encoding: "buffer" } as const;
  const entries = await readdir(folder, options).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw new SourceError("not-found", `folder ${folder} does not exist`);
    if (error.code === "EACCES") throw new SourceError("credentials", `folder ${folder} must not be read by this user`);
    throw new SourceError("other", `folder ${folder} cannot be read: ${error.message}`);
  });
  const pictures = entries.filter((entry) => !entry.isDirectory() && PICTURE_NAME.test(entry.name.toString("latin1")));
  const files = await Promise.all(pictures.map((entry) => describe(folder, entry)));
  return files
    .filter((file) => file !== null)
    .toSorted((a, b) => a.modifiedMs - b.modifiedMs || (a.name < b.name ? -1 : 1));
}

/** Describes a file; null if the scanner has already moved or deleted it. */
async function describe(folder: string, { name: nameBytes }: Dirent<Buffer>): Promise<DroppedFile | null> {
  const name = showName(nameBytes);
  try {
    const found = await lstat(placeOf(folder, nameBytes));
    const problem = found.isFile() ? null : "it is a link, a pipe or a device, and no file of its own";
    return { name, nameBytes, sizeBytes: found.size, modifiedMs: found.mtimeMs, problem };
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    return { name, nameBytes, sizeBytes: 0, modifiedMs: 0, problem: messageOf(error) };
  }
}

/** The bytes of a regular file. Follows no link, waits for no pipe, and reads no more than the size that it has. */
export async function readDropped(folder: string, { nameBytes, problem }: DroppedFile): Promise<Buffer> {
  if (problem !== null) throw new Error(problem);
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  await using handle = await open(placeOf(folder, nameBytes), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  const stats = await handle.stat();
  if (!stats.isFile()) throw new Error("it is no longer a file of its own");
  if (stats.size > MAX_FILE_BYTES) throw new Error("it is over 500 MB");
  const bytes = Buffer.alloc(stats.size);
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}

/** Moves a file into a folder inside its own. A file of this name that lies there stays, and the new one is renamed. */
export async function moveDropped(folder: string, file: DroppedFile, target: string): Promise<void> {
  const to = pathInside(folder, target);
  await mkdir(to, { recursive: true });
  if (!(await lstat(to)).isDirectory()) throw new Error(`${to} is a link`);
  const place = await claimPlace(to, file);
  try {
    await rename(placeOf(folder, file.nameBytes), place);
  } catch (error) {
    await rm(place, { force: true });
    throw error;
  }
}

/** Takes a free name with an empty file, so that nothing that another program puts there is ever replaced. */
async function claimPlace(to: string, { nameBytes, modifiedMs }: DroppedFile): Promise<Buffer> {
  const extension = path.extname(nameBytes.toString("latin1"));
  const stem = nameBytes.subarray(0, nameBytes.length - extension.length);
  const time = new Date(modifiedMs).toISOString().replaceAll(/[-:.]/g, "");
  for (let count = 0; ; count += 1) {
    const suffix = count === 0 ? "" : `-${time}${count === 1 ? "" : `-${count}`}`;
    const end = Buffer.from(`${suffix}${extension}`, "latin1");
    const place = placeOf(to, Buffer.concat([stem.subarray(0, MAX_NAME_BYTES - end.length), end]));
    try {
      await (await open(place, "wx")).close();
      return place;
    } catch (error) {
      if (!isCode(error, "EEXIST")) throw error;
    }
  }
}

/** The system lists no name with a slash: such a path stays in its folder. */
const placeOf = (folder: string, nameBytes: Buffer): Buffer => Buffer.concat([Buffer.from(`${folder}/`), nameBytes]);

function showName(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  if (Buffer.from(text).equals(bytes)) return text;
  return bytes.toString("latin1").replaceAll(/[^\x20-\x7e]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
}

const isCode = (error: unknown, code: string) => error instanceof Error && "code" in error && error.code === code;
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

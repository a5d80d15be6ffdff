import { constants, type FileHandle, open, unlink } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import type { AppContext } from "./context.ts";
import { bodySource } from "./read-body.ts";

/** Reason why a body is not on the disk. */
type SpoolProblem = "empty" | "too-large" | "cut" | "disk-full" | "busy";

type Spool = (
  c: AppContext,
  place: { folder: string; name: string; maxBytes: number },
) => Promise<FileHandle | SpoolProblem>;

/** Spools bodies, at most `maxAtOnce` at a time: each takes a place until its handle is closed. */
export function createSpool(maxAtOnce: number): Spool {
  let count = 0;
  const leave = () => void (count -= 1);
  return async (c, place) => {
    if (count >= maxAtOnce) return "busy";
    count += 1;
    let isKept = false;
    try {
      const spooled = await spoolBody(c, place);
      if (typeof spooled === "string") return spooled;
      isKept = true;
      const close = spooled.close.bind(spooled);
      let isClosed = false;
      spooled.close = async () => {
        if (!isClosed) leave();
        isClosed = true;
        await close();
      };
      return spooled;
    } finally {
      if (!isKept) leave();
    }
  };
}

/**
 * Writes the body of a request to a file without a name, which vanishes with its handle, however the process ends. The
 * rest of a body of more than `maxBytes` stays unread. Throws what else the disk throws.
 */
async function spoolBody(
  c: AppContext,
  { folder, name, maxBytes }: { folder: string; name: string; maxBytes: number },
): Promise<FileHandle | SpoolProblem> {
  const source = bodySource(c);
  if (!source) return "empty";
  const file = pathInside(folder, name);
  const { O_CREAT, O_EXCL, O_RDWR } = constants;
  let handle: FileHandle | undefined;
  let isKept = false;
  try {
    handle = await open(file, O_CREAT | O_EXCL | O_RDWR, 0o600);
    await unlink(file);
    isKept = await copy(source, handle, maxBytes);
    return isKept ? handle : "too-large";
  } catch (error) {
    if (isDiskFull(error)) return "disk-full";
    if (source.destroyed) return "cut";
    throw error;
  } finally {
    if (!isKept) await handle?.close();
  }
}

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");

/** False where the body is larger. */
async function copy(source: Readable, handle: FileHandle, maxBytes: number): Promise<boolean> {
  let sizeBytes = 0;
  // The socket stays open: the reply goes over it.
  const chunks: AsyncIterable<Uint8Array> = source.iterator({ destroyOnReturn: false });
  for await (const chunk of chunks) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) return false;
    await writeAll(handle, chunk);
  }
  return true;
}

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let start = 0; start < chunk.byteLength;) {
    start += (await handle.write(chunk, start)).bytesWritten;
  }
}

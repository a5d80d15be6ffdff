import { constants, type FileHandle, open, unlink } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";

/**
 * Writes a body to a file without a name, which vanishes with its handle, however the process ends. Null for a body of
 * more than `maxBytes`, whose rest stays unread. Throws what the disk or the connection throws.
 */
export async function spoolBody(
  source: Readable,
  { folder, name, maxBytes }: { folder: string; name: string; maxBytes: number },
): Promise<FileHandle | null> {
  const file = path.join(folder, name);
  const { O_CREAT, O_EXCL, O_RDWR } = constants;
  const handle = await open(file, O_CREAT | O_EXCL | O_RDWR, 0o600);
  let isKept = false;
  try {
    await unlink(file);
    isKept = await copy(source, handle, maxBytes);
    return isKept ? handle : null;
  } finally {
    if (!isKept) await handle.close();
  }
}

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

import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { type ObjectStorage, StorageUnavailableError } from "../../platform/storage/object-storage.ts";

/** The storage takes whole objects: a release is kept in pieces, so that no process holds more than one in memory. */
const PIECE_BYTES = 8_388_608;

type Stored = { id: string; sizeBytes: number };

/** The keys of the pieces of a release, in their order. */
export function pieceKeys({ id, sizeBytes }: Stored): string[] {
  const count = Math.ceil(sizeBytes / PIECE_BYTES);
  return Array.from({ length: count }, (_, index) => `releases/${id}/${String(index).padStart(4, "0")}`);
}

/** Stores a file; resolves once all of it is on the disk. Throws the errors of the storage. */
export async function writePieces(storage: ObjectStorage, file: FileHandle, release: Stored): Promise<void> {
  for (const [index, key] of pieceKeys(release).entries()) {
    const start = index * PIECE_BYTES;
    const piece = Buffer.alloc(Math.min(PIECE_BYTES, release.sizeBytes - start));
    const { bytesRead } = await file.read(piece, 0, piece.length, start);
    if (bytesRead !== piece.length) throw new Error(`a part of the release ${release.id} could not be read again`);
    await storage.write(key, piece);
  }
}

/** Returns true if the storage has a release with the contents that were uploaded. */
export async function isStored(storage: ObjectStorage, release: Stored & { sha256: string }): Promise<boolean> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of (await readPieces(storage, release)) ?? []) hash.update(chunk);
  } catch (error) {
    if (error instanceof StorageUnavailableError) throw error;
    return false;
  }
  return hash.digest("hex") === release.sha256;
}

/** Deletes the stored pieces of a discarded release. */
export async function deletePieces(storage: ObjectStorage, release: Stored): Promise<void> {
  await Promise.allSettled(pieceKeys(release).map((key) => storage.delete(key)));
}

/**
 * The bytes of a release, or a range of them, both ends included, as they are read; undefined where the first of them
 * is lost. A later piece that is lost fails the stream.
 */
export async function readPieces(
  storage: ObjectStorage,
  release: Stored,
  { start, end } = { start: 0, end: release.sizeBytes - 1 },
): Promise<ReadableStream<Uint8Array> | undefined> {
  const keys = pieceKeys(release);
  const [from, to] = [Math.floor(start / PIECE_BYTES), Math.floor(end / PIECE_BYTES)];
  const open = (index: number) =>
    storage.read(keys[index] ?? "", {
      start: Math.max(start - index * PIECE_BYTES, 0),
      end: Math.min(end - index * PIECE_BYTES, PIECE_BYTES - 1),
    });
  const first = await open(from);
  if (!first) return undefined;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const copy = async () => {
    await first.pipeTo(writable, { preventClose: from < to });
    for (let index = from + 1; index <= to; index += 1) {
      const piece = await open(index);
      if (!piece) throw new Error(`the storage has lost ${keys[index]}`);
      await piece.pipeTo(writable, { preventClose: index < to });
    }
  };
  copy().catch((error: unknown) => writable.abort(error).catch(() => undefined));
  return readable;
}

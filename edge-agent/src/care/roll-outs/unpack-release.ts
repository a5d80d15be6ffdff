import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import { pipeline } from "node:stream/promises";
import { makeFolder, syncPath } from "../../base/sync-path.ts";
import { type OpenRelease, ReleaseRefused } from "./release-signature.ts";

/**
 * Unpacks the files of a release into a folder, which appears once all of them are on the disk with the contents that
 * were signed; a folder that has these contents stays as it is. Throws ReleaseRefused for others, and an AbortError
 * once `signal` is aborted.
 */
export async function unpackRelease(
  { manifest, contentsAt, handle }: OpenRelease,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  if (await isUnpacked(manifest, folder, signal)) return;
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
  makeFolder(draft);
  let start = contentsAt;
  for (const { path: name, sizeBytes, sha256 } of manifest.files) {
    const file = pathInside(draft, name);
    makeFolder(path.dirname(file));
    const hash = createHash("sha256");
    // An empty range cannot be read.
    const source =
      sizeBytes === 0 ? [] : handle.createReadStream({ start, end: start + sizeBytes - 1, autoClose: false });
    await pipeline(source, hashed(hash), createWriteStream(file, { flush: true }), { signal });
    start += sizeBytes;
    if (hash.digest("hex") !== sha256)
      throw new ReleaseRefused(`the contents of ${name} are not those that were signed`);
    syncPath(path.dirname(file));
  }
  await rename(draft, folder);
  syncPath(path.dirname(folder));
}

/** Returns true if the folder of an earlier unpacking has the contents that were signed. */
async function isUnpacked({ files }: OpenRelease["manifest"], folder: string, signal: AbortSignal): Promise<boolean> {
  if (!(await stat(folder).catch(() => undefined))) return false;
  for (const { path: name, sha256 } of files) {
    const hash = createHash("sha256");
    try {
      await pipeline(createReadStream(pathInside(folder, name)), hash, { signal });
    } catch {
      signal.throwIfAborted();
      return false;
    }
    if (hash.digest("hex") !== sha256) return false;
  }
  return true;
}

const hashed = (hash: ReturnType<typeof createHash>) =>
  async function* pass(source: AsyncIterable<Buffer> | Iterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk);
      yield chunk;
    }
  };

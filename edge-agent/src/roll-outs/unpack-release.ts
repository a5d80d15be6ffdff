import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { makeFolder, syncPath } from "../outbox/sync-path.ts";
import { type OpenRelease, ReleaseRefused } from "./release-signature.ts";

/**
 * Unpacks the files of a release into a folder, which appears once all of them are on the disk with the contents that
 * were signed. Throws ReleaseRefused for others, and an AbortError once `signal` is aborted.
 */
export async function unpackRelease(
  { manifest, contentsAt, handle }: OpenRelease,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
  makeFolder(draft);
  let start = contentsAt;
  for (const { path: name, sizeBytes, sha256 } of manifest.files) {
    const file = path.join(draft, name);
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

const hashed = (hash: ReturnType<typeof createHash>) =>
  async function* pass(source: AsyncIterable<Buffer> | Iterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk);
      yield chunk;
    }
  };

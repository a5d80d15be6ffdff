import { createHash } from "node:crypto";
import { constants, createWriteStream } from "node:fs";
import { type FileHandle, open, readFile, statfs } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import { isSignedBy } from "../../forwarding/air-gap/cloud-key.ts";

/** An upgrade that must not be made; the message states why, and what to do. */
export class UpgradeRefused extends Error {
  override readonly name = "UpgradeRefused";
}

const NAME = /^edge-agent-(?<version>\d+\.\d+\.\d+[0-9A-Za-z.-]*?)-(?<platform>linux-[a-z0-9]+)\.tar\.gz$/;

/** A release unpacked takes two and a half times its tarball, and the tarball is copied. */
const NEEDED_TIMES = 4;

/** A checked tarball in a folder that no other user may write. */
export type Archive = { file: string; version: string };

/**
 * Copies a release's tarball into `folder`, which no other user may write, and checks the copy: its name, its platform,
 * its SHA-256 in the file SHA256SUMS beside the tarball, and, where the configuration has a release key, the signature
 * of those sums (SHA256SUMS.sig). A change of the tarball after its check has no effect.
 */
export async function takeArchive(
  file: string,
  { folder, platform, releaseKey }: { folder: string; platform: string; releaseKey: string | null },
): Promise<Archive> {
  const name = path.basename(file);
  const { version, platform: built } = NAME.exec(name)?.groups ?? {};
  if (version === undefined || built === undefined)
    throw new UpgradeRefused(`${name} is not named as a release is: edge-agent-VERSION-${platform}.tar.gz`);
  if (built !== platform) throw new UpgradeRefused(`${name} is for ${built}, and this machine is ${platform}`);
  // A pipe would keep the command waiting.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    throw new UpgradeRefused(`${file} does not exist, or cannot be read`, { cause: error });
  });
  try {
    const sums = await readSums(file, releaseKey);
    const lines = sums.split("\n");
    const expected = lines.map((line) => line.split(/ [ *]/, 2)).find(([, named]) => named === name)?.[0];
    if (expected === undefined) throw new UpgradeRefused(`SHA256SUMS does not name ${name}`);
    const copy = pathInside(folder, name);
    if ((await copyInto(copy, handle, folder)) !== expected)
      throw new UpgradeRefused(`${name} is not what SHA256SUMS states: it is damaged or incomplete; copy it again`);
    return { file: copy, version };
  } finally {
    await handle.close();
  }
}

/** Copies the current content of a file, and returns the SHA-256 of the copy. */
async function copyInto(copy: string, handle: FileHandle, folder: string): Promise<string> {
  const status = await handle.stat();
  if (!status.isFile() || status.size === 0) throw new UpgradeRefused("a release is a file; this one is empty or none");
  const { bavail, bsize } = await statfs(folder);
  const neededBytes = status.size * NEEDED_TIMES;
  if (bavail * bsize < neededBytes) {
    const [needed, free] = [neededBytes, bavail * bsize].map((bytes) => `${Math.round(bytes / 1e6)} MB`);
    throw new UpgradeRefused(`${path.dirname(folder)} has ${free} free, and the release needs ${needed}`);
  }
  const hash = createHash("sha256");
  const source = handle.createReadStream({ start: 0, end: status.size - 1, autoClose: false });
  await pipeline(
    source,
    async function* hashed(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(copy, { flags: "wx", mode: 0o600 }),
  );
  return hash.digest("hex");
}

/** The sums beside a tarball, which are by the release key where there is one. */
async function readSums(file: string, releaseKey: string | null): Promise<string> {
  const sums = (await readBeside(file, "SHA256SUMS")).toString("utf8");
  if (releaseKey === null) return sums;
  const signature = await readBeside(file, "SHA256SUMS.sig");
  if (!isSignedBy(releaseKey, sums, signature.toString("base64")))
    throw new UpgradeRefused("the signature of SHA256SUMS is not by the releaseKey of this device");
  return sums;
}

async function readBeside(file: string, name: string): Promise<Buffer> {
  const beside = pathInside(path.dirname(file), name);
  return readFile(beside).catch(() => {
    throw new UpgradeRefused(`${beside} is missing: copy it together with the tarball`);
  });
}

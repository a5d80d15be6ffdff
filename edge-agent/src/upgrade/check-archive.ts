import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { isSignedBy } from "../air-gap/cloud-key.ts";

/** An upgrade that must not be made; the message states why, and what to do. */
export class UpgradeRefused extends Error {
  override readonly name = "UpgradeRefused";
}

const NAME = /^edge-agent-(?<version>\d+\.\d+\.\d+[0-9A-Za-z.-]*?)-(?<platform>linux-[a-z0-9]+)\.tar\.gz$/;

/**
 * Checks a release's tarball: its name, its platform, its SHA-256 in the file SHA256SUMS beside it, and, where the
 * configuration has a release key, the signature of those sums (SHA256SUMS.sig). Returns its version.
 */
export async function checkArchive(
  file: string,
  { platform, releaseKey }: { platform: string; releaseKey: string | null },
): Promise<{ version: string }> {
  const name = path.basename(file);
  const { version, platform: built } = NAME.exec(name)?.groups ?? {};
  if (version === undefined || built === undefined)
    throw new UpgradeRefused(`${name} is not named as a release is: edge-agent-VERSION-${platform}.tar.gz`);
  if (built !== platform) throw new UpgradeRefused(`${name} is for ${built}, and this machine is ${platform}`);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new UpgradeRefused(`${file} does not exist`);
  const sums = await readBeside(file, "SHA256SUMS");
  if (releaseKey !== null) {
    const signature = await readBeside(file, "SHA256SUMS.sig");
    if (!isSignedBy(releaseKey, sums.toString("utf8"), signature.toString("base64")))
      throw new UpgradeRefused("the signature of SHA256SUMS is not by the releaseKey of this device");
  }
  const lines = sums.toString("utf8").split("\n");
  const expected = lines.map((line) => line.split(/ [ *]/, 2)).find(([, named]) => named === name)?.[0];
  if (expected === undefined) throw new UpgradeRefused(`SHA256SUMS does not name ${name}`);
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  if (hash.digest("hex") !== expected)
    throw new UpgradeRefused(`${name} is not what SHA256SUMS states: it is damaged or incomplete; copy it again`);
  return { version };
}

async function readBeside(file: string, name: string): Promise<Buffer> {
  const beside = path.join(path.dirname(file), name);
  return readFile(beside).catch(() => {
    throw new UpgradeRefused(`${beside} is missing: copy it together with the tarball`);
  });
}

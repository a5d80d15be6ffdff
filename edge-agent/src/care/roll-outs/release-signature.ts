import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import {
  MAX_RELEASE_HEAD_BYTES,
  releaseHead,
  type ReleaseManifest,
  releaseManifest,
  releaseSigningText,
} from "@container-inspection/shared-schemas/releases";
import { isSignedBy } from "../../forwarding/air-gap/cloud-key.ts";

/** A release that must not be used; the message states why. */
export class ReleaseRefused extends Error {
  override readonly name = "ReleaseRefused";
}

/** A release file whose manifest the release key has signed; its files begin at `contentsAt`. */
export type OpenRelease = { manifest: ReleaseManifest; contentsAt: number; handle: FileHandle };

/** SHA-256 of the 32 bytes of a public key, base64, as the cloud shows it. */
export const fingerprintOf = (publicKey: string): string =>
  createHash("sha256").update(Buffer.from(publicKey, "base64")).digest("hex");

/**
 * Opens a release file and checks that `releaseKey`, base64, has signed its manifest. The contents of its files are
 * checked when they are unpacked. Throws ReleaseRefused; the caller closes the handle.
 */
export async function openRelease(file: string, releaseKey: string): Promise<OpenRelease> {
  const handle = await open(file, "r");
  try {
    return { ...(await readManifest(handle, releaseKey)), handle };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function readManifest(handle: FileHandle, releaseKey: string): Promise<Omit<OpenRelease, "handle">> {
  const bytes = Buffer.alloc(MAX_RELEASE_HEAD_BYTES);
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
  const end = bytes.subarray(0, bytesRead).indexOf("\n");
  const head = releaseHead.safeParse(parseJson(bytes.toString("utf8", 0, Math.max(end, 0)))).data;
  if (!head) throw new ReleaseRefused("it is not a file that model sign or config sign has written");
  if (head.publicKey !== releaseKey) {
    const [found, wanted] = [head.publicKey, releaseKey].map((key) => fingerprintOf(key).slice(0, 16));
    throw new ReleaseRefused(`it is signed with the key ${found}, and releaseKey of this device is ${wanted}`);
  }
  // By the key of this device, whatever the file names.
  if (!isSignedBy(releaseKey, releaseSigningText(head.manifest), head.signature))
    throw new ReleaseRefused("its signature is not valid");
  const manifest = releaseManifest.safeParse(parseJson(head.manifest));
  if (!manifest.success) throw new ReleaseRefused("its manifest is of a format that this version does not know");
  return { manifest: manifest.data, contentsAt: end + 1 };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import {
  MAX_RELEASE_HEAD_BYTES,
  type ReleaseHead,
  releaseHead,
  type ReleaseManifest,
  releaseManifest,
  releaseSigningText,
} from "@container-inspection/shared-schemas/releases";
import { isSignedBy } from "../../inspection/provenance/judge-signature.ts";

/** A release as its file states it; `sha256` is of the whole file. */
export type ReadRelease = { head: ReleaseHead; manifest: ReleaseManifest; sha256: string; sizeBytes: number };

/**
 * Checks the file of a release: its first line, the signature of the manifest by the key that it names, and the sizes
 * and hashes of the files that follow. Whether that key is the right one, each device decides.
 */
export async function readRelease(
  file: FileHandle,
): Promise<({ ok: true } & ReadRelease) | { ok: false; problem: string }> {
  const { size: sizeBytes } = await file.stat();
  const line = await readLine(file);
  const head = releaseHead.safeParse(parseJson(line?.text)).data;
  if (!line || !head) return { ok: false, problem: "it does not begin with the line that `model sign` writes" };
  if (!isSignedBy(head.publicKey, releaseSigningText(head.manifest), head.signature))
    return { ok: false, problem: "its signature is not valid" };
  const parsed = releaseManifest.safeParse(parseJson(head.manifest));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { ok: false, problem: `its manifest is not valid: ${issue?.path.join(".")}: ${issue?.message}` };
  }
  const manifest = parsed.data;
  const whole = createHash("sha256").update(line.bytes);
  let at = line.bytes.length;
  for (const { path, sizeBytes: fileBytes, sha256 } of manifest.files) {
    const own = createHash("sha256");
    if (fileBytes > 0) {
      const range = { start: at, end: at + fileBytes - 1, autoClose: false };
      for await (const chunk of file.createReadStream(range)) {
        own.update(chunk);
        whole.update(chunk);
      }
    }
    at += fileBytes;
    if (own.digest("hex") !== sha256) return { ok: false, problem: `the contents of ${path} are not those signed` };
  }
  if (at !== sizeBytes) return { ok: false, problem: "bytes follow the last file" };
  return { ok: true, head, manifest, sha256: whole.digest("hex"), sizeBytes };
}

/** The first line with its end. */
async function readLine(file: FileHandle): Promise<{ text: string; bytes: Buffer } | undefined> {
  const bytes = Buffer.alloc(MAX_RELEASE_HEAD_BYTES);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
  const end = bytes.subarray(0, bytesRead).indexOf("\n");
  return end < 0 ? undefined : { text: bytes.toString("utf8", 0, end), bytes: bytes.subarray(0, end + 1) };
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}

import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { createReadStream, createWriteStream, readFileSync } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import {
  MAX_RELEASE_BYTES,
  type ReleaseHead,
  type ReleaseManifest,
  releaseManifest,
  releaseSigningText,
} from "@container-inspection/shared-schemas/releases";

/** A file of a release: where it lies, and its path in the release. */
export type PackedFile = { file: string; path: string };
type Contents = Omit<ReleaseManifest, "files"> & { files: readonly PackedFile[] };

/** The key that signs releases. Its private half is in a file outside the cloud. */
export type ReleaseKey = { publicKey: string; key: KeyObject };

/** Reads an Ed25519 key, PEM, as `openssl genpkey -algorithm ed25519` writes it. Throws an Error with the reason. */
export function readReleaseKey(file: string): ReleaseKey {
  const key = parseKey(file);
  const { x } = createPublicKey(key).export({ format: "jwk" });
  if (key.asymmetricKeyType !== "ed25519" || x === undefined) throw new Error(`${file} is not an Ed25519 key`);
  return { key, publicKey: Buffer.from(x, "base64url").toString("base64") };
}

function parseKey(file: string): KeyObject {
  const pem = readFileSync(file);
  try {
    return createPrivateKey(pem);
  } catch (error) {
    const fix = "create one with openssl genpkey -algorithm ed25519 -out release.pem";
    throw new Error(`${file} is not a private key in PEM: ${fix}`, { cause: error });
  }
}

/** Writes and signs the file of a release; resolves with its size. Throws an Error for what no cloud would take. */
export async function writeRelease(
  output: string,
  contents: Contents,
  { key, publicKey }: ReleaseKey,
): Promise<number> {
  const files = [];
  for (const { file, path } of contents.files) {
    const hash = createHash("sha256");
    await pipeline(createReadStream(file), hash);
    files.push({ path, sizeBytes: (await stat(file)).size, sha256: hash.digest("hex") });
  }
  const parsed = releaseManifest.safeParse({ ...contents, files });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${issue?.path.join(".")}: ${issue?.message}`);
  }
  const manifest = JSON.stringify(parsed.data);
  const signature = sign(null, Buffer.from(releaseSigningText(manifest)), key).toString("base64");
  const head: ReleaseHead = { format: "container-inspection-release-1", manifest, publicKey, signature };
  const draft = `${output}.new`;
  try {
    await pipeline(
      async function* parts() {
        yield Buffer.from(`${JSON.stringify(head)}\n`);
        for (const { file } of contents.files) yield* createReadStream(file);
      },
      createWriteStream(draft, { flush: true }),
    );
    const { size } = await stat(draft);
    if (size > MAX_RELEASE_BYTES)
      throw new Error(`a release has at most ${MAX_RELEASE_BYTES} bytes, and this one ${size}`);
    await rename(draft, output);
    return size;
  } finally {
    await rm(draft, { force: true });
  }
}

import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign as signBytes,
} from "node:crypto";
import {
  chownSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import type { Logger } from "../../base/logger.ts";
import { makeFolder, syncPath } from "../../base/sync-path.ts";

/** The Ed25519 key with which this device signs its records. Its private half never leaves the data folder. */
export type SigningKey = {
  /** The 32 bytes of the public half, base64, as the cloud registers it. */
  publicKey: string;
  /** SHA-256 of these bytes, hexadecimal. */
  fingerprint: string;
  /** Signs the UTF-8 bytes of a text; base64. */
  sign: (text: string) => string;
};

/** Signs records; the fingerprint is null where the key cannot be used, and so is each signature. */
export type RecordSigner = { fingerprint: string | null; sign: (recordSha256: string) => string | null };

/** The file of the private half, which no configuration, log and support archive contains. */
export const signingKeyFile = (dataDir: string): string => path.join(dataDir, "signing-key.pem");

/** The key of a data folder, made where there is none. Throws when the file cannot be read, or is not such a key. */
export function openSigningKey(dataDir: string): SigningKey {
  const file = signingKeyFile(dataDir);
  const found = readIfThere(file);
  if (found !== undefined) return parseKey(found);
  // If another process has just made a key, that one stays.
  writeKey(dataDir, file, (made) => linkIfMissing(made, file));
  return parseKey(readFileSync(file, "utf8"));
}

/**
 * The key of a data folder, which is made with the folder where it is missing; undefined where that fails, which the
 * start of the agent explains.
 */
export function openKeyIfPossible(dataDir: string): SigningKey | undefined {
  try {
    makeFolder(dataDir);
    return openSigningKey(dataDir);
  } catch {
    return undefined;
  }
}

/** A key of a device whose data folder is not known yet; `keep` makes it the key of that folder, which must exist. */
export function drawSigningKey(): SigningKey & { keep: (dataDir: string) => void } {
  const pem = drawPem();
  return {
    ...parseKey(pem),
    keep(dataDir) {
      const file = signingKeyFile(dataDir);
      writeKey(dataDir, file, (made) => renameSync(made, file), pem);
    },
  };
}

/** Replaces the key of a data folder by a new one, which signs captures after the next start of the agent. */
export function replaceSigningKey(dataDir: string): SigningKey {
  const file = signingKeyFile(dataDir);
  writeKey(dataDir, file, (made) => renameSync(made, file));
  return parseKey(readFileSync(file, "utf8"));
}

/**
 * Opens the signer of a data folder's records. With a key that cannot be used, records are not signed, which the cloud
 * reports: a capture without a signature is worth more than none.
 */
export function openRecordSigner(dataDir: string, logger: Logger): RecordSigner {
  try {
    return openSigningKey(dataDir);
  } catch (error) {
    const file = signingKeyFile(dataDir);
    logger.error({ err: error, file }, "the signing key cannot be used: records are not signed");
    return { fingerprint: null, sign: () => null };
  }
}

function parseKey(pem: string): SigningKey {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== "ed25519") throw new TypeError("the signing key is not an Ed25519 key");
  const publicBytes = rawPublicKey(key);
  return {
    publicKey: publicBytes.toString("base64"),
    fingerprint: createHash("sha256").update(publicBytes).digest("hex"),
    sign: (text) => signBytes(null, Buffer.from(text), key).toString("base64"),
  };
}

function rawPublicKey(key: KeyObject): Buffer {
  const { x } = createPublicKey(key).export({ format: "jwk" });
  if (x === undefined) throw new TypeError("the signing key has no public half");
  return Buffer.from(x, "base64url");
}

function readIfThere(file: string): string | undefined {
  return statSync(file, { throwIfNoEntry: false }) ? readFileSync(file, "utf8") : undefined;
}

const drawPem = (): string =>
  generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();

/** Writes a key beside its file, safe from a power cut, and lets `place` put it there. */
function writeKey(dataDir: string, file: string, place: (made: string) => void, pem = drawPem()): void {
  const made = `${file}.${parseKey(pem).fingerprint.slice(0, 12)}`;
  const descriptor = openSync(made, "wx", 0o600);
  try {
    writeFileSync(descriptor, pem);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  try {
    const { uid, gid } = statSync(dataDir);
    if (process.getuid?.() === 0) chownSync(made, uid, gid);
    place(made);
    syncPath(dataDir);
  } finally {
    rmSync(made, { force: true });
  }
}

function linkIfMissing(made: string, file: string): void {
  try {
    linkSync(made, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}

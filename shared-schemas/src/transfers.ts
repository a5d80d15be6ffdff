import { z } from "zod";
import { errorDetail } from "./errors.ts";
import { messageId } from "./object-id.ts";
import { datetime, edgeId, sha256 } from "./primitives.ts";
import { ed25519Signature, signingPublicKey } from "./signing-keys.ts";

/*
 * Two files that carry records from a device to the cloud, and the answer back, where no line connects them. Both are
 * lines of JSON: a head, the records, and an end with the SHA-256 of all lines before it and its Ed25519 signature.
 */

/** The largest file that is imported, in bytes, and the longest of its lines: the body of an edge write. */
export const MAX_TRANSFER_BYTES = 16 * 1024 ** 3;
export const MAX_TRANSFER_LINE_BYTES = 52_428_800;

/** First line of a transfer file: the records that a device has not delivered yet. */
export const transferHead = z.object({
  format: z.literal("container-inspection-transfer"),
  version: z.literal(1),
  /** Names this file in its acknowledgement. */
  transferId: messageId,
  deviceId: edgeId,
  /** The key that the file is signed with, which identifies the device in the cloud. */
  signingKey: signingPublicKey,
  writtenAt: datetime,
});
export type TransferHead = z.infer<typeof transferHead>;

/** The routes that take a device's records. */
const RECORD_PATH =
  /^\/v1\/(?:edge\/containers\/(?:identify|[^/?#\\]+\/(?:evidence|scans\/(?:category|defect|illegal)))|edge\/camera-drift|tracking-data\/stream-events)$/;

/** The line before each record: the request that delivers it. The next line is its body. */
export const transferRecord = z.object({
  /** The `Idempotency-Key` of the request. */
  id: messageId,
  path: z.string().max(1_000).regex(RECORD_PATH, { message: "is not a route for records" }),
  /** Hash against which the device checks its record; the acknowledgement repeats it. */
  sha256,
});
export type TransferRecord = z.infer<typeof transferRecord>;

/** The last line of both files. */
export const signedEnd = z.object({ records: z.int().min(0), sha256, signature: ed25519Signature });
export type SignedEnd = z.infer<typeof signedEnd>;

/** The first line of an acknowledgement: of which transfer file of which device. */
export const acknowledgementHead = z.object({
  format: z.literal("container-inspection-acknowledgement"),
  version: z.literal(1),
  transferId: messageId,
  signingKey: signingPublicKey,
  writtenAt: datetime,
});

/** Outcome of one record: the status of the reply, and the parts that the cloud rejected. */
export const acknowledgedRecord = z.object({
  id: messageId,
  sha256,
  status: z.int().min(100).max(599),
  rejected: z.array(z.object({ index: z.int().min(0), code: z.string(), message: z.string() })).optional(),
  error: z.object({ code: z.string(), message: z.string(), details: z.array(errorDetail).optional() }).optional(),
});
export type AcknowledgedRecord = z.infer<typeof acknowledgedRecord>;

/** The text that the signature of a file is made over: a signature of the one is never one of the other. */
export const signedText = (file: "transfer" | "acknowledgement" | "case", sha256: string): string =>
  `container-inspection ${file} file\n${sha256}`;

/** The key with which the cloud signs acknowledgements. */
export const acknowledgementKey = signingPublicKey.describe(
  "the public half of the key with which this service signs acknowledgements of transfer files",
);

export const acknowledgementKeyData = z.object({
  publicKey: acknowledgementKey,
  fingerprint: z.string().describe("SHA-256 of its 32 bytes, hexadecimal"),
});

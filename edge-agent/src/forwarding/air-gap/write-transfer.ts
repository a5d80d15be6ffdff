import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";
import { signedText, type TransferHead, type TransferRecord } from "@container-inspection/shared-schemas/transfers";
import { bodyOf, pathOf } from "../assemble-request.ts";
import type { WaitingRecord } from "../../outbox/outbox.ts";
import { syncPath } from "../../base/sync-path.ts";
import type { SigningKey } from "../signing/signing-key.ts";

/** The records that a transfer file has, and those that were left out because they are damaged. */
type WrittenTransfer = { records: number; damaged: number };

type TransferParts = {
  transferId: string;
  deviceId: string;
  nowMs: number;
  signingKey: SigningKey;
  /** Maximum number of records in the file. */
  maxRecords: number;
};

/**
 * Writes waiting records to a new signed file; they stay where they are. Throws where the file exists or cannot be
 * written, and leaves none then. A file that a power cut truncates has no signature, and is not imported.
 */
export function writeTransfer(file: string, waiting: Iterable<WaitingRecord>, parts: TransferParts): WrittenTransfer {
  const descriptor = openSync(file, "wx", 0o600);
  let isComplete = false;
  try {
    const written = writeLines(descriptor, waiting, parts);
    fsyncSync(descriptor);
    syncPath(path.dirname(file));
    isComplete = true;
    return written;
  } finally {
    closeSync(descriptor);
    if (!isComplete) rmSync(file, { force: true });
  }
}

function writeLines(descriptor: number, waiting: Iterable<WaitingRecord>, parts: TransferParts): WrittenTransfer {
  const { transferId, deviceId, nowMs, signingKey, maxRecords } = parts;
  const hash = createHash("sha256");
  const write = (line: string | Buffer) => {
    const bytes = Buffer.concat([Buffer.from(line), Buffer.from("\n")]);
    hash.update(bytes);
    writeAll(descriptor, bytes);
  };
  const head: TransferHead = {
    format: "container-inspection-transfer",
    version: 1,
    transferId,
    deviceId,
    signingKey: signingKey.publicKey,
    writtenAt: new Date(nowMs).toISOString(),
  };
  write(JSON.stringify(head));
  const written = { records: 0, damaged: 0 };
  for (const { id, sha256, record } of waiting) {
    if (record === null) written.damaged += 1;
    else {
      const announced: TransferRecord = { id, path: pathOf(record), sha256 };
      write(JSON.stringify(announced));
      write(bodyOf(record));
      written.records += 1;
    }
    if (written.records === maxRecords) break;
  }
  const sha256 = hash.digest("hex");
  const signature = signingKey.sign(signedText("transfer", sha256));
  writeAll(descriptor, Buffer.from(`${JSON.stringify({ records: written.records, sha256, signature })}\n`));
  return written;
}

function writeAll(descriptor: number, bytes: Buffer): void {
  for (let start = 0; start < bytes.byteLength;) start += writeSync(descriptor, bytes, start);
}

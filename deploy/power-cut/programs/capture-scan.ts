import { createHash, randomBytes } from "node:crypto";
import type { Outbox } from "../../../edge-agent/src/outbox/outbox.ts";
import type { LedgerLine } from "./ledger.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Inserts a scan with random pictures; returns its ledger entry. */
export function captureScan(outbox: Outbox, id: string, pictureBytes: number): LedgerLine {
  const pictures = { original: randomBytes(pictureBytes), small: randomBytes(200) };
  const result = outbox.insert({
    kind: "category-scan",
    id,
    deviceId: "device-1",
    cameraId: "gate-1",
    containerNumber: "MSCU1234566",
    capturedAtMs: Date.now(),
    clockSynchronised: true,
    payload: { detections: [] },
    pictures,
  });
  if (!result.ok) return { refused: id, reason: result.reason };
  return { captured: id, sha256: sha256(pictures.original), smallSha256: sha256(pictures.small) };
}

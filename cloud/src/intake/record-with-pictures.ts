import type { Needs } from "./parts.ts";
import type { EdgeRecord } from "./read-record.ts";
import {
  type ReceiptOutcome,
  type ReceiptWork,
  UncertainCommitError,
  withReceipt,
} from "../platform/idempotency/receipt-store.ts";
import { requestSha256 } from "../platform/idempotency/request-sha256.ts";
import { type PictureFile, storePictures } from "../platform/images/store-pictures.ts";

export type RecordPlace = {
  /** The operation whose idempotency keys the write shares. */
  route: string;
  /** Where its pictures lie in the storage. */
  folder: string;
  /** What lies there besides the pictures that were sent. */
  thumbnail?: Uint8Array | undefined;
};

/**
 * Records an edge write exactly once: pictures first, then everything that `work` does in one transaction with the receipt.
 * Whatever goes wrong, nothing stays behind; only after a commit of unknown outcome the pictures stay, since the record may be there.
 */
export async function recordWithPictures<Data extends Record<string, unknown>>(
  parts: Needs<"db" | "storage" | "logger">,
  record: EdgeRecord,
  place: RecordPlace,
  work: ReceiptWork<Data>,
): Promise<ReceiptOutcome<Data>> {
  const { idempotencyKey: key, nowMs } = record;
  const receipt = { route: place.route, key, requestSha256: comparedSha256(record), nowMs };
  const pictures = storePictures(parts, place.folder, filesOf(record, place));
  try {
    const outcome = await withReceipt(parts.db, receipt, work, () => pictures.write());
    if (outcome.kind !== "done" || outcome.replayed) await pictures.remove();
    return outcome;
  } catch (error) {
    if (!(error instanceof UncertainCommitError)) await pictures.remove();
    throw error;
  }
}

function filesOf({ pictures }: EdgeRecord, { thumbnail }: RecordPlace): PictureFile[] {
  const { image, visualization } = pictures;
  return [
    { name: "image", bytes: image.bytes },
    ...(visualization ? [{ name: "visualization" as const, bytes: visualization.bytes }] : []),
    ...(thumbnail ? [{ name: "thumbnail" as const, bytes: thumbnail }] : []),
  ];
}

/**
 * A picture stands in by the hash of its original, so that a copy that a full box had to reduce is the same record. The
 * visualization shows nothing but image and detections, and a full box may drop it: it is not compared.
 */
function comparedSha256({ number, body, pictures }: EdgeRecord): string {
  const { image: _image, image_reduced: _reduced, visualization: _visualization, timestamp, ...rest } = body;
  const compared = { ...rest, timestamp: timestamp?.sent, image_sha256: pictures.originalSha256 };
  return requestSha256({ containerNumber: number.key, body: compared });
}

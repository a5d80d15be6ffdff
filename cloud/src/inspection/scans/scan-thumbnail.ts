import { buffer } from "node:stream/consumers";
import pLimit from "p-limit";
import { drawThumbnail } from "../../platform/images/draw-thumbnail.ts";
import type { KeptPicture } from "../../platform/images/send-picture.ts";
import { storePictures } from "../../platform/images/store-pictures.ts";
import type { Needs } from "../parts.ts";
import { keepThumbnail, type ScanRow } from "./scan-store.ts";

type StoredPicture = Omit<KeptPicture, "deletedAt">;
type DrawingParts = Needs<"db" | "storage" | "logger">;

/** Drawing from a large picture takes hundreds of megabytes for a moment. */
const DRAWN_AT_ONCE = 2;

/**
 * Finds the thumbnail of a scan. It is drawn and stored when it is first requested, and not when the scan arrives: most
 * scans of a busy gate are never listed. Undefined for a scan whose picture is missing from the storage.
 */
export function createScanThumbnails(parts: DrawingParts): (scan: ScanRow) => Promise<StoredPicture | undefined> {
  const limit = pLimit(DRAWN_AT_ONCE);
  return async (scan) => storedThumbnail(scan) ?? limit(() => storeThumbnail(parts, scan));
}

function storedThumbnail(scan: ScanRow): StoredPicture | undefined {
  const { thumbnailKey: key, thumbnailSha256: sha256, thumbnailSizeBytes: sizeBytes } = scan;
  if (key === null || sha256 === null || sizeBytes === null) return undefined;
  return { key, contentType: "image/jpeg", sha256, sizeBytes };
}

async function storeThumbnail(parts: DrawingParts, scan: ScanRow): Promise<StoredPicture | undefined> {
  const stored = scan.imageKey === null ? undefined : await parts.storage.read(scan.imageKey);
  if (!stored) return undefined;
  const { bytes, sha256 } = await drawThumbnail(await buffer(stored));
  const folder = `scans/${scan.id}`;
  await storePictures(parts, folder, [{ name: "thumbnail", bytes }]).write();
  const columns = { thumbnailKey: `${folder}/thumbnail`, thumbnailSha256: sha256, thumbnailSizeBytes: bytes.length };
  // If the retention of the pictures has ended in the meantime, no row refers to the thumbnail, and the next sweep
  // deletes it.
  await keepThumbnail(parts.db, scan.id, columns);
  return { key: columns.thumbnailKey, contentType: "image/jpeg", sha256, sizeBytes: bytes.length };
}

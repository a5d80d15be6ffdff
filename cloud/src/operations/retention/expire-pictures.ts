import { idFloor } from "@container-inspection/shared-schemas";
import { auditOfService } from "../../journal/audit/create-audit.ts";
import type { Needs } from "../parts.ts";
import { deleteObjects } from "./delete-objects.ts";
import { markExpired } from "./expiry-store.ts";
import { PICTURE_FOLDERS, type PictureFolder } from "./picture-store.ts";
import type { MayGoOn } from "./maintenance-work.ts";

/** Records marked in one transaction. */
const BATCH = 200;

/**
 * Deletes pictures that arrived before a time, and returns the number of their records. Records stay, with the hashes
 * of their pictures; a container on hold, and a scan that is pending, keep their pictures. In batches: one transaction
 * marks the rows and writes the audit log, then the objects are deleted; the search for orphans deletes those that a
 * crash leaves.
 */
export async function expirePictures(
  parts: Needs<"settings" | "db" | "storage" | "metrics" | "logger" | "nowMs" | "newId">,
  before: Date,
  mayGoOn: MayGoOn,
): Promise<number> {
  const { metrics } = parts;
  const beforeId = idFloor(before.getTime());
  let expired = 0;
  for (const folder of PICTURE_FOLDERS) {
    const prefix = folder === "evidence" ? "ev_" : "";
    for (let afterId = ""; await mayGoOn();) {
      const range = { afterId, beforeId: `${prefix}${beforeId}`, limit: BATCH };
      const records = await expireBatch(parts, folder, range);
      metrics.countDeletedPictures(
        "retention",
        await deleteObjects(
          parts,
          records.flatMap(({ keys }) => keys),
        ),
      );
      expired += records.length;
      afterId = records.at(-1)?.id ?? afterId;
      if (records.length < BATCH) break;
    }
  }
  return expired;
}

async function expireBatch(
  parts: Needs<"settings" | "db" | "nowMs" | "newId">,
  folder: PictureFolder,
  range: Parameters<typeof markExpired>[2],
) {
  const audit = auditOfService(parts);
  return parts.db.transaction(async (tx) => {
    const records = await markExpired(tx, folder, range, parts.nowMs());
    if (records.length === 0) return records;
    const after = {
      retentionDays: parts.settings.pictureRetentionDays,
      count: records.length,
      ids: records.map(({ id }) => id),
    };
    const subject = { type: folder === "scans" ? "scan" : "evidence", id: records[0]?.id ?? "" };
    await audit(tx, { action: "pictures.expire", subject, before: null, after });
    return records;
  });
}

import { auditOfService } from "../../journal/audit/create-audit.ts";
import type { Needs } from "../parts.ts";
import { deleteObjects } from "./delete-objects.ts";
import { markExpired } from "./expiry-store.ts";
import { PICTURE_FOLDERS, type PictureFolder } from "./picture-store.ts";
import type { MayGoOn } from "./maintenance-work.ts";

const DAY_MS = 86_400_000;
/** Records marked in one transaction. */
const BATCH = 200;

/**
 * Deletes pictures that arrived longer ago than PICTURE_RETENTION_DAYS, and returns of how many records. Records stay, with the
 * hashes of what was there; what is on hold, or a scan that still waits for its model, keeps its pictures. In batches: rows are marked and
 * the audit log is told in one transaction, then the objects go; what a crash leaves of those, the search for orphans finds.
 */
export async function expirePictures(
  parts: Needs<"settings" | "db" | "storage" | "metrics" | "logger" | "nowMs" | "newId">,
  mayGoOn: MayGoOn,
): Promise<number> {
  const { settings, nowMs, metrics } = parts;
  const retentionDays = settings.pictureRetentionDays;
  if (retentionDays === undefined) return 0;
  // Ids begin with the time they were made at.
  const beforeId = (nowMs() - retentionDays * DAY_MS).toString(16).padStart(12, "0");
  let expired = 0;
  for (const folder of PICTURE_FOLDERS) {
    const prefix = folder === "evidence" ? "ev_" : "";
    for (let afterId = ""; await mayGoOn();) {
      const range = { afterId, beforeId: `${prefix}${beforeId}`, limit: BATCH };
      const records = await expireBatch(parts, folder, range, retentionDays);
      metrics.pictures.countDeleted(
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
  parts: Needs<"db" | "nowMs" | "newId">,
  folder: PictureFolder,
  range: Parameters<typeof markExpired>[2],
  retentionDays: number,
) {
  const audit = auditOfService(parts);
  return parts.db.transaction(async (tx) => {
    const records = await markExpired(tx, folder, range, parts.nowMs());
    if (records.length === 0) return records;
    const after = { retentionDays, count: records.length, ids: records.map(({ id }) => id) };
    const subject = { type: folder === "scans" ? "scan" : "evidence", id: records[0]?.id ?? "" };
    await audit(tx, { action: "pictures.expire", subject, before: null, after });
    return records;
  });
}

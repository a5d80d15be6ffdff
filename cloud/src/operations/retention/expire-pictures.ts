import { idFloor } from "@container-inspection/shared-schemas/object-id";
import { auditOfService } from "../../journal/audit/create-audit.ts";
import type { Needs } from "../parts.ts";
import { deleteObjects } from "./delete-objects.ts";
import { type ExpiryPlace, findUnknownSites, markExpired } from "./expiry-store.ts";
import { PICTURE_FOLDERS, type PictureFolder } from "./picture-store.ts";
import type { MayGoOn } from "./maintenance-work.ts";

const DAY_MS = 86_400_000;
/** Records marked in one transaction. */
const BATCH = 200;

type ExpiryParts = Needs<"settings" | "db" | "storage" | "metrics" | "logger" | "nowMs" | "newId">;

/** Deletes pictures of the sites that have their own retention, and returns the number of their records. */
export async function expireSitePictures(parts: ExpiryParts, now: Date, mayGoOn: MayGoOn): Promise<number> {
  const ofSites = Object.entries(parts.settings.sitePictureRetentionDays);
  const unknown = await findUnknownSites(
    parts.db,
    ofSites.map(([siteId]) => siteId),
  );
  if (unknown.length > 0) parts.logger.error({ siteIds: unknown }, "SITE_PICTURE_RETENTION_DAYS names unknown sites");
  let expired = 0;
  for (const [siteId, days] of ofSites) {
    const before = new Date(now.getTime() - days * DAY_MS);
    expired += await expireAt(parts, { place: { siteId }, retentionDays: days, before }, mayGoOn);
  }
  return expired;
}

/** Deletes pictures that arrived before a time, except those of sites with their own retention. */
export async function expirePictures(parts: ExpiryParts, before: Date, mayGoOn: MayGoOn): Promise<number> {
  const { pictureRetentionDays: retentionDays, sitePictureRetentionDays } = parts.settings;
  const place = { exceptSiteIds: Object.keys(sitePictureRetentionDays) };
  return expireAt(parts, { place, retentionDays, before }, mayGoOn);
}

type Expiry = { place: ExpiryPlace; retentionDays: number | undefined; before: Date };

/**
 * Deletes pictures of a place that arrived before a time; returns the number of their records. These stay, with hashes
 * of their pictures; a container on hold, and a scan that is pending, keep their pictures. In batches: one transaction
 * marks the rows and writes the audit log, then the objects are deleted; the search for orphans deletes those that a
 * crash leaves.
 */
async function expireAt(parts: ExpiryParts, expiry: Expiry, mayGoOn: MayGoOn): Promise<number> {
  const { metrics } = parts;
  const beforeId = idFloor(expiry.before.getTime());
  let expired = 0;
  for (const folder of PICTURE_FOLDERS) {
    const prefix = folder === "evidence" ? "ev_" : "";
    for (let afterId = ""; await mayGoOn();) {
      const range = { place: expiry.place, afterId, beforeId: `${prefix}${beforeId}`, limit: BATCH };
      const records = await expireBatch(parts, folder, { range, ...expiry });
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
  parts: Needs<"db" | "nowMs" | "newId">,
  folder: PictureFolder,
  { range, place, retentionDays }: Expiry & { range: Parameters<typeof markExpired>[2] },
) {
  const audit = auditOfService(parts);
  return parts.db.transaction(async (tx) => {
    const records = await markExpired(tx, folder, range, parts.nowMs());
    if (records.length === 0) return records;
    const after = {
      retentionDays,
      siteId: "siteId" in place ? place.siteId : null,
      count: records.length,
      ids: records.map(({ id }) => id),
    };
    const subject = { type: folder === "scans" ? "scan" : "evidence", id: records[0]?.id ?? "" };
    await audit(tx, { action: "pictures.expire", subject, before: null, after });
    return records;
  });
}

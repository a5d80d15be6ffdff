import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { updateContainer } from "../record/container-store.ts";
import { presentCategoryScan } from "../record/present-category-scan.ts";
import { updateVisit } from "../record/visit-store.ts";
import { findNewestCategoryScan, isCurrentVisit, type VisitPlace } from "./moved-records-store.ts";

/** Has a visit of a locked container show the newest category scan of a device that it has now, if any. */
export async function showNewestScan(tx: DatabaseOrTransaction, place: VisitPlace, nowMs: number): Promise<void> {
  const newest = await findNewestCategoryScan(tx, place);
  const shown = {
    categoryScan: newest ? presentCategoryScan(newest.scan) : null,
    categoryScanOrderedAt: newest?.at ?? null,
  };
  if (await isCurrentVisit(tx, place)) await updateContainer(tx, place.containerId, shown, nowMs);
  else await updateVisit(tx, place.visitId, shown);
}

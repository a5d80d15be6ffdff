import type { containers } from "../../platform/db/tables.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { attachedIds } from "../record/attached-manifest-store.ts";
import { findManifestRows } from "../record/manifest-store.ts";
import { fileJudgement, judgePictures } from "../judging/judge-pictures.ts";
import type { Needs } from "../parts.ts";
import { pictureOf } from "../pictures/picture-of.ts";
import type { ScanRow } from "./scan-store.ts";

/** Judges a scan that a user requested, for the file. */
export async function judgeUserScan(
  tx: DatabaseOrTransaction,
  { matchRules, nowMs }: Needs<"matchRules" | "nowMs">,
  scan: ScanRow,
  container: Pick<
    typeof containers.$inferSelect,
    "id" | "manifestId" | "furtherManifestIds" | "containerNumber" | "sizeType"
  >,
) {
  const rules = await matchRules.ofVisit(tx, { id: scan.visitId, containerId: container.id });
  const attached = await findManifestRows(tx, attachedIds(container));
  const judged = { container, attached, pictures: [pictureOf(scan, [])] };
  const judgement = judgePictures(judged, rules);
  return fileJudgement(judgement, judged, rules, nowMs());
}

import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { escalateFindings } from "../escalations/escalate-findings.ts";
import { fileJudgement, judgePictures } from "../judging/judge-pictures.ts";
import { keepLane } from "../judging/keep-lane.ts";
import { keepVersions } from "../judging/manifest-version-store.ts";
import type { MergeParts } from "../merging/merge-records.ts";
import { findContainer } from "../record/container-store.ts";
import { containerOn } from "../record/visited-container.ts";
import { findVisits, type VisitRow } from "../record/visit-store.ts";
import { fileMatch, findVisitsOfScans } from "../scans/scan-store.ts";
import type { PassageRecord } from "./passage-store.ts";

/**
 * Judges the visits that records have left, and those of the container that they are on now, with the manifests that
 * are attached there: what must be seen by a supervisor escalates the container.
 */
export async function judgeMoved(
  tx: DatabaseOrTransaction,
  parts: MergeParts,
  { containerId, records }: { containerId: string; records: readonly PassageRecord[] },
): Promise<void> {
  const scanIds = new Set(records.filter(({ kind }) => kind === "scan").map(({ id }) => id));
  const left = Map.groupBy(records, (one) => one.containerId);
  for (const [leftId, own] of left)
    if (leftId !== containerId) await judgeVisits(tx, parts, leftId, new Set(own.map(({ visitId }) => visitId)));
  const entered = new Set(await findVisitsOfScans(tx, [...scanIds]));
  await judgeVisits(tx, parts, containerId, entered, scanIds);
}

/** Judges visits of a locked container, or of none if it is deleted; `moved` are scans that were compared elsewhere. */
async function judgeVisits(
  tx: DatabaseOrTransaction,
  parts: MergeParts,
  containerId: string,
  visitIds: ReadonlySet<string>,
  moved: ReadonlySet<string> = new Set(),
): Promise<void> {
  const visits = (await findVisits(tx, containerId)).filter(({ id }) => visitIds.has(id));
  for (const visit of visits) await judgeOne(tx, parts, visit, moved);
}

async function judgeOne(
  tx: DatabaseOrTransaction,
  parts: MergeParts,
  visit: VisitRow,
  moved: ReadonlySet<string>,
): Promise<void> {
  const { containerId, id: visitId } = visit;
  const held = await findContainer(tx, containerId);
  if (!held) return;
  const { judged, judgement, rules } = await keepLane(tx, parts, containerOn(held, visit));
  for (const picture of judged.pictures.filter(({ scanId }) => moved.has(scanId))) {
    const attached = picture.type === "category" ? judged.attached : [];
    const one = { ...judged, attached, pictures: [picture] };
    const { stored, versions } = fileJudgement(judgePictures(one, rules), one, rules, parts.nowMs);
    await keepVersions(tx, versions);
    await fileMatch(tx, picture.scanId, stored);
  }
  const { findings } = judgement;
  const scanId = findings[0]?.evidence?.[0]?.scanId ?? judged.pictures[0]?.scanId;
  if (scanId === undefined) return;
  const scan = { id: scanId, visitId, findings, attached: judged.attached };
  await escalateFindings(tx, { ...parts, nowMs: () => parts.nowMs }, { scan, held, audit: parts.audit });
}

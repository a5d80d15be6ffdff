import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Needs } from "../parts.ts";
import type { CompiledRules } from "../../match/rules/match-manifest.ts";
import { attachedIds } from "../record/attached-manifest-store.ts";
import { findContainer } from "../record/container-store.ts";
import { findManifestRows } from "../record/manifest-store.ts";
import { containerOn } from "../record/visited-container.ts";
import { findVisits, setLane } from "../record/visit-store.ts";
import { type JudgedVisit, judgeVisitWith, type VisitedContainer } from "./judge-visit.ts";

export type LaneParts = Needs<"matchRules"> & { nowMs: number };

/**
 * Judges a visit of a locked container by the rules in force, as it is after a change, and keeps its lane. Everything
 * that changes pictures, papers or data of a visit calls it in its own transaction: the lock makes these take turns, so
 * that the last one has seen all others. `container` is as on that visit.
 */
export async function keepLane(
  tx: DatabaseOrTransaction,
  { matchRules, nowMs }: LaneParts,
  container: VisitedContainer,
): Promise<JudgedVisit & { rules: CompiledRules }> {
  const rules = await matchRules.ofVisit(tx, { id: container.visitId, containerId: container.id });
  const manifests = await findManifestRows(tx, attachedIds(container));
  const found = await judgeVisitWith(tx, { container, manifests }, rules);
  await setLane(tx, container.visitId, found.judgement.lane, nowMs);
  return { ...found, rules };
}

/** Keeps the lanes of visits of a locked container, of all or of some; does nothing for a deleted container. */
export async function keepLanes(
  tx: DatabaseOrTransaction,
  parts: LaneParts,
  containerId: string,
  isWanted: (visitId: string) => boolean = () => true,
): Promise<void> {
  const found = await findContainer(tx, containerId);
  if (!found) return;
  const visits = (await findVisits(tx, containerId)).filter(({ id }) => isWanted(id));
  for (const visit of visits) await keepLane(tx, parts, containerOn(found, visit));
}

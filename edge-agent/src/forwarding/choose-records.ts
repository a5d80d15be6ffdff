import type { Outbox } from "../outbox/outbox.ts";
import type { RecordHead } from "../outbox/record.ts";
import type { Pauses, Plan } from "./pauses.ts";

/**
 * The records to try now beside those in flight: never two of one camera, at most what the pauses allow, and one for all
 * while they allow a probe only.
 */
export function chooseRecords(outbox: Outbox, pauses: Pauses, inFlight: readonly RecordHead[]): RecordHead[] {
  const plan = pauses.plan(inFlight.length);
  if (plan.limit <= 0) return [];
  const select = (excludeIds: string[]) => selectRecords(outbox, pauses, inFlight, { ...plan, excludeIds });
  if (plan.avoidId === null) return select(plan.excludeIds);
  const others = select([...plan.excludeIds, plan.avoidId]);
  return others.length > 0 || !plan.mayRetryAvoided ? others : select(plan.excludeIds);
}

function selectRecords(outbox: Outbox, pauses: Pauses, inFlight: readonly RecordHead[], plan: Plan): RecordHead[] {
  // A kind that waits alone sends one record to see whether its route is there.
  const waitingKinds = new Set(pauses.currentKinds().map(({ kind }) => kind));
  const probed = inFlight.map(({ kind }) => kind).filter((kind) => waitingKinds.has(kind));
  const heads = outbox.nextRecords({
    excludeCameraIds: inFlight.map(({ cameraId }) => cameraId),
    excludeKinds: [...plan.excludeKinds, ...probed],
    excludeIds: plan.excludeIds,
    limit: plan.limit,
  });
  const isFirstOfKind = (kind: string, index: number) => heads.findIndex((head) => head.kind === kind) === index;
  return heads.filter(({ kind }, index) => !waitingKinds.has(kind) || isFirstOfKind(kind, index));
}

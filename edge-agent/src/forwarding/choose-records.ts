import type { Outbox } from "../outbox/outbox.ts";
import type { RecordHead, RecordKind } from "../outbox/record.ts";
import type { Pauses } from "./pauses.ts";

const KINDS: readonly RecordKind[] = [
  "category-scan",
  "defect-scan",
  "illegal-scan",
  "evidence",
  "identify",
  "stream-events",
  "camera-drift",
];

type Choice = { limit: number; excludeIds: string[] };

/**
 * The records to try now beside those in flight: never two of one camera, at most what the pauses allow, and one for
 * all while they allow a probe only.
 */
export function chooseRecords(outbox: Outbox, pauses: Pauses, inFlight: readonly RecordHead[]): RecordHead[] {
  const { limit, excludeKinds, excludeIds, avoidId, mayRetryAvoided } = pauses.plan(inFlight.length);
  if (limit <= 0) return [];
  const choose = (choice: Choice) => chooseAround(outbox, pauses, { inFlight, excludeKinds, ...choice });
  if (avoidId === null) return choose({ limit, excludeIds });
  const others = choose({ limit, excludeIds: [...excludeIds, avoidId] });
  return others.length > 0 || !mayRetryAvoided ? others : choose({ limit, excludeIds });
}

type Around = Choice & { inFlight: readonly RecordHead[]; excludeKinds: readonly RecordKind[] };

function chooseAround(outbox: Outbox, pauses: Pauses, { inFlight, excludeKinds, excludeIds, limit }: Around) {
  const waitingKinds = pauses.currentKinds().map(({ kind }) => kind);
  const chosen: RecordHead[] = [];
  const excludeCameraIds = () => [...inFlight, ...chosen].map(({ cameraId }) => cameraId);
  const addOthers = () => {
    const room = limit - chosen.length;
    if (room <= 0) return;
    const query = { excludeCameraIds: excludeCameraIds(), excludeKinds: waitingKinds, excludeIds, limit: room };
    chosen.push(...outbox.nextRecords(query));
  };
  /** A kind that waits sends one record at a time to see whether its route exists. */
  const addProbes = () => {
    const isDue = (kind: RecordKind) => !excludeKinds.includes(kind) && !inFlight.some((head) => head.kind === kind);
    for (const kind of waitingKinds.filter(isDue)) {
      if (chosen.length >= limit) return;
      chosen.push(...chooseProbe(outbox, pauses, kind, { excludeCameraIds: excludeCameraIds(), excludeIds }));
    }
  };
  // Beside others a probe must not starve; but the one record that probes for all is better not of a kind that waits.
  const steps = pauses.current() === null ? [addProbes, addOthers] : [addOthers, addProbes];
  for (const step of steps) step();
  return chosen;
}

/**
 * One record of a kind whose route may be missing: if possible of a camera, else a record, that was not refused yet, so
 * that records which alone are refused cannot keep the rest of their kind waiting.
 */
function chooseProbe(
  outbox: Outbox,
  pauses: Pauses,
  kind: RecordKind,
  { excludeCameraIds, excludeIds }: { excludeCameraIds: string[]; excludeIds: string[] },
): RecordHead[] {
  const select = (cameraIds: string[], ids: string[]) =>
    outbox.nextRecords({
      excludeCameraIds: [...excludeCameraIds, ...cameraIds],
      excludeKinds: KINDS.filter((other) => other !== kind),
      excludeIds: [...excludeIds, ...ids],
      limit: 1,
    });
  const { cameraIds, recordIds } = pauses.refusedOf(kind);
  const untried = [select(cameraIds, []), select([], recordIds)].find((heads) => heads.length > 0);
  if (untried !== undefined) return untried;
  return pauses.mayTryAgain(kind) ? select([], []) : [];
}

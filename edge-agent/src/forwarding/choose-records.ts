import type { Outbox } from "../outbox/outbox.ts";
import type { NextRecordsQuery, RecordHead, RecordKind } from "../outbox/record.ts";
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
 * The records to try now beside those in flight: at most what the pauses allow, shared among the cameras, scans of all
 * cameras before events; and one for all while they allow a probe only.
 */
export function chooseRecords(
  outbox: Outbox,
  pauses: Pauses,
  { inFlight, restingCameraIds }: { inFlight: readonly RecordHead[]; restingCameraIds: readonly string[] },
): RecordHead[] {
  const { limit, excludeKinds, excludeIds, avoidIds, mayRetryAvoided } = pauses.plan(inFlight.length);
  if (limit <= 0) return [];
  const choose = (choice: Choice) =>
    chooseAround(outbox, pauses, { inFlight, restingCameraIds, excludeKinds, ...choice });
  if (avoidIds.length === 0) return choose({ limit, excludeIds });
  const others = choose({ limit, excludeIds: [...excludeIds, ...avoidIds] });
  return others.length > 0 || !mayRetryAvoided ? others : choose({ limit, excludeIds });
}

type Around = Choice & {
  inFlight: readonly RecordHead[];
  /** Cameras whose events have just been sent; the next ones are gathered. */
  restingCameraIds: readonly string[];
  excludeKinds: readonly RecordKind[];
};

function chooseAround(outbox: Outbox, pauses: Pauses, around: Around) {
  const { inFlight, restingCameraIds, excludeKinds, excludeIds, limit } = around;
  const waitingKinds = pauses.currentKinds().map(({ kind }) => kind);
  const chosen: RecordHead[] = [];
  const busyIds = () => [...excludeIds, ...[...inFlight, ...chosen].map(({ id }) => id)];
  const left = () => limit - chosen.length;
  const waiting = (query: Pick<NextRecordsQuery, "excludeCameraIds" | "scansOnly" | "perCamera" | "limit">) =>
    outbox.nextRecords({ ...query, excludeKinds: waitingKinds, excludeIds: busyIds() });
  /** In rounds, the next scan of each camera: the one with the fewest records on the way comes first. */
  const addScans = () => {
    const onTheWay = [...inFlight, ...chosen];
    const rounds = new Map<string, number>();
    const scans = waiting({ excludeCameraIds: [], scansOnly: true, perCamera: left(), limit: Infinity }).map((head) => {
      const round = rounds.get(head.cameraId) ?? onTheWay.filter(({ cameraId }) => cameraId === head.cameraId).length;
      rounds.set(head.cameraId, round + 1);
      return { head, round };
    });
    const inTurn = scans.toSorted((a, b) => a.round - b.round).slice(0, left());
    chosen.push(...inTurn.map(({ head }) => head));
  };
  const addOthers = () => {
    addScans();
    if (chosen.length >= limit) return;
    // One request with events of each camera, which may hold all that wait.
    const events = [...inFlight, ...chosen].filter(({ kind }) => kind === "stream-events");
    const excludeCameraIds = [...restingCameraIds, ...events.map(({ cameraId }) => cameraId)];
    chosen.push(...waiting({ excludeCameraIds, limit: left() }));
  };
  /** A kind that waits sends one record at a time to see whether its route exists. */
  const addProbes = () => {
    const isDue = (kind: RecordKind) => !excludeKinds.includes(kind) && !inFlight.some((head) => head.kind === kind);
    for (const kind of waitingKinds.filter(isDue)) {
      if (chosen.length >= limit) return;
      chosen.push(...chooseProbe(outbox, pauses, kind, busyIds()));
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
function chooseProbe(outbox: Outbox, pauses: Pauses, kind: RecordKind, excludeIds: string[]): RecordHead[] {
  const select = (excludeCameraIds: string[], ids: string[]) =>
    outbox.nextRecords({
      excludeCameraIds,
      excludeKinds: KINDS.filter((other) => other !== kind),
      excludeIds: [...excludeIds, ...ids],
      limit: 1,
    });
  const { cameraIds, recordIds } = pauses.refusedOf(kind);
  const untried = [select(cameraIds, []), select([], recordIds)].find((heads) => heads.length > 0);
  if (untried !== undefined) return untried;
  return pauses.mayTryAgain(kind) ? select([], []) : [];
}

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

/** The outbox hands these out after all others of a camera. */
const SECONDARY: ReadonlySet<RecordKind> = new Set(["stream-events", "camera-drift"]);

type Choice = { limit: number; excludeIds: string[] };

/**
 * Chooses the records to try now beside those in flight: at most as many as the pauses allow, shared among the
 * cameras, scans of all cameras before events; only one in total while they allow only a probe.
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
  const placeOf = ({ kind, cameraId }: Pick<RecordHead, "kind" | "cameraId">) => `${kind} ${cameraId}`;
  /** Adds the next scan of each camera, in rounds: the camera with the fewest records on the way comes first. */
  const addScans = (scans: readonly RecordHead[]) => {
    const onTheWay = [...inFlight, ...chosen];
    const rounds = new Map<string, number>();
    const inRounds = scans.map((head) => {
      const round = rounds.get(head.cameraId) ?? onTheWay.filter(({ cameraId }) => cameraId === head.cameraId).length;
      rounds.set(head.cameraId, round + 1);
      return { head, round };
    });
    const inTurn = inRounds.toSorted((a, b) => a.round - b.round).slice(0, left());
    chosen.push(...inTurn.map(({ head }) => head));
  };
  /**
   * Adds, after all scans, one request with events of each camera, which may hold all that wait, and one drift. A later
   * drift of the camera must not overtake it.
   */
  const addSecondary = (heads: readonly RecordHead[]) => {
    const busyPlaces = new Set([
      ...restingCameraIds.map((cameraId) => placeOf({ kind: "stream-events", cameraId })),
      ...[...inFlight, ...chosen].map(placeOf),
    ]);
    for (const head of heads) {
      if (chosen.length >= limit) return;
      if (busyPlaces.has(placeOf(head))) continue;
      busyPlaces.add(placeOf(head));
      chosen.push(head);
    }
  };
  const addOthers = () => {
    const [perCamera, excludeIds] = [left(), busyIds()];
    if (perCamera <= 0) return;
    // Of a camera that has fewer scans than may be chosen, what follows them is among these.
    const query = { excludeCameraIds: [], excludeKinds: waitingKinds, excludeIds, perCamera, limit: Infinity };
    const heads = outbox.nextRecords(query);
    addScans(heads.filter(({ kind }) => !SECONDARY.has(kind)));
    addSecondary(heads.filter(({ kind }) => SECONDARY.has(kind)));
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

import type { RecordHead, RecordKind } from "../outbox/record.ts";

/** Refused records that are remembered; beyond that the oldest counts as one that was never refused. */
const MAX_REFUSED = 1_000;

type Refused = { kind: RecordKind; cameraId: string; deliveriesBefore: number; round: number };

/**
 * Keeps which records were answered 404 or 405, to distinguish a kind whose route is missing from one record whose
 * address the cloud, or a proxy before it, does not take: the record is at fault once another of its kind is delivered
 * between two of its refusals. One refusal alone proves nothing, as the route may have come into being since.
 */
export function createMissingRoutes() {
  const refused = new Map<string, Refused>();
  const deliveries = new Map<RecordKind, number>();
  /** Current round by kind; each record is probed once in a round. */
  const rounds = new Map<RecordKind, number>();
  const deliveriesOf = (kind: RecordKind) => deliveries.get(kind) ?? 0;
  const roundOf = (kind: RecordKind) => rounds.get(kind) ?? 0;
  return {
    /** Returns whether the record itself is at fault. */
    refuse({ id, kind, cameraId }: RecordHead): boolean {
      const before = refused.get(id);
      refused.delete(id);
      refused.set(id, { kind, cameraId, deliveriesBefore: deliveriesOf(kind), round: roundOf(kind) });
      const [oldest] = refused.keys();
      if (refused.size > MAX_REFUSED && oldest !== undefined) refused.delete(oldest);
      return before !== undefined && before.deliveriesBefore < deliveriesOf(kind);
    },
    /** Returns the records refused in this round, and their cameras. */
    refusedOf(kind: RecordKind): { recordIds: string[]; cameraIds: string[] } {
      const ofRound = [...refused].filter(([, record]) => record.kind === kind && record.round === roundOf(kind));
      return { recordIds: ofRound.map(([id]) => id), cameraIds: ofRound.map(([, { cameraId }]) => cameraId) };
    },
    beginRound: (kind: RecordKind) => void rounds.set(kind, roundOf(kind) + 1),
    noteDelivery({ id, kind }: RecordHead): void {
      refused.delete(id);
      deliveries.set(kind, deliveriesOf(kind) + 1);
    },
    forget: (recordId: string) => void refused.delete(recordId),
  };
}

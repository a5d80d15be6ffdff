import type { Frame } from "../cameras/frame.ts";
import type { LaneTime } from "./passages/lane-time.ts";
import type { StationPassages } from "./passages/station-passages.ts";
import type { ScanDecision, VisitState } from "./watch-visits.ts";

type Parts = { passages: Pick<StationPassages, "see">; laneTime: LaneTime; newId: () => string };
type Span = { id: string; fromMs: number; toMs: number; untilMs?: number | undefined };

/** Reports to the passages of the lane which loads come and leave, and of which load each scan is. */
export function createLoadReports({ passages, laneTime, newId }: Parts, watch: { visit: () => VisitState | null }) {
  /** The loads of the newest visits, by the number of the visit; the newest one may be in view. */
  const loads = new Map<number, Span>();
  let inView: Span | null = null;

  const end = (): void => {
    if (inView) passages.see({ ...inView, isVisit: true, isOver: true });
    inView = null;
  };

  return {
    /** Reports what is in view after a picture. */
    follow(frame: Frame): void {
      const visit = watch.visit();
      const known = visit && loads.get(visit.number);
      if (inView && inView !== known) end();
      if (!visit) return;
      const atMs = laneTime.of(frame);
      const load = known ?? { id: newId(), fromMs: atMs - (frame.monotonicMs - visit.fromMs), toMs: atMs };
      load.toMs = atMs - (frame.monotonicMs - visit.toMs);
      load.untilMs = load.toMs < atMs ? (load.untilMs ?? atMs) : undefined;
      loads.set(visit.number, load);
      loads.delete(visit.number - 2);
      inView = load;
      passages.see({ ...load, isVisit: true, isOver: false });
    },
    /** The camera has ended. */
    end,
    /** Returns the load that a scan is of: that of its visit, or one of its own. A request is made for a vehicle. */
    idOf({ picture, visit, reason }: ScanDecision<{ frame: Frame }>): string {
      const load = visit === undefined ? undefined : loads.get(visit);
      if (load) return load.id;
      const atMs = laneTime.of(picture.frame);
      const id = newId();
      passages.see({ id, fromMs: atMs, toMs: atMs, isVisit: reason === "requested", isOver: true });
      return id;
    },
  };
}

import type { CameraDrift, DriftSummary } from "@container-inspection/shared-schemas/camera-drift";
import type { LastCameraEvent } from "@container-inspection/shared-schemas/cameras";
import type { StreamEvent } from "@container-inspection/shared-schemas/tracking";

/** The last event of a batch by its time, the greater id where two are as late; undefined for an empty batch. */
export function lastEventOf(events: readonly StreamEvent[]): LastCameraEvent | undefined {
  const last = events.reduce<StreamEvent | undefined>(
    (latest, event) => (latest === undefined || isLater(event, latest) ? event : latest),
    undefined,
  );
  return (
    last && {
      timestamp: last.timestamp.toISOString(),
      trackingId: last.tracking_id,
      className: last.class_name,
      confidence: last.confidence,
      eventType: last.event_type,
      box: last.bbox,
    }
  );
}

function isLater(event: StreamEvent, other: StreamEvent): boolean {
  const aheadMs = event.timestamp.getTime() - other.timestamp.getTime();
  return aheadMs > 0 || (aheadMs === 0 && event.event_id > other.event_id);
}

/** A drift without its numbers; `since` is the first day of any of its measures. */
export function summariseDrift(measures: CameraDrift["measures"]): DriftSummary {
  const [since = ""] = measures.map((measure) => measure.since).toSorted();
  return { since, measures: measures.map(({ measure }) => measure) };
}

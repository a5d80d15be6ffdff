import type { StreamEvent, StreamEventBody } from "@container-inspection/shared-schemas/tracking";
import type { EventBatch } from "./event-store.ts";

/** An event as an agent sends it, with the fields of `over` replaced. */
export function eventBody(id: string, timeMs: number, over: Partial<StreamEventBody> = {}): StreamEventBody {
  return {
    event_id: id,
    tracking_id: 1,
    class_name: "container",
    confidence: 0.5,
    bbox: { x1: 10, y1: 20, x2: 30, y2: 40 },
    event_type: "update",
    timestamp: new Date(timeMs).toISOString(),
    ...over,
  };
}

/** The same event as the stores take it. */
export function storedEvent(
  id: string,
  timeMs: number,
  over: Partial<Omit<StreamEvent, "timestamp">> = {},
): StreamEvent {
  return { ...eventBody(id, timeMs, over), timestamp: new Date(timeMs) };
}

export function batchOf(events: StreamEvent[], over: Partial<EventBatch> = {}): EventBatch {
  return { deviceId: "box-1", cameraId: "gate-1", sessionId: "run-1", events, ...over };
}

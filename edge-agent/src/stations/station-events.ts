import type { Frame } from "../cameras/frame.ts";
import type { Clock } from "../base/clock.ts";
import type { TrackedFrame } from "../tracking/track.ts";
import type { CaptureStore, EventsCapture } from "./capture.ts";
import { createEventBatch } from "./event-batch.ts";
import { createTrackEvents } from "./track-events.ts";

const UPDATE_INTERVAL_MS = 500;

export type StationEventsParts = {
  store: Pick<CaptureStore, "commit">;
  newId: () => string;
  clock: Clock;
  /** Returns the facts that every capture of the station states. */
  facts: (capturedAtMs: number) => Omit<EventsCapture, "kind" | "payload">;
};

/** Turns tracks into events and commits them in batches. */
export function createStationEvents(parts: StationEventsParts) {
  const { clock, store, newId } = parts;
  const sessionId = newId();
  const trackEvents = createTrackEvents({ newId, updateIntervalMs: UPDATE_INTERVAL_MS });
  const batch = createEventBatch((events) =>
    store.commit({
      ...parts.facts(clock.nowMs()),
      kind: "stream-events",
      payload: { session_id: sessionId, events },
    }),
  );
  const flushDue = () => batch.flushDue(clock.monotonicMs());
  return {
    observe(tracked: TrackedFrame, frame: Frame): void {
      batch.add(trackEvents.observe(tracked, frame), clock.monotonicMs());
      flushDue();
    },
    flushDue,
    end(): void {
      batch.add(trackEvents.end(), clock.monotonicMs());
      batch.flush();
    },
  };
}

export type StationEvents = ReturnType<typeof createStationEvents>;

import type { BoundingBox, StreamEventBody } from "@container-inspection/shared-schemas/tracking";
import type { Box } from "../base/pictures/box.ts";
import type { Track, TrackedFrame } from "../tracking/track.ts";

type PictureSize = { widthPixels: number; heightPixels: number };
type EventSize = PictureSize & { fullScale: number };

/** A picture, and how many times wider the one is in whose pixels the events state their boxes. */
type ScaledPicture = PictureSize & { fullScale?: number | undefined };

/**
 * Turns the tracks of one tracker run into stream events: `enter` once a track is confirmed, `update` at most every
 * `updateIntervalMs` while it is seen, `leave` when it ended. `newId` makes the event ids.
 */
export function createTrackEvents({ newId, updateIntervalMs }: { newId: () => string; updateIntervalMs: number }) {
  /** The open tracks, and when each one's last event was, monotonic milliseconds. */
  const open = new Map<number, { track: Track; size: EventSize; lastEventMs: number }>();

  const event = (
    type: StreamEventBody["event_type"],
    track: Track,
    size: EventSize,
    atMs: number,
  ): StreamEventBody => ({
    event_id: newId(),
    tracking_id: track.trackingId,
    class_name: track.className,
    confidence: roundTo(track.confidence, 4),
    bbox: clampBox(track.box, size),
    event_type: type,
    timestamp: new Date(atMs).toISOString(),
  });

  return {
    observe({ tracks, ended, capturedAtMs, monotonicMs }: TrackedFrame, picture: ScaledPicture): StreamEventBody[] {
      const { widthPixels, heightPixels, fullScale = 1 } = picture;
      const size = { widthPixels, heightPixels, fullScale };
      const events: StreamEventBody[] = [];
      for (const track of ended) {
        if (open.delete(track.trackingId)) events.push(event("leave", track, size, track.lastSeenMs));
      }
      for (const track of tracks) {
        const known = open.get(track.trackingId);
        const isDue = !known || (track.state === "tracked" && monotonicMs - known.lastEventMs >= updateIntervalMs);
        if (isDue) events.push(event(known ? "update" : "enter", track, size, capturedAtMs));
        const lastEventMs = isDue ? monotonicMs : known.lastEventMs;
        open.set(track.trackingId, { track, size, lastEventMs });
      }
      return events;
    },

    /** The tracker run is over: every track that is still open leaves, at its last sight. */
    end(): StreamEventBody[] {
      const events = [...open.values()].map(({ track, size }) => event("leave", track, size, track.lastSeenMs));
      open.clear();
      return events;
    },
  };
}

/** A box in whole pixels inside the picture, never inside out. */
function clampBox({ x1, y1, x2, y2 }: Box, { widthPixels, heightPixels, fullScale }: EventSize): BoundingBox {
  const within = (value: number, most: number) =>
    Math.min(Math.round(most * fullScale), Math.max(0, Math.round(value * fullScale)));
  const [left, top] = [within(x1, widthPixels), within(y1, heightPixels)];
  return {
    x1: left,
    y1: top,
    x2: Math.max(left, within(x2, widthPixels)),
    y2: Math.max(top, within(y2, heightPixels)),
  };
}

export function roundTo(value: number, digits: number): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}

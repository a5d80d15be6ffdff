import type { Box } from "../base/pictures/box.ts";
import type { Detection } from "../inference/detections.ts";

/**
 * One thing followed over frames, as `tracking/` reports it. Ids count from 1 within one run of a camera's tracker.
 */
export type Track = {
  trackingId: number;
  /** The class most often seen over the track's life, weighted by confidence. */
  className: string;
  /** Confidence of the last detection assigned, 0..1. */
  confidence: number;
  /** Position in this frame, from its motion and from the detection assigned, picture pixels. */
  box: Box;
  /** The detection assigned in this frame; null while the track coasts unseen. */
  detection: Detection | null;
  /** "tracked" was seen in this frame, "lost" was not. */
  state: "tracked" | "lost";
  /** Wall-clock times of first and last sight, milliseconds since the Unix epoch. */
  firstSeenMs: number;
  lastSeenMs: number;
  /** Frames in which it was seen. */
  hitCount: number;
};

/** The tracks of one camera after one frame. */
export type TrackedFrame = {
  capturedAtMs: number;
  monotonicMs: number;
  /** Confirmed tracks, seen or lost, oldest first. */
  tracks: Track[];
  /** Tracks that ended with this frame: left the picture for longer than the buffer. */
  ended: Track[];
};

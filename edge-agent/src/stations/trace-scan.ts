import type { Clock } from "../base/clock.ts";
import type { Span, Traces } from "../base/traces/traces.ts";
import type { ScanPicture } from "./make-captures.ts";
import type { ScanDecision } from "./watch-visits.ts";

type TraceParts = { traces: Traces; stationId: string; deviceId: string; clock: Clock };

/** Begins the trace of a load with the frame that is its picture; side cameras and further models belong to it. */
export function beginTrace(
  { picture, reason }: ScanDecision<ScanPicture>,
  { traces, stationId, deviceId, clock }: TraceParts,
): Span {
  const { frame, detections, times } = picture;
  const { name, version } = detections.model;
  const attributes = {
    "device.id": deviceId,
    "camera.id": frame.cameraId,
    "station.id": stationId,
    "scan.reason": reason,
    "scan.detections": detections.items.length,
    "model.name": name,
    "model.version": version,
  };
  const span = traces.begin("scan", { fromMs: times?.capturedMs ?? times?.detectMs, attributes });
  if (!times) return span;
  const { capturedMs, detectMs, foundMs, trackedMs = foundMs } = times;
  if (capturedMs !== null) span.step("frame", capturedMs, detectMs);
  span.step("inference", detectMs, foundMs);
  if (times.trackedMs !== undefined) span.step("tracking", foundMs, trackedMs);
  span.step("decision", trackedMs, clock.monotonicMs());
  return span;
}

/** Ends a trace with its work; a failure is marked in it, and thrown. */
export async function within(span: Span, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    span.fail(error instanceof Error ? error.name : "failed");
    throw error;
  } finally {
    span.end();
  }
}

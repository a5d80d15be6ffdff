import type { Metrics } from "./create-metrics.ts";
import { sampleGauge } from "./sampled-gauge.ts";

/** State of the live event streams of this process. */
export type StreamState = { open: number; lagMs: number };

/** Adds the streams of live events. */
export function watchStreams({ registry }: Metrics, state: () => StreamState): void {
  sampleGauge(registry, "cloud_event_streams", "Streams of live events that are open", () => [{ value: state().open }]);
  sampleGauge(
    registry,
    "cloud_event_streams_lag_seconds",
    "Time since this process had delivered every recorded event; about 5 s when idle, more while events are held back or unreadable",
    () => [{ value: state().lagMs / 1000 }],
  );
}

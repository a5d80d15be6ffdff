import type { AiTask } from "@container-inspection/shared-schemas/ai-protocol";
import { Gauge, Histogram } from "prom-client";
import type { AiService } from "../ai/ai-service.ts";
import type { Metrics } from "./create-metrics.ts";

const BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Wraps an AI service: counts its connection and every request in the metrics. */
export function measureAi({ registry }: Metrics, ai: AiService): AiService {
  const registers = [registry];
  const inFlight = new Gauge({
    name: "cloud_ai_requests_in_flight",
    help: "Pictures that wait for an answer of the AI service, including queued ones",
    registers,
  });
  const durations = new Histogram({
    name: "cloud_ai_request_duration_seconds",
    help: "From a request to the AI service to its outcome: found, read, invalid-image or failed",
    labelNames: ["task", "outcome"],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  for (const which of ["configured", "connected"] as const) {
    const gauge: Gauge = new Gauge({
      name: `cloud_ai_${which}`,
      help: which === "configured" ? "AI services that AI_SERVICE_URL names" : "Those of them that are connected",
      registers: [],
      collect(): void {
        gauge.set(ai.services()[which]);
      },
    });
    registry.registerMetric(gauge);
  }
  const measure = async <Outcome extends { kind: string }>(task: AiTask, ask: () => Promise<Outcome>) => {
    const end = durations.startTimer({ task });
    inFlight.inc();
    const outcome = await ask();
    inFlight.dec();
    end({ outcome: outcome.kind });
    return outcome;
  };
  return {
    ...ai,
    detect: (request) => measure(request.task, () => ai.detect(request)),
    readNumber: (request) => measure(request.task, () => ai.readNumber(request)),
  };
}

import { setTimeout as delay } from "node:timers/promises";
import type { CameraHealth } from "./camera-health.ts";
import type { CameraTiming } from "./camera.ts";
import { maskUrl } from "./mask-url.ts";
import { restartDelayMs } from "./restart-delay.ts";
import type { ProcessEnd } from "./run-camera-process.ts";
import type { SourceFailure } from "./source-error.ts";

/**
 * Restarts a camera's process whenever it fails or stalls, with growing pauses in between.
 * Resolves when the source has come to its end or `signal` aborts and the process has ended.
 */
export async function keepRunning(parts: {
  runOnce: () => Promise<ProcessEnd>;
  health: CameraHealth;
  timing: CameraTiming;
  random: () => number;
  signal: AbortSignal;
}): Promise<void> {
  const { runOnce, health, timing, random, signal } = parts;
  for (let failures = 0; !signal.aborted;) {
    const end = await runOnce().catch(
      // The system had no memory or no process left to start one with: the next try may find some.
      (error: unknown): ProcessEnd => ({ kind: "failed", message: String(error), failure: "other" }),
    );
    if (health.processGone()) failures = 0;
    if (signal.aborted) break;
    if (end.kind === "ended") return health.stopped("end of file");
    failures += 1;
    const waitMs = restartDelayMs(failures, { minMs: timing.restartMinMs, maxMs: timing.restartMaxMs, random });
    const failure: SourceFailure =
      end.kind === "failed"
        ? { kind: end.failure, message: maskUrl(end.message) }
        : { kind: "timeout", message: `no picture captured for ${timing.stallAfterMs / 1000} s` };
    health.failed(failure, waitMs);
    await delay(waitMs, undefined, { signal }).catch(() => {});
  }
  return health.stopped("closed");
}

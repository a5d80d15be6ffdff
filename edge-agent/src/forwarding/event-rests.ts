import type { Clock } from "../base/clock.ts";

/**
 * Keeps the cameras whose events have just been sent, so that the next ones are gathered into one request: a quiet
 * camera makes few.
 */
export function createEventRests({ monotonicMs }: Pick<Clock, "monotonicMs">, restMs: number) {
  const endsMs = new Map<string, number>();
  return {
    begin: (cameraId: string): void => void endsMs.set(cameraId, monotonicMs() + restMs),
    cameraIds(): string[] {
      for (const [cameraId, endMs] of endsMs) if (endMs <= monotonicMs()) endsMs.delete(cameraId);
      return [...endsMs.keys()];
    },
    /** Returns the time in ms until the next rest ends; Infinity without one. */
    nextEndInMs: (): number => Math.max(0, Math.min(...endsMs.values()) - monotonicMs()),
    /** Ends all rests, such as before a stop. */
    clear: (): void => endsMs.clear(),
  };
}

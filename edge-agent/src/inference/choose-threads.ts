/** Number of pictures processed at once, and number of threads of ONNX Runtime for each. */
export type InferenceThreads = { workers: number; threadsPerWorker: number };

/**
 * The settings, or what uses all cores: one worker for each camera (or other asker), as long as there are cores for
 * them, which share the cores evenly. One thread each makes more pictures per second than several that wait for each
 * other; several make a single camera's picture faster.
 */
export function chooseInferenceThreads(
  settings: { workers: number | undefined; threadsPerWorker: number | undefined },
  { askers, cores }: { askers: number; cores: number },
): InferenceThreads {
  const workers = settings.workers ?? Math.max(1, Math.min(askers, cores));
  return { workers, threadsPerWorker: settings.threadsPerWorker ?? Math.max(1, Math.floor(cores / workers)) };
}

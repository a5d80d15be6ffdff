/** More than a lane takes while verdicts are awaited. */
const KEPT_SCANS = 200;

/** Remembers the loads of the newest scans, by the time of capture that these state: verdicts name scans by it. */
export function createScanMemory() {
  const loads = new Map<number, string>();
  return {
    note(loadId: string, capturedAtMs: number): void {
      loads.set(Math.trunc(capturedAtMs), loadId);
      const [oldest] = loads.keys();
      if (oldest !== undefined && loads.size > KEPT_SCANS) loads.delete(oldest);
    },
    loadOf: (capturedAtMs: number) => loads.get(Math.trunc(capturedAtMs)),
  };
}

import type { AgentConfig } from "../../config/config.ts";

/** A station as far as its last scan is concerned. */
type Scanning = { id: string; status: () => { lastScan: { capturedAtMs: number } | null } };

/** Returns a function from a lane to the time when its stations took their last scan; null before the first. */
export function lastScanOf(
  { stations: configured }: Pick<AgentConfig, "stations">,
  stations: readonly Scanning[],
): (lane: string) => number | null {
  return (lane) => {
    const ids = new Set(configured.flatMap(({ id, lane: of }) => (of === lane ? [id] : [])));
    const times = stations.flatMap(({ id, status }) => (ids.has(id) ? (status().lastScan?.capturedAtMs ?? []) : []));
    return times.length === 0 ? null : Math.max(...times);
  };
}

import type { HeartbeatRequest } from "@container-inspection/shared-schemas/heartbeats";
import type { WantedRelease } from "@container-inspection/shared-schemas/releases";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { keepComparison } from "./comparison-store.ts";
import { presentComparison } from "./comparisons.ts";
import { presentWanted } from "./present-release.ts";
import { chooseRollOuts, chooseShadows } from "./roll-out-rules.ts";
import { findOpenRollOuts, findSitesOf } from "./roll-out-store.ts";

/**
 * Returns the releases that a device must run, and those that it must compare with them, according to all roll-outs;
 * stores the comparison results in its heartbeat.
 */
export async function followHeartbeat(
  tx: DatabaseOrTransaction,
  deviceId: string,
  { cameras = [], releases = [], shadows = [] }: Pick<HeartbeatRequest, "cameras" | "releases" | "shadows">,
  now: Date,
): Promise<{ releases: WantedRelease[]; shadows: WantedRelease[] }> {
  const rows = await findOpenRollOuts(tx);
  if (rows.length === 0) return { releases: [], shadows: [] };
  const cameraIds = cameras.map(({ camera_id: cameraId }) => cameraId);
  const sites = rows.some(({ rollOut }) => rollOut.siteIds.length > 0) ? await findSitesOf(tx, cameraIds) : new Map();
  const running = releases.flatMap(({ release_id: id, state }) => (state === "running" ? [id] : []));
  const device = { id: deviceId, siteIds: new Set<string>(sites.values()), runningIds: new Set(running) };
  const compared = chooseShadows(rows, device);
  for (const { rollOut } of compared) {
    const sent = shadows.find(({ release_id: releaseId }) => releaseId === rollOut.releaseId)?.comparison;
    if (sent) await keepComparison(tx, { rollOutId: rollOut.id, deviceId, comparison: presentComparison(sent, now) });
  }
  return {
    releases: chooseRollOuts(rows, device).map(({ release }) => presentWanted(release)),
    shadows: compared.map(({ release }) => presentWanted(release)),
  };
}

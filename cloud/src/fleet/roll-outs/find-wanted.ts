import type { HeartbeatRequest, WantedRelease } from "@container-inspection/shared-schemas";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { presentWanted } from "./present-release.ts";
import { chooseRollOuts } from "./roll-out-rules.ts";
import { findOpenRollOuts, findSitesOf } from "./roll-out-store.ts";

/** What a device that sent a heartbeat is to run, by all roll-outs. */
export async function findWanted(
  tx: DatabaseOrTransaction,
  deviceId: string,
  { cameras = [], releases = [] }: Pick<HeartbeatRequest, "cameras" | "releases">,
): Promise<WantedRelease[]> {
  const rows = await findOpenRollOuts(tx);
  if (rows.length === 0) return [];
  const cameraIds = cameras.map(({ camera_id: cameraId }) => cameraId);
  const sites = rows.some(({ rollOut }) => rollOut.siteIds.length > 0) ? await findSitesOf(tx, cameraIds) : new Map();
  const running = releases.flatMap(({ release_id: id, state }) => (state === "running" ? [id] : []));
  const device = { id: deviceId, siteIds: new Set<string>(sites.values()), runningIds: new Set(running) };
  return chooseRollOuts(rows, device).map(({ release }) => presentWanted(release));
}

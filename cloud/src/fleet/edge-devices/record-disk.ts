import type { HeartbeatRequest } from "@container-inspection/shared-schemas/heartbeats";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Needs } from "../parts.ts";
import { isSpaceLow, scarcestSpace } from "./disk-rules.ts";
import { followState } from "./follow-state.ts";
import type { HeardDevice } from "./heartbeat-store.ts";

type Parts = Needs<"settings" | "jobs" | "logger" | "nowMs" | "newId">;

/** Compares the free space of a heartbeat with the limit. A heartbeat that reports no space changes nothing. */
export async function recordDisk(
  parts: Parts,
  tx: DatabaseOrTransaction,
  device: HeardDevice,
  heartbeat: HeartbeatRequest,
): Promise<void> {
  const space = scarcestSpace(heartbeat);
  if (!space) return;
  const { id, name, diskLowSince } = device;
  const percent = Math.floor((100 * space.freeBytes) / space.totalBytes);
  const isLow = isSpaceLow(space, { wasLow: diskLowSince !== null, percent: parts.settings.edgeDiskLowPercent });
  await followState(parts, tx, device, {
    column: "diskLowSince",
    isOn: isLow,
    name: "diskLow",
    details: space,
    action: isLow ? "edge-device.run-low-on-disk" : "edge-device.free-disk",
    event: { kind: isLow ? "device.disk-low" : "device.disk-freed", deviceId: id, name, ...space },
    logged: isLow ? "an edge device has little free space" : "an edge device has enough free space again",
    notice: {
      kind: "disk-low",
      title: `${name} has little free space`,
      body: `${percent} % of its ${space.place} is free. Without space, scans may be reduced or lost.`,
      data: { edgeDeviceId: id, place: space.place },
      collapseKey: `disk-low-${id}`,
    },
  });
}

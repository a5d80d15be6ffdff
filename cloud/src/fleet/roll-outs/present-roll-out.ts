import type { RollOut, RollOutDetail, RollOutDevice } from "@container-inspection/shared-schemas";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { presentRelease } from "./present-release.ts";
import { chooseRollOuts, isInGroup } from "./roll-out-rules.ts";
import {
  findOpenRollOuts,
  findSitesOf,
  findUsableDevices,
  type PlacedRollOut,
  type RollOutRow,
} from "./roll-out-store.ts";

/** A roll-out as lists show it. */
export function presentRollOut(placed: PlacedRollOut): RollOut {
  const { id, siteIds, deviceIds, canaryIds, stage, state, note, createdAt, updatedAt } = placed.rollOut;
  return {
    id,
    release: presentRelease(placed),
    group: { siteIds, deviceIds },
    canaryIds,
    stage,
    state,
    note,
    createdBy: placed.createdBy,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** What the audit log keeps of a roll-out. */
export const snapshotRollOut = ({ releaseId, siteIds, deviceIds, canaryIds, stage, state, note }: RollOutRow) => ({
  releaseId,
  siteIds,
  deviceIds,
  canaryIds,
  stage,
  state,
  note,
});

/** A roll-out with the devices of its group, by their newest heartbeats. */
export async function presentRollOutDetail(db: DatabaseOrTransaction, placed: PlacedRollOut): Promise<RollOutDetail> {
  const { rollOut, release } = placed;
  const devices = await findUsableDevices(db);
  const camerasOf = (device: (typeof devices)[number]) =>
    device.heartbeat?.cameras.map(({ cameraId }) => cameraId) ?? [];
  const sites = await findSitesOf(db, devices.flatMap(camerasOf));
  const open = await findOpenRollOuts(db);
  const shown = devices.flatMap((device): RollOutDevice[] => {
    const siteIds = new Set(camerasOf(device).flatMap((cameraId) => sites.get(cameraId) ?? []));
    if (!isInGroup(rollOut, { id: device.id, siteIds })) return [];
    const reports = device.heartbeat?.releases ?? [];
    const runningIds = new Set(reports.flatMap(({ releaseId, state }) => (state === "running" ? [releaseId] : [])));
    const wanted = chooseRollOuts(open, { id: device.id, siteIds, runningIds });
    const report = reports.find(({ releaseId }) => releaseId === release.id);
    const isOfSubject = ({ kind, name }: { kind: string; name: string }) =>
      kind === release.kind && name === release.name;
    const running = reports.find((each) => each.state === "running" && isOfSubject(each));
    return [
      {
        deviceId: device.id,
        name: device.name,
        isCanary: rollOut.canaryIds.includes(device.id),
        isWanted: wanted.some((each) => each.rollOut.id === rollOut.id),
        state: report?.state ?? null,
        reason: report?.reason ?? null,
        downloadedBytes: report?.downloadedBytes ?? null,
        runningVersion: running?.version ?? null,
        lastHeartbeatAt: device.heartbeatAt?.toISOString() ?? null,
      },
    ];
  });
  return { ...presentRollOut(placed), devices: shown };
}

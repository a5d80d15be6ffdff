import type { RollOut, RollOutDetail, RollOutDevice } from "@container-inspection/shared-schemas/releases";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { findComparisons } from "./comparison-store.ts";
import { sumComparisons } from "./comparisons.ts";
import { presentRelease } from "./present-release.ts";
import { chooseRollOuts, chooseShadows, isInGroup } from "./roll-out-rules.ts";
import {
  findOpenRollOuts,
  findSitesOf,
  findUsableDevices,
  type PlacedRollOut,
  type RollOutRow,
} from "./roll-out-store.ts";

/** Error for a roll-out of settings in the comparison stage. */
export const ONLY_MODELS = { path: "stage", message: "must be canary or all: only models can be compared" };

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

/** Returns the fields of a roll-out that the audit log stores. */
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
  const { rollOut } = placed;
  const devices = await findUsableDevices(db);
  const camerasOf = (device: Device) => device.heartbeat?.cameras.map(({ cameraId }) => cameraId) ?? [];
  const sites = await findSitesOf(db, devices.flatMap(camerasOf));
  const open = await findOpenRollOuts(db);
  const comparisons = await findComparisons(db, rollOut.id);
  const shown = devices.flatMap((device): RollOutDevice[] => {
    const siteIds = new Set(camerasOf(device).flatMap((cameraId) => sites.get(cameraId) ?? []));
    if (!isInGroup(rollOut, { id: device.id, siteIds })) return [];
    const runningIds = new Set(
      reportsOf(device).flatMap(({ releaseId, state }) => (state === "running" ? releaseId : [])),
    );
    const covered = { id: device.id, siteIds, runningIds };
    const wanted = [...chooseRollOuts(open, covered), ...chooseShadows(open, covered)];
    const isWanted = wanted.some((each) => each.rollOut.id === rollOut.id);
    return [{ ...presentDevice(device, placed), isWanted, comparison: comparisons.get(device.id) ?? null }];
  });
  const comparison = sumComparisons(shown.flatMap((device) => device.comparison ?? []));
  return { ...presentRollOut(placed), devices: shown, comparison };
}

type Device = Awaited<ReturnType<typeof findUsableDevices>>[number];

const reportsOf = ({ heartbeat }: Device) => heartbeat?.releases ?? [];

/** Returns the progress of a device with a release, according to its newest heartbeat. */
function presentDevice(device: Device, { rollOut, release }: PlacedRollOut) {
  const reports = reportsOf(device);
  const report = [...reports, ...(device.heartbeat?.shadows ?? [])].find(({ releaseId }) => releaseId === release.id);
  const isOfSubject = ({ kind, name }: { kind: string; name: string }) =>
    kind === release.kind && name === release.name;
  const running = reports.find((each) => each.state === "running" && isOfSubject(each));
  return {
    deviceId: device.id,
    name: device.name,
    isCanary: rollOut.canaryIds.includes(device.id),
    state: report?.state ?? null,
    reason: report?.reason ?? null,
    downloadedBytes: report?.downloadedBytes ?? null,
    runningVersion: running?.version ?? null,
    lastHeartbeatAt: device.heartbeatAt?.toISOString() ?? null,
  };
}

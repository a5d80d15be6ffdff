import type { EdgeDevice, EdgeDeviceDetail } from "@container-inspection/shared-schemas/edge-devices";
import { MAX_SHOWN_BREAKS } from "@container-inspection/shared-schemas/provenance";
import type { SigningKey } from "@container-inspection/shared-schemas/signing-keys";
import { findBreaks } from "../../inspection/provenance/break-store.ts";
import { findSigningKeys, type SigningKeyRow } from "../../inspection/provenance/signing-key-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { findConfigurationHead } from "../configurations/configuration-store.ts";
import { findFaults } from "./camera-fault-store.ts";
import { edgeDeviceStateOf } from "./edge-device-rules.ts";
import type { EdgeDeviceRow } from "../register/edge-device-store.ts";
import { findUsableKeys } from "./edge-key-store.ts";
import { findOpenJoinCode } from "./join-code-store.ts";
import { countFaults } from "./present-heartbeat.ts";

const timeOf = (date: Date | null | undefined) => date?.toISOString() ?? null;

/** A device as lists show it. */
export function presentEdgeDevice(row: EdgeDeviceRow): EdgeDevice {
  const { id, name, note, source, reportedId, agentVersion, clockSkewMs } = row;
  return {
    id,
    name,
    note,
    source,
    state: edgeDeviceStateOf(row),
    reportedId,
    agentVersion,
    lastSeenAt: timeOf(row.lastSeenAt),
    silentSince: timeOf(row.silentSince),
    lastHeartbeatAt: timeOf(row.heartbeatAt),
    clockSkewMs,
    queue: row.heartbeat?.queue ?? null,
    faults: row.heartbeat && countFaults(row.heartbeat),
    revokedAt: timeOf(row.revokedAt),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** A device with its keys, its open code and its newest heartbeat. */
export async function presentEdgeDeviceDetail(
  db: DatabaseOrTransaction,
  row: EdgeDeviceRow,
  now: Date,
): Promise<EdgeDeviceDetail> {
  const keys = await findUsableKeys(db, row.id, now);
  const code = await findOpenJoinCode(db, row.id, now);
  const faults = await findFaults(db, row.id);
  const signers = await findSigningKeys(db, row.id);
  const configuration = await findConfigurationHead(db, row.id);
  return {
    ...presentEdgeDevice(row),
    keys: keys.map(({ hint, createdAt, endsAt, lastUsedAt }) => ({
      hint,
      createdAt: createdAt.toISOString(),
      endsAt: timeOf(endsAt),
      lastUsedAt: timeOf(lastUsedAt),
    })),
    joinCodeExpiresAt: timeOf(code?.expiresAt),
    heartbeat: row.heartbeat,
    faultyCameras: faults.flatMap(({ cameraId, fault, reason, since, reportedAt }) =>
      reportedAt ? [{ cameraId, fault, reason, since: since.toISOString() }] : [],
    ),
    configurationAt: timeOf(configuration?.reportedAt),
    signingKeys: signers.map(presentSigningKey),
    chainBreaks: await findBreaks(db, row.id, MAX_SHOWN_BREAKS),
  };
}

/** A signing key as replies show it. */
function presentSigningKey({ fingerprint, publicKey, registeredAt, replacedAt }: SigningKeyRow): SigningKey {
  return { fingerprint, publicKey, registeredAt: registeredAt.toISOString(), replacedAt: timeOf(replacedAt) };
}

/** Returns the fields of a device that the audit log stores. */
export function snapshotEdgeDevice({ name, note, source, revokedAt }: EdgeDeviceRow) {
  return { name, note, source, revokedAt: timeOf(revokedAt) };
}

/**
 * The part of a device that its ETag covers: values written by admins. The device's own reports change with every
 * heartbeat, so every If-Match would fail.
 */
export function writtenPart(row: EdgeDeviceRow) {
  return { id: row.id, ...snapshotEdgeDevice(row), updatedAt: row.updatedAt.toISOString() };
}

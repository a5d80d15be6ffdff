import type { ChainedRecordKind } from "@container-inspection/shared-schemas/provenance";
import { judgeSignature } from "../inspection/provenance/judge-signature.ts";
import type { JudgedSender } from "../inspection/provenance/record-link.ts";
import { findSender } from "../inspection/provenance/signing-key-store.ts";
import { orderTime } from "../inspection/record/order-scans.ts";
import type { DatabaseOrTransaction } from "../platform/db/database.ts";
import type { EdgeCaller } from "../platform/http/context.ts";
import { chainTextOf } from "./check-record-chain.ts";
import type { EdgeRecord } from "./read-record.ts";

/** A record as it was sent: its kind, its sender, and the number as text of the path. */
export type Sending = { kind: ChainedRecordKind; caller: EdgeCaller; numberAsSent: string };

/** Judges which device sent a record, and the place of the record on the chain of its camera. */
export async function judgeSender(tx: DatabaseOrTransaction, record: EdgeRecord, sent: Sending): Promise<JudgedSender> {
  const { device_id: deviceId, camera_id: cameraId = "", sequence = 0 } = record.body;
  if (deviceId === undefined) return {};
  const keyDeviceId = sent.caller.device?.id ?? null;
  const sender = await findSender(tx, { callerId: keyDeviceId, reportedId: deviceId });
  const { edgeDeviceId, isForeign, isNewName } = sender;
  const place = { edgeDeviceId, keyDeviceId, deviceId, cameraId, kind: sent.kind, sequence };
  const link = linkOf(record, sent, sender.keys);
  const now = new Date(record.nowMs);
  return {
    ...(link && { link: { ...place, ...link, isForeign } }),
    ...(!link && isForeign && { foreign: place }),
    ...(isNewName &&
      keyDeviceId !== null && { claim: { kind: "device", names: [deviceId], edgeDeviceId: keyDeviceId, now } }),
  };
}

/** The place in its chain that a record states; undefined for one without a chain. */
function linkOf(
  { body, pictures, nowMs }: EdgeRecord,
  { numberAsSent }: Sending,
  keys: Parameters<typeof judgeSignature>[1],
) {
  const { record_sha256: recordSha256, record_signature: signature } = body;
  const chainText = chainTextOf(body, numberAsSent, pictures.originalSha256);
  if (recordSha256 === undefined || chainText === undefined) return undefined;
  const receivedAt = new Date(nowMs);
  const { orderedAt: takenAt } = orderTime(body.timestamp?.date ?? receivedAt, receivedAt);
  return {
    recordSha256,
    previousSha256: body.previous_sha256 ?? null,
    chainText,
    signature: signature ?? null,
    ...judgeSignature({ recordSha256, signature, capturedAt: takenAt }, keys),
    receivedAt,
    takenAt,
  };
}

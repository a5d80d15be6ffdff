import type { ChainedRecordKind } from "@container-inspection/shared-schemas";
import type { NewLink } from "../inspection/provenance/link-store.ts";
import { judgeSignature } from "../inspection/provenance/judge-signature.ts";
import { findSender } from "../inspection/provenance/signing-key-store.ts";
import { orderTime } from "../inspection/visits/order-scans.ts";
import type { Database } from "../platform/db/database.ts";
import type { EdgeCaller } from "../platform/http/context.ts";
import { chainTextOf } from "./check-record-chain.ts";
import type { EdgeRecord } from "./read-record.ts";

type Sent = { kind: ChainedRecordKind; caller: EdgeCaller; numberAsSent: string };

/** The place of a record on the chain of its camera, with its signature judged; undefined for one without a chain. */
export async function judgeLink(
  db: Database,
  { body, pictures, nowMs }: EdgeRecord,
  { kind, caller, numberAsSent }: Sent,
): Promise<Omit<NewLink, "recordId"> | undefined> {
  const { record_sha256: recordSha256, device_id: deviceId, camera_id: cameraId, sequence } = body;
  const chainText = chainTextOf(body, numberAsSent, pictures.originalSha256);
  if (recordSha256 === undefined || deviceId === undefined || cameraId === undefined) return undefined;
  if (sequence === undefined || chainText === undefined) return undefined;
  const sender = await findSender(db, { callerId: caller.device?.id ?? null, reportedId: deviceId });
  const receivedAt = new Date(nowMs);
  const { orderedAt: capturedAt } = orderTime(body.timestamp?.date ?? receivedAt, receivedAt);
  const signature = body.record_signature;
  return {
    kind,
    deviceId,
    cameraId,
    sequence,
    recordSha256,
    previousSha256: body.previous_sha256 ?? null,
    chainText,
    signature: signature ?? null,
    ...judgeSignature({ recordSha256, signature, capturedAt }, sender.keys),
    edgeDeviceId: sender.edgeDeviceId,
    receivedAt,
  };
}

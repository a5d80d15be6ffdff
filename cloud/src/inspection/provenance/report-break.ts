import type { ChainBreak } from "@container-inspection/shared-schemas/provenance";
import { auditOfService } from "../../journal/audit/create-audit.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import { notifySupervisors } from "../../notices/push/notify-supervisors.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Needs } from "../parts.ts";
import { type BreakRow, type BrokenRecord, closeBreak, insertBreak } from "./break-store.ts";

export type BreakParts = Needs<"jobs" | "logger" | "nowMs" | "newId">;

/**
 * Explanations of a break for the phones of supervisors; null for a restart, which is not sent to phones.
 */
const meanings: Record<ChainBreak["problem"], string | null> = {
  gap: "A record before it is missing.",
  fork: "Two records follow the same one: the data of a device may have been copied.",
  replay: "A record was delivered a second time as a new one.",
  restart: null,
  "missing-signature": "Its device has a signing key, and the record is not signed.",
  "invalid-signature": "The signature is of no key that was registered for the device.",
  "foreign-device": "It names itself as another device does, which has a key of its own.",
};

/**
 * Notes a break once, and reports it: in the log and the audit log, to dashboards, webhooks and supervisors' phones.
 */
export async function reportBreak(
  parts: BreakParts,
  tx: DatabaseOrTransaction,
  record: BrokenRecord,
  problem: ChainBreak["problem"],
): Promise<void> {
  const detectedAt = new Date(parts.nowMs());
  const row = await insertBreak(tx, record, { id: parts.newId(), problem, detectedAt });
  if (!row) return;
  const { deviceId, cameraId, kind, sequence, recordId, edgeDeviceId } = record;
  const after = { problem, deviceId, kind, sequence, recordId };
  await auditOfService(parts)(tx, { action: "chain.break", subject: subjectOf(row), before: null, after });
  await recordEvent(tx, { kind: "chain.broken", deviceId: edgeDeviceId, cameraId, problem, recordId }, parts.nowMs());
  parts.logger.warn({ ...after, cameraId }, "the records of a camera are not an unbroken, signed chain");
  const meaning = meanings[problem];
  if (meaning === null) return;
  await notifySupervisors(tx, parts.jobs, {
    kind: "chain-broken",
    title: `Records of camera ${cameraId}: ${problem.replace("-", " ")}`,
    body: `${deviceId}, ${kind} record ${sequence}. ${meaning}`,
    data: { cameraId, recordId, ...(edgeDeviceId === null ? {} : { edgeDeviceId }) },
    collapseKey: `chain-${problem}-${encodeURIComponent(cameraId).slice(0, 30)}`,
    exceptUserId: null,
  });
}

/** Closes a break whose missing record arrived, or whose device signs again; reports it as above, but to no phone. */
export async function reportRestored(parts: BreakParts, tx: DatabaseOrTransaction, row: BreakRow): Promise<void> {
  const closedAt = new Date(parts.nowMs());
  if (!(await closeBreak(tx, row.id, closedAt))) return;
  const { edgeDeviceId, deviceId, cameraId, problem, recordId } = row;
  const [before, after] = [{ closedAt: null }, { closedAt: closedAt.toISOString(), problem, deviceId, recordId }];
  await auditOfService(parts)(tx, { action: "chain.restore", subject: subjectOf(row), before, after });
  await recordEvent(tx, { kind: "chain.restored", deviceId: edgeDeviceId, cameraId, problem, recordId }, parts.nowMs());
  parts.logger.info({ problem, deviceId, cameraId, recordId }, "a break in the chain of a camera's records is closed");
}

const subjectOf = ({ cameraId }: BreakRow) => ({ type: "camera", id: cameraId });

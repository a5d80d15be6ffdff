import { auditOfService } from "../../journal/audit/create-audit.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import type { Needs } from "../parts.ts";
import { endSilence, setLastSeen } from "./silence-store.ts";

/**
 * Notes that a device was heard. Of those that notice at once that a silent device is back, one logs it and tells dashboards.
 */
export async function noteSeen(
  { db, newId, nowMs, logger }: Needs<"db" | "newId" | "nowMs" | "logger">,
  { id, name, silentSince }: { id: string; name: string; silentSince: Date | null },
  now: Date,
): Promise<void> {
  if (silentSince === null) return setLastSeen(db, id, now);
  const audit = auditOfService({ newId, nowMs });
  await db.transaction(async (tx) => {
    if (!(await endSilence(tx, id, now))) return;
    const before = { state: "silent", silentSince: silentSince.toISOString() };
    const after = { state: "active", silentSince: null };
    await audit(tx, { action: "edge-device.return", subject: { type: "edge-device", id }, before, after });
    await recordEvent(tx, { kind: "device.back", deviceId: id, name }, now.getTime());
    logger.info({ edgeDeviceId: id, name, silentSince }, "a silent edge device is heard again");
  });
}

import { auditOfService } from "../../journal/audit/create-audit.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Needs } from "../parts.ts";
import { endSilence, setLastSeen } from "./silence-store.ts";

/**
 * Records that a device sent a request. Of several requests that end its silence at once, one logs it and informs
 * dashboards.
 */
export async function recordSeen(
  parts: Needs<"newId" | "nowMs" | "logger">,
  db: DatabaseOrTransaction,
  { id, name, silentSince }: { id: string; name: string; silentSince: Date | null },
  now: Date,
): Promise<void> {
  if (silentSince === null) return setLastSeen(db, id, now);
  const audit = auditOfService(parts);
  await db.transaction(async (tx) => {
    if (!(await endSilence(tx, id, now))) return;
    const before = { state: "silent", silentSince: silentSince.toISOString() };
    const after = { state: "active", silentSince: null };
    await audit(tx, { action: "edge-device.return", subject: { type: "edge-device", id }, before, after });
    await recordEvent(tx, { kind: "device.back", deviceId: id, name }, now.getTime());
    parts.logger.info({ edgeDeviceId: id, name, silentSince }, "a silent edge device sends requests again");
  });
}

import { auditOfService } from "../../journal/audit/create-audit.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import type { NewLiveEvent } from "../../journal/events/new-live-event.ts";
import { notifySupervisors, type SupervisorNotice } from "../../notices/push/notify-supervisors.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Needs } from "../parts.ts";
import { type HeardDevice, setStateSince, type StateColumn } from "./heartbeat-store.ts";

/** A bad state of a device that its heartbeats show. */
type DeviceState = {
  column: StateColumn;
  /** True while it lasts, by the newest heartbeat. */
  isOn: boolean;
  /** Name of the state in the audit log. */
  name: string;
  details: Record<string, unknown>;
  action: string;
  event: NewLiveEvent;
  logged: string;
  notice: Omit<SupervisorNotice, "exceptUserId">;
};

/**
 * Reports the beginning and the end of a state once each, in the transaction of a heartbeat, after the device's row is
 * locked: in the log and the audit log, to dashboards and webhooks; the beginning also to supervisors' phones.
 */
export async function followState(
  parts: Needs<"jobs" | "logger" | "nowMs" | "newId">,
  tx: DatabaseOrTransaction,
  device: HeardDevice,
  { column, isOn, name, details, action, event, logged, notice }: DeviceState,
): Promise<void> {
  const { id } = device;
  const wasOn = device[column] !== null;
  if (isOn === wasOn) return;
  const now = new Date(parts.nowMs());
  await setStateSince(tx, id, column, isOn ? now : null);
  const [before, after] = [{ [name]: wasOn }, { [name]: isOn, ...details }];
  await auditOfService(parts)(tx, { action, subject: { type: "edge-device", id }, before, after });
  await recordEvent(tx, event, now.getTime());
  parts.logger[isOn ? "warn" : "info"]({ edgeDeviceId: id, name: device.name, ...details }, logged);
  if (isOn) await notifySupervisors(tx, parts.jobs, { ...notice, exceptUserId: null });
}

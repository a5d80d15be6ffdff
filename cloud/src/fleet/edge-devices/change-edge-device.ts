import { auditOf } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { etagOf, ifMatchHolds } from "../../platform/http/etag.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { type EdgeDeviceRow, lockEdgeDevice } from "../register/edge-device-store.ts";
import { refuseUnknownDevice } from "../register/refuse-unknown-device.ts";
import { presentEdgeDeviceDetail, writtenPart } from "./present-edge-device.ts";

/** A device that is locked until the transaction ends, with what its change needs. */
type OpenedDevice = {
  tx: DatabaseOrTransaction;
  device: EdgeDeviceRow;
  now: Date;
  /** Writes a change of the device into the audit log. */
  audit: (action: string, change: Record<"before" | "after", Record<string, unknown> | null>) => Promise<void>;
};

/**
 * Changes a device, revoked or not, in one transaction. Refuses, before anything else, an unknown id (404) and an
 * If-Match that does not hold (412).
 */
export async function changeEdgeDevice<Reply extends Response>(
  c: AppContext,
  parts: Needs<"db" | "nowMs" | "newId">,
  id: string,
  change: (opened: OpenedDevice) => Promise<Reply>,
) {
  const now = new Date(parts.nowMs());
  const audit = auditOf(c, parts);
  return parts.db.transaction(async (tx) => {
    const device = await lockEdgeDevice(tx, id);
    if (!device) return refuseUnknownDevice(c);
    if (!ifMatchHolds(c, writtenPart(device)))
      return fail(c, "PRECONDITION_FAILED", "The device has changed since it was read. Read it again.");
    const subject = { type: "edge-device", id };
    return change({ tx, device, now, audit: (action, written) => audit(tx, { action, subject, ...written }) });
  });
}

/**
 * Changes a device that is not revoked, in one transaction. Refuses as `changeEdgeDevice` does, then a revoked device
 * (409).
 */
export async function changeUsableDevice<Reply extends Response>(
  c: AppContext,
  parts: Needs<"db" | "nowMs" | "newId">,
  id: string,
  change: (opened: OpenedDevice) => Promise<Reply>,
) {
  return changeEdgeDevice(c, parts, id, async (opened) =>
    opened.device.revokedAt
      ? fail(c, "EDGE_DEVICE_REVOKED", "This device was revoked and cannot be used again. Create a new device.")
      : change(opened),
  );
}

/** Answers a device with its ETag, which covers what admins write. */
export async function answerEdgeDevice(c: AppContext, db: DatabaseOrTransaction, device: EdgeDeviceRow, now: Date) {
  c.header("ETag", etagOf(writtenPart(device)));
  return ok(c, await presentEdgeDeviceDetail(db, device, now));
}

import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { etagOf, ifMatchHolds } from "../../platform/http/etag.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import { type EdgeDeviceRow, lockEdgeDevice } from "./edge-device-store.ts";
import { presentEdgeDeviceDetail, writtenPart } from "./present-edge-device.ts";

/** Locks a device for a change that the caller may make, or says why not: 404, 412. */
export async function openForChange(c: AppContext, tx: DatabaseOrTransaction, id: string) {
  const device = await lockEdgeDevice(tx, id);
  if (!device) return { refusal: refuseUnknown(c) };
  if (ifMatchHolds(c, writtenPart(device))) return { device };
  return { refusal: fail(c, "PRECONDITION_FAILED", "The device has changed since it was read. Read it again.") };
}

export const refuseUnknown = (c: AppContext) =>
  fail(c, "EDGE_DEVICE_NOT_FOUND", "There is no edge device with this id.");

export const refuseRevoked = (c: AppContext) =>
  fail(c, "EDGE_DEVICE_REVOKED", "This device was revoked for good. Make another one for the box.");

/** Answers a device with its ETag, which covers what admins write. */
export async function answerEdgeDevice(c: AppContext, db: DatabaseOrTransaction, device: EdgeDeviceRow, now: Date) {
  c.header("ETag", etagOf(writtenPart(device)));
  return ok(c, await presentEdgeDeviceDetail(db, device, now));
}

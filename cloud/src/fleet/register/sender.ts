import type { Database } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { findSharedKeyDevice } from "./edge-device-store.ts";

/** The device that sent a request: by its key, or by the `device_id` that it sends with the shared key. */
export async function findSenderId(
  c: AppContext,
  db: Database,
  reportedId: string | undefined,
): Promise<string | undefined> {
  const signer = c.get("edgeCaller").device;
  if (signer) return signer.id;
  return reportedId === undefined ? undefined : findSharedKeyDevice(db, reportedId);
}

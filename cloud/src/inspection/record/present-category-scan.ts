import type { CategoryScan } from "@container-inspection/shared-schemas/scans";
import type { scans } from "../../platform/db/tables.ts";

/** The columns of a category scan that its container shows. */
type ShownColumns = Pick<
  typeof scans.$inferSelect,
  "id" | "timestamp" | "receivedAt" | "clockSuspect" | "detections" | "summary" | "cameraId" | "deviceId" | "userEmail"
>;

/** A category scan as its container shows it. */
export function presentCategoryScan(row: ShownColumns): CategoryScan {
  const { id: scanId, timestamp, receivedAt, clockSuspect, detections, summary, cameraId, deviceId, userEmail } = row;
  const times = { timestamp: timestamp.toISOString(), receivedAt: receivedAt.toISOString() };
  return { scanId, ...times, clockSuspect, detections, summary, cameraId, deviceId, userEmail };
}

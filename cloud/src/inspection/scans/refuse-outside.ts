import type { Polygon } from "@container-inspection/shared-schemas/scans";
import type { AppContext } from "../../platform/http/context.ts";
import { fail } from "../../platform/http/replies.ts";
import { isInside, sizeOf } from "../pictures/review-rules.ts";
import type { ScanRow } from "./scan-store.ts";

/** Refuses an outline with points outside the picture of its scan. */
export function refuseOutside(c: AppContext, scan: ScanRow, polygon: Polygon) {
  const size = sizeOf(scan);
  if (!size || isInside(polygon, size)) return undefined;
  const message = `must lie within the picture of ${size.width} × ${size.height} pixels`;
  return fail(c, "VALIDATION_ERROR", `The polygon ${message}.`, [{ path: "polygon", message }]);
}

import { exportEventsQuery, LONGEST_HISTORY_DAYS } from "@container-inspection/shared-schemas/tracking";
import { createRoute, z } from "@hono/zod-openapi";
import pLimit from "p-limit";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors } from "../../platform/http/describe.ts";
import { fail } from "../../platform/http/replies.ts";
import { exportCamera, type ExportParts } from "./archive/export-camera.ts";
import { isTooLong, TOO_LONG } from "./history-range.ts";

const CSV: string = "text/csv";

const config = createRoute({
  method: "get",
  path: "/v1/admin/cameras/{cameraId}/tracking-events",
  operationId: "exportTrackingEventsV1",
  tags: ["Tracking"],
  summary: "Export the tracking events of a camera as CSV",
  description:
    `Events from \`from\` up to but not including \`to\` (now, if absent), at most ${LONGEST_HISTORY_DAYS} days, in the order of their time, ` +
    "those of days that were moved into files included. The first line has the names of the columns; times are UTC.",
  request: { params: z.object({ cameraId: z.string() }), query: exportEventsQuery },
  responses: {
    200: { description: "The events", content: { [CSV]: { schema: z.string() } } },
    ...errors("VALIDATION_ERROR"),
  },
});

export const exportCameraEvents = defineRoute("admin", config, (parts: ExportParts) => {
  const takeTurn = pLimit(1);
  return async (c) => {
    const { cameraId } = c.req.valid("param");
    const { from, to = new Date(parts.nowMs()) } = c.req.valid("query");
    if (isTooLong(from, to)) return fail(c, "VALIDATION_ERROR", "The query is not valid.", [TOO_LONG]);
    const range = { cameraId, fromMs: from.getTime(), untilMs: to.getTime() };
    const chunks = exportCamera(parts, range, takeTurn);
    return c.body(ReadableStream.from(chunks), 200, {
      "Content-Type": `${CSV}; charset=utf-8`,
      "Content-Disposition": 'attachment; filename="tracking-events.csv"',
      "Cache-Control": "no-store",
    });
  };
});

import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { queryVisit } from "@container-inspection/shared-schemas/primitives";
import { report } from "@container-inspection/shared-schemas/reports";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { openContainerOnVisit } from "../record/open-container.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { openServiceKey } from "../../platform/settings/service-key.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import { createReport } from "./create-report.ts";
import { readAtOnce } from "../../platform/db/read-at-once.ts";
import type { Needs } from "../parts.ts";

const FORMATS = ["json", "pdf"];

const config = createRoute({
  method: "get",
  path: "/v1/containers/{id}/report",
  operationId: "getContainerReportV1",
  tags: ["Reports"],
  summary: "The inspection report of a container",
  description:
    "The state of the current visit, or of the visit that `visit` names, at one moment, with a verdict and its reasons. A " +
    "decision to clear settles what was known when it was taken; later scans, and another or changed manifest, are " +
    "considered again. Detections count as their reviewers left them: a rejected detection does not count against the " +
    "container, and is reported with the reviewer and the note. PDF is not implemented.",
  request: {
    params: z.object({ id: z.string() }),
    // Any value passes the schema: an invalid one has its own error code.
    query: z.object({
      format: z.unknown().optional().meta({ type: "string", enum: FORMATS, default: "json" }),
      visit: queryVisit,
    }),
  },
  responses: {
    200: json(successEnvelope(report), "The report"),
    ...errors(
      "VALIDATION_ERROR",
      "INVALID_REPORT_FORMAT",
      "FORBIDDEN",
      "CONTAINER_NOT_FOUND",
      "VISIT_NOT_FOUND",
      "PDF_NOT_IMPLEMENTED",
    ),
  },
});

export const getReport = defineRoute(
  "operator",
  config,
  ({ settings, db, matchRules, nowMs }: Needs<"settings" | "db" | "matchRules" | "nowMs">) => {
    const { fingerprint: caseFileKey } = openServiceKey(settings);
    return async (c) => {
      const { format = "json", visit } = c.req.valid("query");
      if (!FORMATS.some((name) => name === format))
        return fail(c, "INVALID_REPORT_FORMAT", "The format of a report must be json or pdf.");
      return readAtOnce(db, async (tx) => {
        const { id } = c.req.valid("param");
        const { found, refusal } = await openContainerOnVisit(c, tx, { id, visit });
        if (refusal) return refusal;
        if (format === "pdf")
          return fail(c, "PDF_NOT_IMPLEMENTED", "PDF reports are not implemented. Use format=json.");
        const rules = await matchRules.ofVisit(tx, { id: found.visit.id, containerId: id });
        return ok(c, await createReport(tx, found, { nowMs: nowMs(), rules, caseFileKey }));
      });
    };
  },
  { readsReplica: true },
);

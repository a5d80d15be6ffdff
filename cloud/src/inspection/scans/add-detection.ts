import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { addDetectionRequest, scan, type Scan } from "@container-inspection/shared-schemas/scans";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { createdWithEtag, type ErrorReply, fail } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { changeVerdict, VERDICT_DESCRIPTION } from "./change-verdict.ts";
import { refuseOutside } from "./refuse-outside.ts";
import { areaPercentageOf, sizeOf } from "../pictures/review-rules.ts";
import { countAddition, saveVerdict } from "../pictures/verdict-store.ts";

const config = createRoute({
  method: "post",
  path: "/v1/containers/{id}/scans/{scanId}/detections",
  operationId: "addDetectionV1",
  tags: ["Scans"],
  summary: "Add an object that the model missed",
  description:
    `${VERDICT_DESCRIPTION} What is added is the entry of the reply's \`verdicts\` with the greatest index; it is changed by setting its ` +
    "verdict, and removed with that.",
  request: { params: z.object({ id: z.string(), scanId: z.string() }), body: jsonBody(addDetectionRequest) },
  responses: {
    201: json(successEnvelope(scan), "The scan with the added detection"),
    ...errors(
      "VALIDATION_ERROR",
      "FORBIDDEN",
      "CONTAINER_NOT_FOUND",
      "SCAN_NOT_FOUND",
      "DETECTION_NOT_FOUND",
      "SCAN_NOT_DONE",
      "PRECONDITION_FAILED",
    ),
  },
});

export const addDetection = defineRoute(
  "supervisor",
  config,
  (parts: Needs<"db" | "matchRules" | "nowMs" | "newId">) => async (c) => {
    const { className, polygon, note = null } = c.req.valid("json");
    const { userId: reviewerId } = c.get("caller");
    return changeVerdict<ReturnType<typeof createdWithEtag<Scan>>, ErrorReply<400 | 409>>(
      c,
      parts,
      {
        action: "scan.add-detection",
        params: c.req.valid("param"),
        async apply(tx, { scan: drawnOn, index }) {
          // The detections of an unfinished scan are still to come, and take the first indexes.
          if (drawnOn.status !== "done")
            return { refusal: fail(c, "SCAN_NOT_DONE", "The scan has no result yet. Add detections when it is done.") };
          const refusal = refuseOutside(c, drawnOn, polygon);
          if (refusal) return { refusal };
          await countAddition(tx, drawnOn.id);
          await saveVerdict(tx, {
            scanId: drawnOn.id,
            index,
            verdict: "added",
            className,
            polygon,
            areaPercentage: areaPercentageOf(polygon, sizeOf(drawnOn)),
            note,
            reviewerId,
            reviewedAt: new Date(parts.nowMs()),
          });
          return "changed";
        },
      },
      createdWithEtag<Scan>,
    );
  },
);

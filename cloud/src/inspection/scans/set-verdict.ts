import { setVerdictRequest } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, jsonBody } from "../../platform/http/describe.ts";
import { changeVerdict, VERDICT_DESCRIPTION, verdictOk, verdictParams } from "./change-verdict.ts";
import { saveVerdict } from "./verdict-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "put",
  path: "/v1/containers/{id}/scans/{scanId}/detections/{index}/verdict",
  operationId: "setDetectionVerdictV1",
  tags: ["Scans"],
  summary: "Confirm, correct or reject a detection",
  description: `${VERDICT_DESCRIPTION} It replaces the verdict of another reviewer.`,
  request: { params: verdictParams, body: jsonBody(setVerdictRequest) },
  responses: {
    ...verdictOk,
    ...errors(
      "VALIDATION_ERROR",
      "FORBIDDEN",
      "CONTAINER_NOT_FOUND",
      "SCAN_NOT_FOUND",
      "DETECTION_NOT_FOUND",
      "PRECONDITION_FAILED",
    ),
  },
});

export const setVerdict = defineRoute(
  "supervisor",
  config,
  (parts: Needs<"db" | "matchRules" | "nowMs" | "newId">) => async (c) => {
    const { verdict, className = null, note = null } = c.req.valid("json");
    const { userId: reviewerId } = c.get("caller");
    return changeVerdict(c, parts, {
      action: "scan.set-verdict",
      params: c.req.valid("param"),
      async apply(tx, { scanId, index, before }) {
        const isSame = before?.verdict === verdict && before.className === className && before.note === note;
        const reviewedAt = new Date(parts.nowMs());
        // The same verdict by the same reviewer keeps its first time.
        if (!isSame || before.reviewer.id !== reviewerId)
          await saveVerdict(tx, { scanId, index, verdict, className, note, reviewerId, reviewedAt });
        return "changed";
      },
    });
  },
);

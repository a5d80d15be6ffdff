import type { Scan } from "@container-inspection/shared-schemas/scans";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors } from "../../platform/http/describe.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import { changeVerdict, VERDICT_DESCRIPTION, verdictOk, verdictParams } from "./change-verdict.ts";
import { deleteVerdict } from "../pictures/verdict-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "delete",
  path: "/v1/containers/{id}/scans/{scanId}/detections/{index}/verdict",
  operationId: "removeDetectionVerdictV1",
  tags: ["Scans"],
  summary: "Remove the verdict on a detection, or a detection that a reviewer added",
  description: VERDICT_DESCRIPTION,
  request: { params: verdictParams },
  responses: {
    ...verdictOk,
    ...errors(
      "FORBIDDEN",
      "CONTAINER_NOT_FOUND",
      "SCAN_NOT_FOUND",
      "DETECTION_NOT_FOUND",
      "VERDICT_NOT_FOUND",
      "PRECONDITION_FAILED",
    ),
  },
});

export const removeVerdict = defineRoute(
  "supervisor",
  config,
  (parts: Needs<"db" | "matchRules" | "nowMs" | "newId">) => async (c) =>
    changeVerdict(
      c,
      parts,
      {
        action: "scan.remove-verdict",
        params: c.req.valid("param"),
        async apply(tx, { scan, index, before }) {
          if (!before) return { refusal: fail(c, "VERDICT_NOT_FOUND", "This detection has no verdict.") };
          await deleteVerdict(tx, scan.id, index);
          return "changed";
        },
      },
      okWithEtag<Scan>,
    ),
);

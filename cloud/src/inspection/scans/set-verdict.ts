import { isDeepStrictEqual } from "node:util";
import { type DetectionVerdict, type Scan, setVerdictRequest } from "@container-inspection/shared-schemas/scans";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, jsonBody } from "../../platform/http/describe.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import { changeVerdict, type ReviewedPlace, VERDICT_DESCRIPTION, verdictOk, verdictParams } from "./change-verdict.ts";
import { refuseOutside } from "./refuse-outside.ts";
import { areaPercentageOf, sizeOf } from "../pictures/review-rules.ts";
import { saveVerdict } from "../pictures/verdict-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "put",
  path: "/v1/containers/{id}/scans/{scanId}/detections/{index}/verdict",
  operationId: "setDetectionVerdictV1",
  tags: ["Scans"],
  summary: "Confirm, correct or reject a detection, or change one that a reviewer added",
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
    const { verdict, className = null, polygon = null, note = null } = c.req.valid("json");
    const { userId: reviewerId } = c.get("caller");
    return changeVerdict(
      c,
      parts,
      {
        action: "scan.set-verdict",
        params: c.req.valid("param"),
        async apply(tx, { scan, index, before, isAdded }) {
          const refusal = refuse(c, { scan, isAdded, sent: { verdict, polygon } });
          if (refusal) return { refusal };
          const given = { verdict, className, polygon, note };
          // The same verdict by the same reviewer keeps its first time.
          if (isSame(before, given) && before?.reviewer.id === reviewerId) return "changed";
          const areaPercentage = polygon && areaPercentageOf(polygon, sizeOf(scan));
          const reviewedAt = new Date(parts.nowMs());
          await saveVerdict(tx, { scanId: scan.id, index, ...given, areaPercentage, reviewerId, reviewedAt });
          return "changed";
        },
      },
      okWithEtag<Scan>,
    );
  },
);

type Sent = Pick<DetectionVerdict, "verdict" | "polygon">;
type Given = Sent & Pick<DetectionVerdict, "className" | "note">;

/** Refuses a verdict that does not fit the detection. */
function refuse(c: AppContext, { scan, isAdded, sent }: Pick<ReviewedPlace, "scan" | "isAdded"> & { sent: Sent }) {
  const { verdict, polygon } = sent;
  if (isAdded !== (verdict === "added")) {
    const message = isAdded
      ? "A reviewer added this detection: change it with the verdict added, or remove it."
      : "The model found this detection: the verdict added is for what it missed.";
    return fail(c, "VALIDATION_ERROR", message, [{ path: "verdict", message }]);
  }
  return polygon ? refuseOutside(c, scan, polygon) : undefined;
}

function isSame(before: DetectionVerdict | undefined, given: Given) {
  const { verdict, className, note, polygon } = given;
  return (
    before?.verdict === verdict &&
    before.className === className &&
    before.note === note &&
    isDeepStrictEqual(before.polygon, polygon)
  );
}

import { edgeEvidenceData, edgeSuccessEnvelope } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../journal/audit/create-audit.ts";
import { defineRoute } from "../platform/http/define-route.ts";
import { json } from "../platform/http/describe.ts";
import { fail } from "../platform/http/replies.ts";
import { answerReceipt } from "../platform/idempotency/answer-receipt.ts";
import { recordErrors, recordRequest } from "./describe-record.ts";
import { readRecord } from "./read-record.ts";
import { recordEvidence } from "./record-evidence.ts";
import { evidenceRequest, evidenceRequestPlace } from "./scan-request.ts";
import type { Needs } from "./parts.ts";

const config = createRoute({
  method: "post",
  path: "/v1/edge/containers/{containerNumber}/evidence",
  operationId: "ingestEvidenceV1",
  tags: ["Edge"],
  summary: "Record a photo from a device as evidence",
  description:
    "Body, pictures, idempotency and container as for a category scan, but `detections` may be left out. The uploader is the " +
    "account of `user_email`, the default edge account without one.",
  request: recordRequest(evidenceRequest),
  responses: {
    200: json(edgeSuccessEnvelope(edgeEvidenceData), "The photo is recorded"),
    ...recordErrors,
  },
});

export const ingestEvidence = defineRoute(
  "edge",
  config,
  (parts: Needs<"settings" | "db" | "storage" | "logger" | "nowMs" | "newId">) => async (c) => {
    const { containerNumber: number } = c.req.valid("param");
    const idempotencyKey = c.req.valid("header")["idempotency-key"] ?? null;
    const audit = auditOf(c, parts);
    const sent = { number, body: c.req.valid("json"), idempotencyKey, audit, nowMs: parts.nowMs() };
    const read = await readRecord(sent, c.req.param("containerNumber"));
    if (!read.ok) return fail(c, read.problem.code, read.problem.message, read.problem.details);
    return answerReceipt(c, await recordEvidence(parts, read.record));
  },
  { largeBody: evidenceRequestPlace },
);

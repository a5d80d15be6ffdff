import { edgeFindingsData, edgeSuccessEnvelope } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../journal/audit/create-audit.ts";
import { defineRoute } from "../platform/http/define-route.ts";
import { json } from "../platform/http/describe.ts";
import { fail } from "../platform/http/replies.ts";
import { answerReceipt } from "../platform/idempotency/answer-receipt.ts";
import { recordErrors, recordRequest } from "./describe-record.ts";
import { readRecord } from "./read-record.ts";
import { recordFindings } from "./record-scan.ts";
import { scanRequest, scanRequestPlace } from "./scan-request.ts";
import type { Needs } from "./parts.ts";

const config = createRoute({
  method: "post",
  path: "/v1/edge/containers/{containerNumber}/scans/defect",
  operationId: "ingestDefectScanV1",
  tags: ["Edge"],
  summary: "Record a defect scan made on a device",
  description:
    "Body, pictures, idempotency and container as for a category scan. The container's `categoryScan` stays as it is, and " +
    "no manifest is compared.",
  request: recordRequest(scanRequest),
  responses: {
    200: json(edgeSuccessEnvelope(edgeFindingsData), "The scan is recorded"),
    ...recordErrors,
  },
});

export const ingestDefectScan = defineRoute(
  "edge",
  config,
  (parts: Needs<"settings" | "db" | "storage" | "jobs" | "logger" | "nowMs" | "newId">) => async (c) => {
    const { containerNumber: number } = c.req.valid("param");
    const idempotencyKey = c.req.valid("header")["idempotency-key"] ?? null;
    const audit = auditOf(c, parts);
    const sent = { number, body: c.req.valid("json"), idempotencyKey, audit, nowMs: parts.nowMs() };
    const read = await readRecord(sent, c.req.param("containerNumber"));
    if (!read.ok) return fail(c, read.problem.code, read.problem.message, read.problem.details);
    return answerReceipt(c, await recordFindings(parts, "defect", read.record));
  },
  { largeBody: scanRequestPlace },
);

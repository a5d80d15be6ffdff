import { edgeScanData, edgeSuccessEnvelope } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../journal/audit/create-audit.ts";
import { defineRoute } from "../platform/http/define-route.ts";
import { json } from "../platform/http/describe.ts";
import { fail } from "../platform/http/replies.ts";
import { answerReceipt } from "../platform/idempotency/answer-receipt.ts";
import { recordErrors, recordRequest } from "./describe-record.ts";
import { readRecord } from "./read-record.ts";
import { recordCategoryScan } from "./record-scan.ts";
import { scanRequest, scanRequestPlace } from "./scan-request.ts";
import type { Needs } from "./parts.ts";

const config = createRoute({
  method: "post",
  path: "/v1/edge/containers/{containerNumber}/scans/category",
  operationId: "ingestCategoryScanV1",
  tags: ["Edge"],
  summary: "Record a category scan made on a device",
  description:
    "Makes the container when its number is unknown. The container shows the scan with the newest timestamp, whatever order " +
    "scans arrive in; a time over 5 minutes ahead or over 400 days old is kept, marked clockSuspect and ordered by arrival. " +
    "`manifestMatch` compares this scan with the manifest of the container, null without one. `user_email` owns a container " +
    "that is made, where it names an account. With an Idempotency-Key the scan is recorded once: the same key and body again " +
    "gets the first reply with `Idempotent-Replayed: true`, another body 409. The image is compared by `image_sha256`, so a copy " +
    "marked `image_reduced` is the same record; the visualization is not compared. `record_sha256` is checked. " +
    "Critical findings of the match escalate the container.",
  request: recordRequest(scanRequest),
  responses: {
    200: json(edgeSuccessEnvelope(edgeScanData), "The scan is recorded"),
    ...recordErrors,
  },
});

export const ingestCategoryScan = defineRoute(
  "edge",
  config,
  (parts: Needs<"settings" | "db" | "storage" | "jobs" | "categoryMaps" | "logger" | "nowMs" | "newId">) =>
    async (c) => {
      const { containerNumber: number } = c.req.valid("param");
      const idempotencyKey = c.req.valid("header")["idempotency-key"] ?? null;
      const audit = auditOf(c, parts);
      const sent = { number, body: c.req.valid("json"), idempotencyKey, audit, nowMs: parts.nowMs() };
      const read = await readRecord(sent, c.req.param("containerNumber"));
      if (!read.ok) return fail(c, read.problem.code, read.problem.message, read.problem.details);
      return answerReceipt(c, await recordCategoryScan(parts, read.record));
    },
  { largeBody: scanRequestPlace },
);

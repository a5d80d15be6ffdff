import { containerNumber } from "@container-inspection/shared-schemas/container-number";
import { edgeSuccessEnvelope } from "@container-inspection/shared-schemas/errors";
import type { ChainedRecordKind } from "@container-inspection/shared-schemas/provenance";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../journal/audit/create-audit.ts";
import type { SchemaPlace } from "../platform/http/check-large-json.ts";
import { defineRoute, type RouteDefinition } from "../platform/http/define-route.ts";
import { edgeErrors, json, jsonBody } from "../platform/http/describe.ts";
import { fail } from "../platform/http/replies.ts";
import { answerReceipt, idempotencyHeaders } from "../platform/idempotency/answer-receipt.ts";
import { findReceipt, UncertainCommitError } from "../platform/idempotency/receipts.ts";
import { sharedShelf } from "../platform/idempotency/receipt-store.ts";
import { storePictures } from "../platform/images/store-pictures.ts";
import { comparedSha256 } from "./compared-sha256.ts";
import type { Needs } from "./parts.ts";
import { planRecording } from "./plan-recording.ts";
import { readRecord } from "./read-record.ts";
import type { PictureRequest } from "./scan-request.ts";
import { type Reply, writeRecord, type WriteParts } from "./write-record.ts";

/** One route by which devices send records with pictures. */
type IngestRoute = {
  /** Path after the container's number. */
  path: string;
  kind: ChainedRecordKind;
  /** Idempotency keys are compared within this operation. */
  operationId: string;
  summary: string;
  description: string;
  body: { schema: z.ZodType<PictureRequest>; place: SchemaPlace };
  reply: { schema: z.ZodType<Reply>; description: string };
};

type IngestParts = WriteParts & Needs<"storage">;

/**
 * Defines a route that records what a device sends exactly once: the pictures are stored first, then the record and its
 * receipt commit in one transaction. A request that was recorded before gets its first reply again. When a request
 * fails, nothing of it stays; only after a commit of unknown outcome the pictures stay, since the record may refer to
 * them.
 */
export function defineIngest(route: IngestRoute): RouteDefinition<IngestParts> {
  const { kind, operationId, body } = route;
  return defineRoute(
    "edge",
    describeIngest(route),
    (parts: IngestParts) => {
      const shelf = sharedShelf(parts.db, operationId);
      return async (c) => {
        // Read and check.
        const { containerNumber: number } = c.req.valid("param");
        const sent = { number, body: c.req.valid("json"), audit: auditOf(c, parts), nowMs: parts.nowMs() };
        const numberAsSent = c.req.param("containerNumber");
        const read = await readRecord(sent, numberAsSent);
        if (!read.ok) return fail(c, read.problem.code, read.problem.message, read.problem.details);
        const { record } = read;

        // Decide: a record that was recorded before gets its first reply.
        const key = c.req.valid("header")["idempotency-key"] ?? null;
        const requestSha256 = comparedSha256(record.number, record.body, record.pictures.originalSha256);
        const receipt = { key, requestSha256, nowMs: record.nowMs, shelf };
        const recordedBefore = await findReceipt<Reply>(receipt);
        if (recordedBefore) return answerReceipt(c, recordedBefore);
        const recording = await planRecording(parts, record, kind);
        const sending = { kind, numberAsSent, caller: c.get("edgeCaller") };

        // Store the pictures, then write the record; they go where the record is not in the database.
        const pictures = storePictures(parts, recording.folder, recording.files);
        await pictures.write();
        try {
          const outcome = await writeRecord(parts, receipt, record, recording, sending);
          const isRecorded = outcome.kind === "done" && !outcome.replayed;
          if (!isRecorded) await pictures.remove();
          return answerReceipt<Reply>(c, outcome);
        } catch (error) {
          if (!(error instanceof UncertainCommitError)) await pictures.remove();
          throw error;
        }
      };
    },
    { largeBody: body.place },
  );
}

function describeIngest({ path, operationId, summary, description, body, reply }: IngestRoute) {
  return createRoute({
    method: "post",
    path: `/v1/edge/containers/{containerNumber}/${path}`,
    operationId,
    tags: ["Edge"],
    summary,
    description,
    request: { params: z.object({ containerNumber }), headers: idempotencyHeaders, body: jsonBody(body.schema) },
    responses: {
      200: json(edgeSuccessEnvelope<z.ZodType<Reply>>(reply.schema), reply.description),
      ...edgeErrors("VALIDATION_ERROR", "INVALID_IMAGE_FORMAT", "IDEMPOTENCY_KEY_REUSED"),
    },
  });
}

import { type ChainedRecordKind, containerNumber, edgeSuccessEnvelope } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../journal/audit/create-audit.ts";
import { type JudgedSender, recordSender } from "../inspection/provenance/record-link.ts";
import type { DatabaseOrTransaction } from "../platform/db/database.ts";
import type { SchemaPlace } from "../platform/http/check-large-json.ts";
import { defineRoute, type RouteDefinition } from "../platform/http/define-route.ts";
import { edgeErrors, json, jsonBody } from "../platform/http/describe.ts";
import { fail } from "../platform/http/replies.ts";
import { answerReceipt, idempotencyHeaders } from "../platform/idempotency/answer-receipt.ts";
import {
  type AtEnd,
  commitWithReceipt,
  findReceipt,
  type ReceiptOutcome,
  type ReceiptRequest,
  UncertainCommitError,
} from "../platform/idempotency/receipts.ts";
import { sharedShelf } from "../platform/idempotency/receipt-store.ts";
import { type PictureFile, storePictures } from "../platform/images/store-pictures.ts";
import { comparedSha256 } from "./compared-sha256.ts";
import { judgeSender } from "./judge-sender.ts";
import type { Needs } from "./parts.ts";
import { type EdgeRecord, readRecord } from "./read-record.ts";
import type { PictureRequest } from "./scan-request.ts";

/** One route by which devices send records with pictures. */
type IngestRoute<Data> = {
  /** What follows the container's number in the path. */
  path: string;
  kind: ChainedRecordKind;
  /** Idempotency keys are compared within this operation. */
  operationId: string;
  summary: string;
  description: string;
  body: { schema: z.ZodType<PictureRequest>; place: SchemaPlace };
  reply: { schema: z.ZodType<Data>; description: string };
};

/** A record that is about to be recorded for the first time. */
export type Recording<Data> = {
  /** Where its pictures are stored. */
  folder: string;
  /** A picture that is stored besides those that were sent. */
  thumbnail?: Uint8Array;
  /** Writes the record in the transaction that also keeps its receipt; returns the data of the reply. */
  write: (transaction: RecordTransaction) => Promise<Data>;
};

/** `atEnd` takes writes that the reply does not depend on: they are sent together with the receipt. */
export type RecordTransaction = { tx: DatabaseOrTransaction; atEnd: AtEnd };

type Reply = Record<string, unknown>;
type IngestParts = Needs<"db" | "storage" | "jobs" | "logger" | "nowMs" | "newId">;

/**
 * Defines a route that records what a device sends exactly once: the pictures are stored first, then `write` and the
 * receipt commit in one transaction. A request that was recorded before gets its first reply again. When a request
 * fails, nothing of it stays; only after a commit of unknown outcome the pictures stay, since the record may refer to
 * them.
 */
export function defineIngest<Parts, Data extends Reply>(
  { path, kind, operationId, summary, description, body, reply }: IngestRoute<Data>,
  prepare: (parts: Parts, record: EdgeRecord) => Promise<Recording<Data>>,
): RouteDefinition<Parts & IngestParts> {
  const config = createRoute({
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
  return defineRoute(
    "edge",
    config,
    (parts: Parts & IngestParts) => {
      const shelf = sharedShelf(parts.db, operationId);
      return async (c) => {
        const { containerNumber: number } = c.req.valid("param");
        const sent = { number, body: c.req.valid("json"), audit: auditOf(c, parts), nowMs: parts.nowMs() };
        const numberAsSent = c.req.param("containerNumber");
        const read = await readRecord(sent, numberAsSent);
        if (!read.ok) return fail(c, read.problem.code, read.problem.message, read.problem.details);
        const { record } = read;

        const key = c.req.valid("header")["idempotency-key"] ?? null;
        const receipt = {
          key,
          requestSha256: comparedSha256(record.number, record.body, record.pictures.originalSha256),
          nowMs: record.nowMs,
          shelf,
        };
        const recordedBefore = await findReceipt<Reply>(receipt);
        if (recordedBefore) return answerReceipt(c, recordedBefore);

        const recording = await prepare(parts, record);
        const sender = await judgeSender(parts.db, record, { kind, numberAsSent, caller: c.get("edgeCaller") });
        const pictures = storePictures(parts, recording.folder, filesOf(record, recording));
        await pictures.write();
        const judged = withSender(parts, recording, sender);
        return answerReceipt<Reply>(c, await commitRecord(parts, receipt, judged, pictures));
      };
    },
    { largeBody: body.place },
  );
}

/** Adds a record to the chain of its sender, as one of the last writes of its transaction. */
function withSender<Data extends Reply>(
  parts: IngestParts,
  { write, ...recording }: Recording<Data>,
  sender: JudgedSender,
): Recording<Data> {
  return {
    ...recording,
    async write(transaction) {
      const data = await write(transaction);
      const recordId = String(data["scanId"] ?? data["evidenceId"]);
      transaction.atEnd(() => recordSender(parts, transaction.tx, recordId, sender));
      return data;
    },
  };
}

/** Commits a record with its receipt; its pictures are deleted again where the record is not in the database. */
async function commitRecord<Data extends Reply>(
  { db }: Needs<"db">,
  receipt: ReceiptRequest<DatabaseOrTransaction>,
  { write }: Recording<Data>,
  pictures: Pick<ReturnType<typeof storePictures>, "remove">,
): Promise<ReceiptOutcome<Data>> {
  try {
    const outcome = await commitWithReceipt(db, receipt, (tx, atEnd) => write({ tx, atEnd }));
    const isRecorded = outcome.kind === "done" && !outcome.replayed;
    if (!isRecorded) await pictures.remove();
    return outcome;
  } catch (error) {
    if (!(error instanceof UncertainCommitError)) await pictures.remove();
    throw error;
  }
}

function filesOf({ pictures }: EdgeRecord, { thumbnail }: Pick<Recording<unknown>, "thumbnail">): PictureFile[] {
  const { image, visualization } = pictures;
  return [
    { name: "image", bytes: image.bytes },
    ...(visualization ? [{ name: "visualization" as const, bytes: visualization.bytes }] : []),
    ...(thumbnail ? [{ name: "thumbnail" as const, bytes: thumbnail }] : []),
  ];
}

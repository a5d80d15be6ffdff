import { edgeIdentifyData, edgeIdentifyRequest } from "@container-inspection/shared-schemas/edge";
import { edgeSuccessEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import type { z } from "zod";
import { failWithoutAi } from "../inspection/containers/fail-without-ai.ts";
import { auditOf } from "../journal/audit/create-audit.ts";
import type { Database } from "../platform/db/database.ts";
import type { EdgeCaller } from "../platform/http/context.ts";
import { defineRoute } from "../platform/http/define-route.ts";
import { edgeErrors, json, jsonBody } from "../platform/http/describe.ts";
import { fail } from "../platform/http/replies.ts";
import { answerReceipt, idempotencyHeaders } from "../platform/idempotency/answer-receipt.ts";
import { findSender } from "../inspection/provenance/signing-key-store.ts";
import { identifyPassage } from "./identify-passage.ts";
import { passageOf } from "./passage-of-record.ts";
import { orderTime } from "../inspection/record/order-scans.ts";
import { decideNumber, readIdentity } from "./read-identity.ts";
import { sharedShelf } from "../platform/idempotency/receipt-store.ts";
import { commitWithReceipt, findReceipt } from "../platform/idempotency/receipts.ts";
import { requestSha256 } from "../platform/idempotency/request-sha256.ts";
import type { Needs } from "./parts.ts";

type EdgeIdentifyData = z.infer<typeof edgeIdentifyData>;

const config = createRoute({
  method: "post",
  path: "/v1/edge/containers/identify",
  operationId: "identifyEdgeContainerV1",
  tags: ["Edge"],
  summary: "Find or create the container in front of a device",
  description:
    "By `container_number`, or else by an `image` from which the AI service reads the number, and prefers an expected one in doubt; with both, the number counts. " +
    "The picture is not stored. `user_email` is the operator: where it names an account, that account owns a container that " +
    "this write creates or whose next visit it begins; within a visit it becomes the owner only in place of the default edge " +
    "account. Without it, or without such an account, the default edge account owns a new container. Manifests that wait " +
    "for the number are attached. With `passage_id`, what was recorded of that passage under a placeholder (`UNIDENTIFIED-…`) moves to the " +
    "container of the number; a passage that a person has named stays as it is. An image that shows no number is 400 `NUMBER_NOT_READABLE`: sending it again does not " +
    "help. While the AI service is unavailable, or has no model that reads numbers, the reply is 503 with Retry-After, and " +
    "nothing is stored: the device still has the record.",
  request: { headers: idempotencyHeaders, body: jsonBody(edgeIdentifyRequest) },
  responses: {
    200: json(edgeSuccessEnvelope(edgeIdentifyData), "The container"),
    ...edgeErrors(
      "VALIDATION_ERROR",
      "INVALID_IMAGE_FORMAT",
      "NUMBER_NOT_READABLE",
      "IDEMPOTENCY_KEY_REUSED",
      "AI_SERVICE_UNAVAILABLE",
    ),
  },
});

export const identifyEdgeContainer = defineRoute(
  "edge",
  config,
  (parts: Needs<"settings" | "db" | "ai" | "jobs" | "matchRules" | "nowMs" | "newId">) => async (c) => {
    const { db, settings, newId } = parts;
    const nowMs = parts.nowMs();
    const body = c.req.valid("json");
    const read = await readIdentity(body);
    if (!read.ok) return fail(c, read.problem.code, read.problem.message, read.problem.details);
    const key = c.req.valid("header")["idempotency-key"] ?? null;
    const shelf = sharedShelf(db, config.operationId);
    const receipt = { shelf, key, requestSha256: comparedSha256(body, read), nowMs };
    // A record that was recorded before is not read again: the model may read another number now, or be unavailable.
    const first = await findReceipt<EdgeIdentifyData>(receipt);
    if (first) return answerReceipt(c, first);
    const decided = await decideNumber(parts, read.sent);
    if (decided.kind === "unavailable") return failWithoutAi(c, decided.why);
    if (decided.kind === "refused") return fail(c, decided.code, decided.message, decided.details);
    const accounts = { userEmail: body.user_email, defaultUserEmail: settings.edgeDefaultUserEmail };
    const { orderedAt: at } = orderTime(body.timestamp ?? new Date(nowMs), new Date(nowMs));
    const { visitGapMs } = settings;
    const readSizeType = body.size_type;
    const request = {
      number: decided.number,
      ...accounts,
      readSizeType,
      at,
      audit: auditOf(c, parts),
      newId,
      nowMs,
      visitGapMs,
      passage: await findPassage(db, body, c.get("edgeCaller")),
      cameraId: body.camera_id ?? null,
    };
    const outcome = await commitWithReceipt(db, receipt, async (tx, atEnd): Promise<EdgeIdentifyData> => {
      const { container, created } = await identifyPassage(tx, parts, { ...request, atEnd });
      const { id: containerId, containerNumber, numberCheck, manifestId } = container;
      return { containerId, containerNumber, created, numberCheck, hasManifest: manifestId !== null };
    });
    return answerReceipt(c, outcome);
  },
  { largeBody: { module: "@container-inspection/shared-schemas/edge", name: "edgeIdentifyRequest" } },
);

/** The passage that a request names, unless it is of another device. */
async function findPassage(db: Database, body: z.infer<typeof edgeIdentifyRequest>, { device }: EdgeCaller) {
  const { device_id: reportedId, passage_id: passageId } = body;
  if (reportedId === undefined || passageId === undefined) return null;
  return passageOf(body, await findSender(db, { callerId: device?.id ?? null, reportedId }));
}

/** The hash by which requests with one key are compared: the picture counts by its hash, the number by its key. */
function comparedSha256(
  { container_number: number, image: _image, image_sha256: _hash, ...rest }: z.infer<typeof edgeIdentifyRequest>,
  { imageSha256 }: { imageSha256: string | undefined },
): string {
  return requestSha256({ ...rest, container_number: number?.key, image_sha256: imageSha256 });
}

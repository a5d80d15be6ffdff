import { edgeIdentifyData, edgeIdentifyRequest, edgeSuccessEnvelope } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../audit/create-audit.ts";
import { defineRoute } from "../http/define-route.ts";
import { edgeErrors, json, jsonBody } from "../http/describe.ts";
import { answerReceipt, idempotencyHeaders } from "./answer-receipt.ts";
import { openContainer } from "./edge-container-store.ts";
import { withReceipt } from "./receipt-store.ts";
import { requestSha256 } from "./request-sha256.ts";

const config = createRoute({
  method: "post",
  path: "/v1/edge/containers/identify",
  operationId: "identifyEdgeContainerV1",
  tags: ["Edge"],
  summary: "Find the container in front of a device, or make it",
  description:
    "`user_email` is the operator: where it names an account, that account owns a container made by this write. Absent, or " +
    "without an account, the default edge account owns it. A manifest that waits for the number is attached.",
  request: { headers: idempotencyHeaders, body: jsonBody(edgeIdentifyRequest) },
  responses: {
    200: json(edgeSuccessEnvelope(edgeIdentifyData), "The container"),
    ...edgeErrors("VALIDATION_ERROR", "IDEMPOTENCY_KEY_REUSED"),
  },
});

export const identifyEdgeContainer = defineRoute("edge", config, ({ db, settings, newId, nowMs: now }) => async (c) => {
  const nowMs = now();
  const { container_number: number, ...body } = c.req.valid("json");
  const compared = requestSha256({ ...body, container_number: number.key });
  const key = c.req.valid("header")["idempotency-key"] ?? null;
  const receipt = { route: "identifyEdgeContainerV1", key, requestSha256: compared, nowMs };
  const defaultUserEmail = settings.edgeDefaultUserEmail;
  const audit = auditOf(c, { newId, nowMs: now });
  const outcome = await withReceipt(db, receipt, async (tx) => {
    const request = { number, userEmail: body.user_email, defaultUserEmail, audit, newId, nowMs };
    const { container, created } = await openContainer(tx, request);
    const { id: containerId, containerNumber, numberCheck, manifestId } = container;
    return { containerId, containerNumber, created, numberCheck, hasManifest: manifestId !== null };
  });
  return answerReceipt(c, outcome);
});

import { container, createContainerRequest } from "@container-inspection/shared-schemas/containers";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { fail } from "../../platform/http/replies.ts";
import { idempotencyHeaders } from "../../platform/idempotency/answer-receipt.ts";
import { sharedShelf } from "../../platform/idempotency/receipt-store.ts";
import { createOnce, ONCE_BY_KEY, receiptOf } from "../../platform/idempotency/write-once.ts";
import { makeContainer } from "./make-container.ts";
import { presentContainer } from "../record/present-container.ts";
import type { Needs } from "../parts.ts";

const OPERATION = "createContainerV1";

const config = createRoute({
  method: "post",
  path: "/v1/containers",
  operationId: OPERATION,
  tags: ["Containers"],
  summary: "Register a container",
  description:
    "The caller owns it. Manifests that wait for the number are attached if their creators may see the container. " +
    ONCE_BY_KEY,
  request: { headers: idempotencyHeaders, body: jsonBody(createContainerRequest) },
  responses: {
    201: json(successEnvelope(container), "The container"),
    ...errors("VALIDATION_ERROR", "CONTAINER_NUMBER_TAKEN", "IDEMPOTENCY_KEY_REUSED"),
  },
});

export const createContainer = defineRoute(
  "operator",
  config,
  ({ db, matchRules, newId, nowMs }: Needs<"db" | "matchRules" | "newId" | "nowMs">) => {
    const shelf = sharedShelf(db, OPERATION);
    return async (c) => {
      const { userId: ownerId } = c.get("caller");
      const { containerNumber: number, sizeType } = c.req.valid("json");
      const audit = auditOf(c, { newId, nowMs });
      const receipt = receiptOf(c, { shelf, facts: { number: number.text, sizeType }, nowMs: nowMs() });
      return createOnce(c, db, receipt, async (tx) => {
        const registration = { number, sizeType, ownerId, audit, matchRules, newId, nowMs: nowMs() };
        const made = await makeContainer(tx, registration);
        if (made) return presentContainer(made);
        const message = `A container with the number ${number.text} already exists, or one that must not leave had it.`;
        return fail(c, "CONTAINER_NUMBER_TAKEN", message);
      });
    };
  },
);

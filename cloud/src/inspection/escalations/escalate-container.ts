import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { escalateRequest, escalation } from "@container-inspection/shared-schemas/escalations";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { openContainerForChange } from "../record/open-container.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { fail } from "../../platform/http/replies.ts";
import { idempotencyHeaders } from "../../platform/idempotency/answer-receipt.ts";
import { sharedShelf } from "../../platform/idempotency/receipt-store.ts";
import { createOnce, ONCE_BY_KEY, receiptOf } from "../../platform/idempotency/write-once.ts";
import { readBackEscalation } from "./escalation-store.ts";
import { presentEscalation } from "./present-escalation.ts";
import { raiseEscalation } from "./raise-escalation.ts";
import type { Needs } from "../parts.ts";

const OPERATION = "escalateContainerV1";

const config = createRoute({
  method: "post",
  path: "/v1/containers/{id}/escalate",
  operationId: OPERATION,
  tags: ["Escalations"],
  summary: "Escalate a container to the supervisors",
  description:
    "Owners may escalate their own containers, supervisors all. The container is ESCALATED until a supervisor resolves the " +
    "escalation, or stays HELD and `isEscalated` while a decision to hold stands; it has at most one open escalation. Honours If-Match with the container's ETag. " +
    ONCE_BY_KEY,
  request: { params: z.object({ id: z.string() }), headers: idempotencyHeaders, body: jsonBody(escalateRequest) },
  responses: {
    201: json(successEnvelope(escalation), "The escalation"),
    ...errors("VALIDATION_ERROR", "FORBIDDEN", "CONTAINER_NOT_FOUND", "PRECONDITION_FAILED"),
    ...errors("ESCALATION_ALREADY_OPEN", "IDEMPOTENCY_KEY_REUSED"),
  },
});

export const escalateContainer = defineRoute(
  "operator",
  config,
  ({ db, jobs, newId, nowMs }: Needs<"db" | "jobs" | "newId" | "nowMs">) => {
    const shelf = sharedShelf(db, OPERATION);
    return async (c) => {
      const { reason } = c.req.valid("json");
      const { id: containerId } = c.req.valid("param");
      const caller = c.get("caller");
      const audit = auditOf(c, { newId, nowMs });
      const receipt = receiptOf(c, { shelf, facts: { containerId, reason }, nowMs: nowMs() });
      return createOnce(c, db, receipt, async (tx) => {
        const { found, refusal } = await openContainerForChange(c, tx, containerId);
        if (refusal) return refusal;
        const raised = {
          container: found.container,
          source: "user" as const,
          reason,
          raisedById: caller.userId,
          scanId: null,
          findings: [],
        };
        const id = await raiseEscalation(tx, { jobs, audit, newId, nowMs: nowMs() }, raised);
        if (id !== undefined) return presentEscalation(await readBackEscalation(tx, id));
        const message = "This container already has an open escalation. Resolve it first.";
        return fail(c, "ESCALATION_ALREADY_OPEN", message);
      });
    };
  },
);

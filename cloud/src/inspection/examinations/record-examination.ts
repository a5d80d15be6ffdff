import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import {
  type ExaminedRule,
  examination,
  recordExaminationRequest,
} from "@container-inspection/shared-schemas/examinations";
import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { fail } from "../../platform/http/replies.ts";
import { idempotencyHeaders } from "../../platform/idempotency/answer-receipt.ts";
import { sharedShelf } from "../../platform/idempotency/receipt-store.ts";
import { createOnce, ONCE_BY_KEY, receiptOf } from "../../platform/idempotency/write-once.ts";
import { keepLane } from "../judging/keep-lane.ts";
import type { Needs } from "../parts.ts";
import { openContainerForChange } from "../record/open-container.ts";
import { findOrderId, insertExamination } from "./examination-store.ts";
import { presentExamination } from "./present-examination.ts";

const OPERATION = "recordExaminationV1";

const config = createRoute({
  method: "post",
  path: "/v1/containers/{id}/examinations",
  operationId: OPERATION,
  tags: ["Containers"],
  summary: "Record what an examination of a container found",
  description:
    "On the current visit of the container, with the rules that had found something at that time: `confirmedRules` names those " +
    "that the examination confirmed, by which the precision of the rules is counted. A decision to inspect is the order to examine. " +
    "The status of the container does not change: a supervisor decides after that. An examination is not changed; record another one. Honours If-Match. " +
    ONCE_BY_KEY,
  request: {
    params: z.object({ id: z.string() }),
    headers: idempotencyHeaders,
    body: jsonBody(recordExaminationRequest),
  },
  responses: {
    201: json(successEnvelope(examination), "The examination"),
    ...errors("VALIDATION_ERROR", "FORBIDDEN", "CONTAINER_NOT_FOUND", "PRECONDITION_FAILED"),
    ...errors("IDEMPOTENCY_KEY_REUSED"),
  },
});

export const recordExamination = defineRoute(
  "supervisor",
  config,
  ({ db, matchRules, newId, nowMs: clock }: Needs<"db" | "matchRules" | "newId" | "nowMs">) => {
    const shelf = sharedShelf(db, OPERATION);
    return async (c) => {
      const { id: containerId } = c.req.valid("param");
      const request = c.req.valid("json");
      const { confirmedRules = [], weighedKg = null, ...stated } = request;
      const { userId, email } = c.get("caller");
      const nowMs = clock();
      const audit = auditOf(c, { newId, nowMs: clock });
      const receipt = receiptOf(c, { shelf, facts: { containerId, ...request }, nowMs });
      return createOnce(c, db, receipt, async (tx) => {
        const { found, refusal } = await openContainerForChange(c, tx, containerId);
        if (refusal) return refusal;
        const { container, visit } = found;
        const { judgement } = await keepLane(tx, { matchRules, nowMs }, container);
        const rules = listRaised(judgement.findings, confirmedRules);
        const unknown = confirmedRules.find((name) => !rules.some(({ rule }) => rule === name));
        if (unknown !== undefined)
          return fail(c, "VALIDATION_ERROR", "The body is not valid.", [
            { path: "confirmedRules", message: `${unknown} has found nothing on this visit` },
          ]);
        const place = { containerId, visitId: visit.id };
        const row = await insertExamination(tx, {
          id: newId(),
          ...place,
          orderId: await findOrderId(tx, place),
          ...stated,
          weighedKg,
          lane: judgement.lane,
          rules,
          byId: userId,
          at: new Date(nowMs),
        });
        const shown = presentExamination({ examination: row, by: { id: userId, email } });
        const subject = { type: "container", id: containerId };
        await audit(tx, {
          action: "container.examine",
          subject,
          before: null,
          after: { ...shown, visit: visit.number },
        });
        await recordEvent(tx, { kind: "container.updated", containerId, changed: ["examinations"] }, nowMs);
        return shown;
      });
    };
  },
);

/** The rules that raised more than information, each once with its gravest severity. */
function listRaised(findings: readonly MatchFinding[], confirmed: readonly string[]): ExaminedRule[] {
  const raised = new Map<string, ExaminedRule>();
  for (const { rule, severity } of findings) {
    if (severity === "info" || raised.get(rule)?.severity === "critical") continue;
    raised.set(rule, { rule, severity, isConfirmed: confirmed.includes(rule) });
  }
  return [...raised.values()];
}

import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import {
  escalation,
  type EscalationDecision,
  resolveEscalationRequest,
} from "@container-inspection/shared-schemas/escalations";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import type { Caller } from "../../platform/http/context.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { changeEscalation } from "./change-escalation.ts";
import { changeStatus } from "./change-status.ts";
import { mayDecide, refuseResolve, statusAfter } from "./escalation-rules.ts";
import { keepVersions } from "../judging/manifest-version-store.ts";
import { setVisitDecision } from "../record/visit-store.ts";
import { judgeDecision } from "./judge-decision.ts";
import { findStandingHolds, type FoundEscalation, setDecision } from "./escalation-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "post",
  path: "/v1/escalations/{id}/resolve",
  operationId: "resolveEscalationV1",
  tags: ["Escalations"],
  summary: "Resolve an escalation with a decision",
  description:
    "The container becomes CLEARED, HELD or INSPECT, and its visit is closed. For the user who claimed the escalation, or " +
    "any supervisor while it is not claimed. Four-eyes rule: a decision to hold stands, whatever is decided afterwards, " +
    "until a supervisor other than the one who took it clears the container; until then it stays HELD. With `findingsSeen`, a decision on fewer " +
    "findings than the escalation has by now is refused. Honours If-Match.",
  request: { params: z.object({ id: z.string() }), body: jsonBody(resolveEscalationRequest) },
  responses: {
    200: json(successEnvelope(escalation), "The escalation with its decision"),
    ...errors(
      "VALIDATION_ERROR",
      "SECOND_PERSON_REQUIRED",
      "FORBIDDEN",
      "ESCALATION_NOT_FOUND",
      "ESCALATION_CLAIMED",
      "ESCALATION_RESOLVED",
      "PRECONDITION_FAILED",
    ),
  },
});

const UNSEEN = {
  code: "PRECONDITION_FAILED" as const,
  message: "More was found since this escalation was read. Read it again, then decide.",
};

export const resolveEscalation = defineRoute(
  "supervisor",
  config,
  (parts: Needs<"db" | "matchRules" | "nowMs" | "newId">) => async (c) => {
    const caller = c.get("caller");
    const { decision, reason, findingsSeen } = c.req.valid("json");
    return changeEscalation(c, parts, {
      id: c.req.valid("param").id,
      action: "escalation.resolve",
      refuse: (tx, found) => refuse(tx, found, caller, { decision, findingsSeen }),
      apply: async (tx, found, audit) => {
        const nowMs = parts.nowMs();
        const { container } = found;
        const { id } = found.escalation;
        const { stored, versions } = await judgeDecision(tx, { ...parts, nowMs }, found);
        await keepVersions(tx, versions);
        const decided = { id, containerId: container.id };
        await setDecision(tx, decided, {
          decision,
          reason,
          decidedOn: stored,
          userId: caller.userId,
          nowMs,
        });
        const event = { containerId: container.id, escalationId: id, decision };
        await recordEvent(tx, { kind: "escalation.resolved", ...event }, nowMs);
        await setVisitDecision(tx, container.visitId, { decision, at: new Date(nowMs) });
        await changeStatus(tx, { audit, nowMs }, container, statusAfter[decision]);
      },
    });
  },
);

async function refuse(
  tx: DatabaseOrTransaction,
  { escalation: row, container }: FoundEscalation,
  caller: Caller,
  { decision, findingsSeen = Infinity }: { decision: EscalationDecision; findingsSeen?: number | undefined },
) {
  const holds = await findStandingHolds(tx, container.id);
  if (row.state !== "RESOLVED" && !mayDecide(decision, caller.userId, holds)) {
    const message = "You decided to hold this container, so another supervisor must clear it.";
    return { code: "SECOND_PERSON_REQUIRED" as const, message };
  }
  return refuseResolve(row, caller) ?? (row.findings.length > findingsSeen ? UNSEEN : undefined);
}

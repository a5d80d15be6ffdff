import { container } from "@container-inspection/shared-schemas/containers";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { keepLane } from "../judging/keep-lane.ts";
import { readBackContainer } from "../record/container-store.ts";
import { openContainerForChange } from "../record/open-container.ts";
import { presentContainer } from "../record/present-container.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { createdWithEtag, fail } from "../../platform/http/replies.ts";
import { openNextVisit } from "./open-next-visit.ts";
import { staysUntilCleared } from "../record/visit-rules.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "post",
  path: "/v1/containers/{id}/visits",
  operationId: "openVisitV1",
  tags: ["Containers"],
  summary: "Begin a container's next visit",
  description:
    "For the owner or a supervisor, when the container has returned before devices can recognise that by the time " +
    "(`VISIT_GAP_HOURS`). The container becomes REGISTERED, without a category scan, and gets the manifests that wait for " +
    "its number; the previous visit keeps its own. Records that were taken before still go to the previous visit. A " +
    "container that is escalated, held or to be inspected must be cleared first; a visit without a scan or photo cannot be " +
    "followed by another. Honours If-Match, with the container's ETag.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    201: json(successEnvelope(container), "The container on its new visit"),
    ...errors("FORBIDDEN", "CONTAINER_NOT_FOUND", "VISIT_UNDECIDED", "VISIT_EMPTY", "PRECONDITION_FAILED"),
  },
});

export const openVisit = defineRoute(
  "operator",
  config,
  ({ db, matchRules, newId, nowMs: now }: Needs<"db" | "matchRules" | "newId" | "nowMs">) =>
    async (c) => {
      const caller = c.get("caller");
      const audit = auditOf(c, { newId, nowMs: now });
      return db.transaction(async (tx) => {
        const { found, refusal } = await openContainerForChange(c, tx, c.req.valid("param").id);
        if (refusal) return refusal;
        if (staysUntilCleared(found.container.status)) {
          const { status } = found.container;
          return fail(c, "VISIT_UNDECIDED", `The container is ${status}: it must be cleared before its next visit.`);
        }
        if (found.visit.lastWriteAt === null)
          return fail(c, "VISIT_EMPTY", "The current visit has no records yet. It takes the next scan or photo.");
        const nowMs = now();
        // A device's clock may be a little ahead: the visits of a container stay in order.
        const openedAt = new Date(Math.max(nowMs, found.visit.openedAt.getTime(), found.visit.lastWriteAt.getTime()));
        const opening = { openedAt, openedBy: "user" as const, openedById: caller.userId };
        const begun = await openNextVisit(tx, { newId, audit, nowMs }, found, opening);
        await keepLane(tx, { matchRules, nowMs }, begun.container);
        return createdWithEtag(c, presentContainer(await readBackContainer(tx, found.container.id)));
      });
    },
);

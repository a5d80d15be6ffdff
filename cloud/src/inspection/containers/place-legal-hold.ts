import { container, legalHoldRequest } from "@container-inspection/shared-schemas/containers";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { okWithEtag } from "../../platform/http/replies.ts";
import { updateContainer } from "../record/container-store.ts";
import { openContainerForChange } from "../record/open-container.ts";
import { presentContainer, snapshotContainer } from "../record/present-container.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "put",
  path: "/v1/containers/{id}/legal-hold",
  operationId: "placeLegalHoldV1",
  tags: ["Containers"],
  summary: "Place a container under a legal hold",
  description:
    "Until the hold is released, the container, its evidence and its pictures are not deleted, not even after their " +
    "retention period. Placing the hold again replaces its reason. Honours If-Match.",
  request: { params: z.object({ id: z.string() }), body: jsonBody(legalHoldRequest) },
  responses: {
    200: json(successEnvelope(container), "The container"),
    ...errors("VALIDATION_ERROR", "FORBIDDEN", "CONTAINER_NOT_FOUND", "PRECONDITION_FAILED"),
  },
});

export const placeLegalHold = defineRoute(
  "supervisor",
  config,
  ({ db, newId, nowMs }: Needs<"db" | "newId" | "nowMs">) =>
    async (c) => {
      const { id } = c.req.valid("param");
      const { reason } = c.req.valid("json");
      const { userId, email } = c.get("caller");
      const audit = auditOf(c, { newId, nowMs });
      return db.transaction(async (tx) => {
        const { found, refusal } = await openContainerForChange(c, tx, id);
        if (refusal) return refusal;
        if (found.container.legalHold?.reason === reason) return okWithEtag(c, presentContainer(found));
        const legalHold = { reason, placedAt: new Date(nowMs()).toISOString(), placedBy: { id: userId, email } };
        const changed = await updateContainer(tx, id, { legalHold }, nowMs());
        const [before, after] = [snapshotContainer(found.container), snapshotContainer(changed)];
        await audit(tx, { action: "container.place-legal-hold", subject: { type: "container", id }, before, after });
        await recordEvent(tx, { kind: "container.updated", containerId: id, changed: ["legalHold"] }, nowMs());
        return okWithEtag(c, presentContainer({ ...found, container: changed }));
      });
    },
);

import { messageEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, okMessage } from "../../platform/http/replies.ts";
import { mustStay } from "../record/container-rules.ts";
import { deleteContainerRow } from "../record/container-store.ts";
import { openContainerForChange } from "../record/open-container.ts";
import { snapshotContainer } from "../record/present-container.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "delete",
  path: "/v1/containers/{id}",
  operationId: "deleteContainerV1",
  tags: ["Containers"],
  summary: "Delete a container",
  description:
    "The container is no longer found, and its number and its manifests become free; its scans and photos stay in the " +
    "records. A later record of the number creates a new container. A container that is under a legal hold, escalated, held " +
    "or to be inspected cannot be deleted; a decision to hold stands until another supervisor clears the container. Honours If-Match.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(messageEnvelope, "The container is deleted"),
    ...errors("FORBIDDEN", "CONTAINER_NOT_FOUND", "CONTAINER_HELD", "PRECONDITION_FAILED"),
  },
});

export const deleteContainer = defineRoute(
  "admin",
  config,
  ({ db, newId, nowMs }: Needs<"db" | "newId" | "nowMs">) =>
    async (c) => {
      const { id } = c.req.valid("param");
      const audit = auditOf(c, { newId, nowMs });
      return db.transaction(async (tx) => {
        const { found, refusal } = await openContainerForChange(c, tx, id);
        if (refusal) return refusal;
        if (mustStay(found.container)) {
          const { legalHold, status } = found.container;
          const problem = legalHold ? "under a legal hold, which must be released" : `${status}: it must be cleared`;
          return fail(c, "CONTAINER_HELD", `The container is ${problem} before it can be deleted.`);
        }
        await deleteContainerRow(tx, id, nowMs());
        const before = snapshotContainer(found.container);
        await audit(tx, { action: "container.delete", subject: { type: "container", id }, before, after: null });
        await recordEvent(tx, { kind: "container.deleted", containerId: id, mergedIntoId: null }, nowMs());
        return okMessage(c, `Container ${found.container.containerNumber} deleted.`);
      });
    },
);

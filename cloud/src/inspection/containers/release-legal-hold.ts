import { container } from "@container-inspection/shared-schemas/containers";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import { updateContainer } from "../record/container-store.ts";
import { openContainerForChange } from "../record/open-container.ts";
import { presentContainer, snapshotContainer } from "../record/present-container.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "delete",
  path: "/v1/containers/{id}/legal-hold",
  operationId: "releaseLegalHoldV1",
  tags: ["Containers"],
  summary: "Release a container from its legal hold",
  description: "Pictures whose retention period has ended are deleted within one hour. Honours If-Match.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(successEnvelope(container), "The container"),
    ...errors("FORBIDDEN", "CONTAINER_NOT_FOUND", "LEGAL_HOLD_NOT_FOUND", "PRECONDITION_FAILED"),
  },
});

export const releaseLegalHold = defineRoute(
  "supervisor",
  config,
  ({ db, newId, nowMs }: Needs<"db" | "newId" | "nowMs">) =>
    async (c) => {
      const { id } = c.req.valid("param");
      const audit = auditOf(c, { newId, nowMs });
      return db.transaction(async (tx) => {
        const { found, refusal } = await openContainerForChange(c, tx, id);
        if (refusal) return refusal;
        if (!found.container.legalHold)
          return fail(c, "LEGAL_HOLD_NOT_FOUND", "This container is not under a legal hold.");
        const changed = await updateContainer(tx, id, { legalHold: null }, nowMs());
        const [before, after] = [snapshotContainer(found.container), snapshotContainer(changed)];
        await audit(tx, { action: "container.release-legal-hold", subject: { type: "container", id }, before, after });
        await recordEvent(tx, { kind: "container.updated", containerId: id, changed: ["legalHold"] }, nowMs());
        return okWithEtag(c, presentContainer({ ...found, container: changed }));
      });
    },
);

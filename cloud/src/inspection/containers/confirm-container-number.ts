import { nearMissesData } from "@container-inspection/shared-schemas/containers";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { updateContainer } from "../record/container-store.ts";
import { openContainerForChange } from "../record/open-container.ts";
import { confirmationOf, snapshotContainer } from "../record/present-container.ts";

const config = createRoute({
  method: "put",
  path: "/v1/containers/{id}/number-confirmation",
  operationId: "confirmContainerNumberV1",
  tags: ["Containers"],
  summary: "Confirm that a container's number was read correctly",
  description:
    "Confirming again changes nothing. Another number (`PUT .../container-number`) is not confirmed. Honours If-Match.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(successEnvelope(nearMissesData.pick({ confirmation: true })), "Who confirmed the number, and when"),
    ...errors("FORBIDDEN", "CONTAINER_NOT_FOUND", "PRECONDITION_FAILED"),
  },
});

export const confirmContainerNumber = defineRoute(
  "supervisor",
  config,
  ({ db, newId, nowMs }: Needs<"db" | "newId" | "nowMs">) =>
    async (c) => {
      const { id } = c.req.valid("param");
      const { userId, email } = c.get("caller");
      const audit = auditOf(c, { newId, nowMs });
      return db.transaction(async (tx) => {
        const { found, refusal } = await openContainerForChange(c, tx, id);
        if (refusal) return refusal;
        const earlier = confirmationOf(found.container);
        if (earlier) return ok(c, { confirmation: earlier });
        const { numberKey } = found.container;
        const confirmation = { confirmedAt: new Date(nowMs()).toISOString(), confirmedBy: { id: userId, email } };
        const change = { numberConfirmation: { ...confirmation, numberKey } };
        const changed = await updateContainer(tx, id, change, nowMs());
        const [before, after] = [snapshotContainer(found.container), snapshotContainer(changed)];
        await audit(tx, { action: "container.confirm-number", subject: { type: "container", id }, before, after });
        await recordEvent(tx, { kind: "container.updated", containerId: id, changed: ["containerNumber"] }, nowMs());
        return ok(c, { confirmation });
      });
    },
);

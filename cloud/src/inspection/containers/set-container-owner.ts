import { container, setContainerOwnerRequest } from "@container-inspection/shared-schemas/containers";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import { findActiveUser } from "../../people/accounts/user-store.ts";
import { updateContainer } from "../record/container-store.ts";
import { openContainerForChange } from "../record/open-container.ts";
import { presentContainer, snapshotContainer } from "../record/present-container.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "put",
  path: "/v1/containers/{id}/owner",
  operationId: "setContainerOwnerV1",
  tags: ["Containers"],
  summary: "Transfer a container to another owner",
  description:
    "Takes the id or the email address of the new owner. A disabled account counts as not found. The manifest stays " +
    "attached. Honours If-Match.",
  request: { params: z.object({ id: z.string() }), body: jsonBody(setContainerOwnerRequest) },
  responses: {
    200: json(successEnvelope(container), "The container"),
    ...errors("VALIDATION_ERROR", "FORBIDDEN", "CONTAINER_NOT_FOUND", "USER_NOT_FOUND", "PRECONDITION_FAILED"),
  },
});

export const setContainerOwner = defineRoute(
  "supervisor",
  config,
  ({ db, newId, nowMs }: Needs<"db" | "newId" | "nowMs">) =>
    async (c) => {
      const { id } = c.req.valid("param");
      const { ownerId, email = "" } = c.req.valid("json");
      const audit = auditOf(c, { newId, nowMs });
      return db.transaction(async (tx) => {
        const { found, refusal } = await openContainerForChange(c, tx, id);
        if (refusal) return refusal;
        const user = await findActiveUser(tx, ownerId === undefined ? { email } : { id: ownerId });
        if (!user) return fail(c, "USER_NOT_FOUND", "No active account has this id or email address.");
        if (user.id === found.owner.id) return okWithEtag(c, presentContainer(found));
        const changed = await updateContainer(tx, id, { ownerId: user.id }, nowMs());
        const [before, after] = [snapshotContainer(found.container), snapshotContainer(changed)];
        await audit(tx, { action: "container.set-owner", subject: { type: "container", id }, before, after });
        await recordEvent(tx, { kind: "container.updated", containerId: id, changed: ["owner"] }, nowMs());
        const owner = { id: user.id, email: user.email };
        return okWithEtag(c, presentContainer({ ...found, container: changed, owner }));
      });
    },
);

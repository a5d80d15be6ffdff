import { container } from "@container-inspection/shared-schemas/containers";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { keepLanes } from "../judging/keep-lane.ts";
import { attachedIds } from "../record/attached-manifest-store.ts";
import { readBackContainer } from "../record/container-store.ts";
import { openContainerForChange } from "../record/open-container.ts";
import { presentContainer, snapshotContainer } from "../record/present-container.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import { setAttached } from "./attachment-store.ts";
import { auditDetached } from "./audit-attached.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "delete",
  path: "/v1/containers/{id}/manifest",
  operationId: "detachManifestV1",
  tags: ["Manifests"],
  summary: "Detach the manifest from a container",
  description:
    "The manifest is kept, attached to no container; of several, all are detached. A container without a manifest is " +
    "MANIFEST_NOT_FOUND. Honours If-Match, with the container's ETag.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(successEnvelope(container), "The container"),
    ...errors("FORBIDDEN", "CONTAINER_NOT_FOUND", "MANIFEST_NOT_FOUND", "PRECONDITION_FAILED"),
  },
});

export const detachManifest = defineRoute(
  "operator",
  config,
  ({ db, matchRules, newId, nowMs }: Needs<"db" | "matchRules" | "newId" | "nowMs">) =>
    async (c) => {
      const { id } = c.req.valid("param");
      const audit = auditOf(c, { newId, nowMs });
      return db.transaction(async (tx) => {
        const { found, refusal } = await openContainerForChange(c, tx, id);
        if (refusal) return refusal;
        const [first, ...further] = attachedIds(found.container);
        if (first === undefined) return fail(c, "MANIFEST_NOT_FOUND", "No manifest is attached to this container.");
        await setAttached(tx, found.container, [], nowMs());
        await keepLanes(tx, { matchRules, nowMs: nowMs() }, id, (visitId) => visitId === found.visit.id);
        const changed = await readBackContainer(tx, id);
        const [before, after] = [snapshotContainer(found.container), snapshotContainer(changed.container)];
        await audit(tx, { action: "container.detach-manifest", subject: { type: "container", id }, before, after });
        await auditDetached(tx, audit, id, further);
        return okWithEtag(c, presentContainer(changed));
      });
    },
);

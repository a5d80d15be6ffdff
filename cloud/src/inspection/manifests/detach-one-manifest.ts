import { container } from "@container-inspection/shared-schemas/containers";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { attachedIds } from "../record/attached-manifest-store.ts";
import { readBackContainer } from "../record/container-store.ts";
import { openContainerForChange } from "../record/open-container.ts";
import { presentContainer } from "../record/present-container.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import { detachManifest } from "./attachment-store.ts";
import { auditDetached } from "./audit-attached.ts";
import { escalateMismatch } from "./escalate-mismatch.ts";
import { lockManifest } from "../record/manifest-store.ts";
import type { ManifestParts } from "./write-manifest.ts";

const config = createRoute({
  method: "delete",
  path: "/v1/containers/{id}/manifests/{manifestId}",
  operationId: "detachOneManifestV1",
  tags: ["Manifests"],
  summary: "Detach one of the manifests of a container",
  description:
    "The manifest is kept, attached to no container; the others stay attached. One that is not attached to the container is " +
    "MANIFEST_NOT_FOUND. Critical findings that this causes escalate the container. Honours If-Match, with the container's ETag.",
  request: { params: z.object({ id: z.string(), manifestId: z.string() }) },
  responses: {
    200: json(successEnvelope(container), "The container"),
    ...errors("FORBIDDEN", "CONTAINER_NOT_FOUND", "MANIFEST_NOT_FOUND", "PRECONDITION_FAILED"),
  },
});

export const detachOneManifest = defineRoute("operator", config, (parts: ManifestParts) => async (c) => {
  const { id, manifestId } = c.req.valid("param");
  const writing = { ...parts, audit: auditOf(c, parts), nowMs: parts.nowMs() };
  return parts.db.transaction(async (tx) => {
    // The manifest before the container, as in every transaction that takes both.
    const manifest = await lockManifest(tx, manifestId);
    const { found, refusal } = await openContainerForChange(c, tx, id);
    if (refusal) return refusal;
    if (!manifest || !attachedIds(found.container).includes(manifestId))
      return fail(c, "MANIFEST_NOT_FOUND", "This manifest is not attached to this container.");
    await detachManifest(tx, manifestId, writing.nowMs);
    await auditDetached(tx, writing.audit, id, [manifestId]);
    await escalateMismatch(tx, writing, id, { attached: (now) => [...now, manifest.manifest] });
    return okWithEtag(c, presentContainer(await readBackContainer(tx, id)));
  });
});

import { container } from "@container-inspection/shared-schemas/containers";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { attachedIds } from "../record/attached-manifest-store.ts";
import { presentContainer } from "../record/present-container.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import { attachRefusals, finishAttachment, MOVES, openAttachment, supplyLeftContainer } from "./attach-steps.ts";
import { attachManifest } from "./attachment-store.ts";
import { auditAttached } from "./audit-attached.ts";
import { MAX_ATTACHED } from "./house-bill-rules.ts";
import { findManifestRows } from "../record/manifest-store.ts";
import type { ManifestParts } from "./write-manifest.ts";

const config = createRoute({
  method: "put",
  path: "/v1/containers/{id}/manifests/{manifestId}",
  operationId: "attachFurtherManifestV1",
  tags: ["Manifests"],
  summary: "Attach a further manifest to a container",
  description:
    "For house bills of a consolidated container: the manifests that the container has stay attached, and what all of them " +
    "declare is compared with the pictures together. House bills that name the container attach by themselves, see " +
    `\`POST /v1/manifests\`. At most ${MAX_ATTACHED} manifests; one more is MANIFEST_CONFLICT. ${MOVES}`,
  request: { params: z.object({ id: z.string(), manifestId: z.string() }) },
  responses: {
    200: json(successEnvelope(container), "The container"),
    ...attachRefusals,
    ...errors("MANIFEST_CONFLICT"),
  },
});

export const attachFurtherManifest = defineRoute("operator", config, (parts: ManifestParts) => async (c) => {
  const { id, manifestId } = c.req.valid("param");
  const writing = { ...parts, audit: auditOf(c, parts), nowMs: parts.nowMs() };
  return parts.db.transaction(async (tx) => {
    const { opened, refusal } = await openAttachment(c, tx, { id, manifestId });
    if (refusal) return refusal;
    const { found } = opened;
    const ids = attachedIds(found.container);
    if (ids.includes(manifestId)) return okWithEtag(c, presentContainer(found));
    if (ids.length >= MAX_ATTACHED)
      return fail(c, "MANIFEST_CONFLICT", `The container has ${MAX_ATTACHED} manifests. Detach one of them first.`);
    const before = await findManifestRows(tx, ids);
    const left = await attachManifest(tx, found.container, manifestId, writing.nowMs);
    await auditAttached(tx, writing.audit, id, [manifestId]);
    await supplyLeftContainer(tx, writing, left, opened.manifest.manifest);
    return okWithEtag(c, presentContainer(await finishAttachment(tx, writing, opened, before)));
  });
});

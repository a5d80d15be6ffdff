import { attachManifestRequest, container } from "@container-inspection/shared-schemas/containers";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { attachedIds } from "../record/attached-manifest-store.ts";
import { presentContainer, snapshotContainer } from "../record/present-container.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { json, jsonBody } from "../../platform/http/describe.ts";
import { okWithEtag } from "../../platform/http/replies.ts";
import {
  type Attaching,
  attachRefusals,
  finishAttachment,
  MOVES,
  openAttachment,
  type OpenedAttachment,
  supplyLeftContainer,
} from "./attach-steps.ts";
import { detachManifest, setAttached } from "./attachment-store.ts";
import { auditDetached } from "./audit-attached.ts";
import { findManifestRows } from "../record/manifest-store.ts";
import type { ManifestParts } from "./write-manifest.ts";

const config = createRoute({
  method: "put",
  path: "/v1/containers/{id}/manifest",
  operationId: "attachManifestV1",
  tags: ["Manifests"],
  summary: "Attach a manifest to a container",
  description: `Replaces the manifests that the container had, which are then attached to no container. ${MOVES}`,
  request: { params: z.object({ id: z.string() }), body: jsonBody(attachManifestRequest) },
  responses: { 200: json(successEnvelope(container), "The container"), ...attachRefusals },
});

export const attachManifest = defineRoute("operator", config, (parts: ManifestParts) => async (c) => {
  const { manifestId } = c.req.valid("json");
  const writing = { ...parts, audit: auditOf(c, parts), nowMs: parts.nowMs() };
  return parts.db.transaction(async (tx) => {
    const { opened, refusal } = await openAttachment(c, tx, { id: c.req.valid("param").id, manifestId });
    if (refusal) return refusal;
    const { found } = opened;
    const ids = attachedIds(found.container);
    if (ids.length === 1 && ids[0] === manifestId) return okWithEtag(c, presentContainer(found));
    const before = await findManifestRows(tx, ids);
    await replaceAll(tx, writing, opened);
    return okWithEtag(c, presentContainer(await finishAttachment(tx, writing, opened, before)));
  });
});

/** Attaches the manifest in place of all that the container had. */
async function replaceAll(
  tx: DatabaseOrTransaction,
  writing: Attaching,
  { found, manifest: { manifest } }: OpenedAttachment,
) {
  const { id } = found.container;
  const [first, ...further] = attachedIds(found.container);
  const isHere = first === manifest.id || further.includes(manifest.id);
  const left = isHere ? undefined : await detachManifest(tx, manifest.id, writing.nowMs);
  const changed = await setAttached(tx, found.container, [manifest.id], writing.nowMs);
  const subject = { type: "container", id };
  const [before, after] = [snapshotContainer(found.container), snapshotContainer(changed)];
  if (first !== manifest.id) await writing.audit(tx, { action: "container.attach-manifest", subject, before, after });
  await auditDetached(
    tx,
    writing.audit,
    id,
    further.filter((one) => one !== manifest.id),
  );
  await supplyLeftContainer(tx, writing, left, manifest);
}

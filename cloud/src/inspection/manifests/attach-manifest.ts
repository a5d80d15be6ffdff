import { attachManifestRequest, container, successEnvelope } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { maySeeContainer } from "../containers/container-rules.ts";
import { findContainer, lockContainers, readBackContainer } from "../containers/container-store.ts";
import { openContainerForChange } from "../containers/open-container.ts";
import { presentContainer, snapshotContainer } from "../containers/present-container.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import { attachManifest as attach } from "./attachment-store.ts";
import { escalateMismatch } from "./escalate-mismatch.ts";
import { replaceManifest } from "./replace-manifest.ts";
import { lockManifestAndNumbers } from "./lock-numbers.ts";
import { openManifest } from "./open-manifest.ts";
import type { ManifestParts } from "./write-manifest.ts";

const config = createRoute({
  method: "put",
  path: "/v1/containers/{id}/manifest",
  operationId: "attachManifestV1",
  tags: ["Manifests"],
  summary: "Attach a manifest to a container",
  description:
    "Replaces the manifest that the container had, which is then attached to no container. A manifest that is attached to " +
    "another container moves, if the caller may also see that container, which then gets the manifest that waits for it. " +
    "The numbers need not agree: the match reports a difference, and its critical findings escalate the container. The " +
    "manifest belongs to the current visit; older visits keep theirs. Honours If-Match, with the container's ETag.",
  request: { params: z.object({ id: z.string() }), body: jsonBody(attachManifestRequest) },
  responses: {
    200: json(successEnvelope(container), "The container"),
    ...errors("VALIDATION_ERROR", "FORBIDDEN", "CONTAINER_NOT_FOUND", "MANIFEST_NOT_FOUND", "PRECONDITION_FAILED"),
  },
});

export const attachManifest = defineRoute("operator", config, (parts: ManifestParts) => async (c) => {
  const { db } = parts;
  const { id } = c.req.valid("param");
  const { manifestId } = c.req.valid("json");
  const audit = auditOf(c, parts);
  return db.transaction(async (tx) => {
    // Number, manifest, container: the order in which all that attach take their locks, so that none waits for another
    // in a circle.
    const manifest = await lockManifestAndNumbers(tx, manifestId);
    const { found, refusal } = await openContainerForChange(c, tx, id, async () => {
      await lockContainers(tx, [id, ...(manifest?.container ? [manifest.container.id] : [])]);
      return findContainer(tx, id);
    });
    if (refusal) return refusal;
    const opened = await openManifest(c, tx, manifestId, async () => manifest);
    if (opened.refusal) return opened.refusal;
    const from = opened.found.container;
    if (from && !maySeeContainer(c.get("caller"), from))
      return fail(c, "FORBIDDEN", "This manifest is attached to a container that belongs to another user.");
    if (found.container.manifestId === manifestId) return okWithEtag(c, presentContainer(found));
    const writing = { ...parts, audit, nowMs: parts.nowMs() };
    const left = await attach(tx, id, manifestId, writing.nowMs);
    const before = snapshotContainer(found.container);
    const after = { ...before, manifestId };
    await audit(tx, { action: "container.attach-manifest", subject: { type: "container", id }, before, after });
    if (left) {
      const subject = { type: "container", id: left.id };
      await audit(tx, {
        action: "container.detach-manifest",
        subject,
        before: { manifestId },
        after: { manifestId: null },
      });
      await replaceManifest(tx, writing, left);
    }
    await escalateMismatch(tx, writing, id, { manifest: null });
    const changed = await readBackContainer(tx, id);
    return okWithEtag(c, presentContainer(changed));
  });
});

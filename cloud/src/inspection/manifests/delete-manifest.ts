import { messageEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { okMessage } from "../../platform/http/replies.ts";
import { judgeEndedLater } from "../record/lane-jobs.ts";
import { detachManifest } from "./attachment-store.ts";
import { lockManifestAndNumbers } from "./lock-numbers.ts";
import { deleteManifestRow } from "../record/manifest-store.ts";
import { openManifestForChange } from "./open-manifest.ts";
import { presentManifest } from "./present-manifest.ts";
import { replaceManifest } from "./replace-manifest.ts";
import type { ManifestParts } from "./write-manifest.ts";

const config = createRoute({
  method: "delete",
  path: "/v1/manifests/{id}",
  operationId: "deleteManifestV1",
  tags: ["Manifests"],
  summary: "Delete a manifest",
  description:
    "The manifest is detached from its container, which keeps its other manifests and gets those that wait for its number, " +
    "and is no longer found. Critical findings that this causes escalate the container. Honours If-Match.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(messageEnvelope, "The manifest is deleted"),
    ...errors("FORBIDDEN", "MANIFEST_NOT_FOUND", "PRECONDITION_FAILED"),
  },
});

export const deleteManifest = defineRoute("operator", config, (parts: ManifestParts) => async (c) => {
  const { id } = c.req.valid("param");
  const audit = auditOf(c, parts);
  return parts.db.transaction(async (tx) => {
    const { found, refusal } = await openManifestForChange(c, tx, id, lockManifestAndNumbers);
    if (refusal) return refusal;
    const nowMs = parts.nowMs();
    const left = await detachManifest(tx, id, nowMs);
    await deleteManifestRow(tx, id, nowMs);
    await judgeEndedLater(tx, parts.jobs, id);
    if (left) await replaceManifest(tx, { ...parts, audit, nowMs }, left, found.manifest);
    const before = presentManifest(found);
    await audit(tx, { action: "manifest.delete", subject: { type: "manifest", id }, before, after: null });
    return okMessage(c, "Manifest deleted.");
  });
});

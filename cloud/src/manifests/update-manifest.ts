import { manifest, type ManifestRequest, manifestRequest, successEnvelope } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { type Audit, auditOf } from "../audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../db/connect.ts";
import type { Caller } from "../http/context.ts";
import { defineRoute } from "../http/define-route.ts";
import { errors, json, jsonBody } from "../http/describe.ts";
import { ifMatchHolds } from "../http/etag.ts";
import { fail, okWithEtag } from "../http/replies.ts";
import { attachToNamedContainer, lockNumber } from "./attachment-store.ts";
import { maySeeManifest } from "./manifest-rules.ts";
import { findManifest, type FoundManifest, lockManifest, mergeManifest } from "./manifest-store.ts";
import { presentManifest } from "./present-manifest.ts";

const config = createRoute({
  method: "put",
  path: "/v1/manifests/{id}",
  operationId: "updateManifestV1",
  tags: ["Manifests"],
  summary: "Update a manifest",
  description:
    "Replaces the top-level fields that are given and leaves the others; any status may follow any. A new containerNumber moves " +
    "the manifest to the container it names, when that one has no manifest and the caller may see it; otherwise an attached " +
    "manifest stays where it is. Honours If-Match.",
  request: { params: z.object({ id: z.string() }), body: jsonBody(manifestRequest) },
  responses: {
    200: json(successEnvelope(manifest), "The manifest"),
    ...errors("VALIDATION_ERROR", "FORBIDDEN", "MANIFEST_NOT_FOUND", "PRECONDITION_FAILED"),
  },
});

export const updateManifest = defineRoute("operator", config, ({ db, newId, nowMs }) => async (c) => {
  const { id } = c.req.valid("param");
  const fields = c.req.valid("json");
  const audit = auditOf(c, { newId, nowMs });
  return db.transaction(async (tx) => {
    if (fields.containerNumber) await lockNumber(tx, fields.containerNumber.key);
    const found = await lockManifest(tx, id);
    if (!found) return fail(c, "MANIFEST_NOT_FOUND", "There is no manifest with this id.");
    if (!maySeeManifest(c.get("caller"), found)) return fail(c, "FORBIDDEN", "This manifest belongs to somebody else.");
    if (!ifMatchHolds(c, presentManifest(found)))
      return fail(c, "PRECONDITION_FAILED", "The manifest has changed since it was read. Read it again.");
    return okWithEtag(
      c,
      presentManifest(await merge(tx, found, fields, { writer: c.get("caller"), audit, nowMs: nowMs() })),
    );
  });
});

async function merge(
  tx: DatabaseOrTransaction,
  found: FoundManifest,
  fields: ManifestRequest,
  { writer, audit, nowMs }: { writer: Caller; audit: Audit; nowMs: number },
): Promise<FoundManifest> {
  const { id, numberKey } = found.manifest;
  if (Object.keys(fields).length === 0) return found;
  await mergeManifest(tx, id, fields, nowMs);
  const named = fields.containerNumber?.key ?? null;
  const isNewNumber = named !== null && named !== numberKey;
  if (isNewNumber || found.container === null)
    await attachToNamedContainer(tx, { id, numberKey: named }, writer, nowMs);
  const changed = await findManifest(tx, id);
  if (!changed) throw new Error(`the locked manifest ${id} vanished`);
  const [before, after] = [presentManifest(found), presentManifest(changed)];
  await audit(tx, { action: "manifest.update", subject: { type: "manifest", id }, before, after });
  return changed;
}

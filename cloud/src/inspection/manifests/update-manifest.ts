import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { manifestBody, writtenManifest } from "@container-inspection/shared-schemas/manifests";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { ok } from "../../platform/http/replies.ts";
import { findNamedVisit } from "./attachment-store.ts";
import { lockManifestAndNumbers } from "./lock-numbers.ts";
import { lockManifest } from "../record/manifest-store.ts";
import { openManifestForChange } from "./open-manifest.ts";
import { readManifest, taggedManifest } from "./written-manifest.ts";
import { changeManifest, type ManifestParts } from "./write-manifest.ts";

const config = createRoute({
  method: "put",
  path: "/v1/manifests/{id}",
  operationId: "updateManifestV1",
  tags: ["Manifests"],
  summary: "Update a manifest",
  description:
    "Replaces the top-level fields that are given and leaves the others; null empties a field, so that a manifest can be " +
    "put back as it was read. Any status may follow any other. A new containerNumber moves the manifest to the container " +
    "that it names, where one created now would be attached; otherwise an attached manifest stays where it is." +
    " A request that changes nothing leaves the manifest unchanged. Numbers in the objects are kept as by POST, and `notUnderstood` lists values of the request as there. " +
    "Critical findings that the change causes against the scan of its container escalate that container. Honours If-Match.",
  request: { params: z.object({ id: z.string() }), body: jsonBody(manifestBody) },
  responses: {
    200: json(successEnvelope(writtenManifest), "The manifest"),
    ...errors("VALIDATION_ERROR", "FORBIDDEN", "MANIFEST_NOT_FOUND", "PRECONDITION_FAILED"),
  },
});

export const updateManifest = defineRoute(
  "operator",
  config,
  (parts: ManifestParts) => async (c) => {
    const { id } = c.req.valid("param");
    const { fields, notUnderstood } = readManifest(c.req.valid("json"));
    const writing = { ...parts, writer: c.get("caller"), audit: auditOf(c, parts), nowMs: parts.nowMs() };
    return parts.db.transaction(async (tx) => {
      const named = fields.containerNumber?.key;
      // Before the lock: a visit that begins from now on may pass over the manifest.
      const visitBefore = await findNamedVisit(tx, id);
      const { found, refusal } = await openManifestForChange(c, tx, id, async () =>
        named === undefined ? lockManifest(tx, id) : lockManifestAndNumbers(tx, id, named),
      );
      if (refusal) return refusal;
      const changed = await changeManifest(tx, writing, { found, fields, visitBefore });
      return ok(c, taggedManifest(c, changed, notUnderstood));
    });
  },
  { exactNumbers: true },
);

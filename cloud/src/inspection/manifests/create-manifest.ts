import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { manifestBody, writtenManifest } from "@container-inspection/shared-schemas/manifests";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { created } from "../../platform/http/replies.ts";
import { lockNumber } from "./attachment-store.ts";
import { readManifest, taggedManifest } from "./written-manifest.ts";
import { addManifest, type ManifestParts } from "./write-manifest.ts";

const config = createRoute({
  method: "post",
  path: "/v1/manifests",
  operationId: "createManifestV1",
  tags: ["Manifests"],
  summary: "Create a manifest",
  description:
    "Its status is DRAFT by default. It is attached to the container that its containerNumber names, when that container " +
    "has no manifest, is on a visit that is not over, and the caller may see it. A house bill is attached beside the " +
    "manifests of such a container, before a decision: all have bills of lading that differ, none names another voyage " +
    "number or ship, and they were created within 30 days. Otherwise the manifest waits: the newest one that waits for a " +
    "number, and its house bills, are attached when the container appears or begins its next visit, if the creator of the " +
    "manifest may see it. `notUnderstood` lists the values that are not kept, that no rule can compare as they are " +
    "written, and a wrong check digit: all else of the request is written. The content of the objects is kept unchanged; numbers in it that a double cannot hold, such as " +
    "12345678901234567890, are kept as text. A container whose scan does not fit the manifest, with critical findings, is " +
    "escalated.",
  request: { body: jsonBody(manifestBody) },
  responses: { 201: json(successEnvelope(writtenManifest), "The manifest"), ...errors("VALIDATION_ERROR") },
});

export const createManifest = defineRoute(
  "operator",
  config,
  (parts: ManifestParts) => async (c) => {
    const { fields, notUnderstood } = readManifest(c.req.valid("json"));
    const writing = { ...parts, writer: c.get("caller"), audit: auditOf(c, parts), nowMs: parts.nowMs() };
    const made = await parts.db.transaction(async (tx) => {
      if (fields.containerNumber) await lockNumber(tx, fields.containerNumber.key);
      return addManifest(tx, writing, fields);
    });
    return created(c, taggedManifest(c, made, notUnderstood));
  },
  { exactNumbers: true },
);

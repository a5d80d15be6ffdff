import { manifest, manifestRequest, successEnvelope } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../audit/create-audit.ts";
import { defineRoute } from "../http/define-route.ts";
import { errors, json, jsonBody } from "../http/describe.ts";
import { etagOf } from "../http/etag.ts";
import { created } from "../http/replies.ts";
import { attachToNamedContainer, lockNumber } from "./attachment-store.ts";
import { findManifest, insertManifest } from "./manifest-store.ts";
import { presentManifest } from "./present-manifest.ts";

const config = createRoute({
  method: "post",
  path: "/v1/manifests",
  operationId: "createManifestV1",
  tags: ["Manifests"],
  summary: "Declare what a container holds",
  description:
    "A DRAFT unless it says otherwise. It attaches by itself to the container that its containerNumber names, when that one has " +
    "no manifest and the caller may see it. If the container does not exist yet, the newest manifest that waits for its number is " +
    "attached when it appears, if the manifest's maker may see it. What is inside the objects is kept as it is.",
  request: { body: jsonBody(manifestRequest) },
  responses: { 201: json(successEnvelope(manifest), "The manifest"), ...errors("VALIDATION_ERROR") },
});

export const createManifest = defineRoute("operator", config, ({ db, newId, nowMs: now }) => async (c) => {
  const caller = c.get("caller");
  const fields = c.req.valid("json");
  const nowMs = now();
  const audit = auditOf(c, { newId, nowMs: now });
  const data = await db.transaction(async (tx) => {
    const id = newId();
    const numberKey = fields.containerNumber?.key ?? null;
    if (numberKey !== null) await lockNumber(tx, numberKey);
    await insertManifest(tx, { id, createdById: caller.userId, fields, nowMs });
    await attachToNamedContainer(tx, { id, numberKey }, caller, nowMs);
    const found = await findManifest(tx, id);
    if (!found) throw new Error(`the manifest ${id} vanished in the transaction that made it`);
    const after = presentManifest(found);
    await audit(tx, { action: "manifest.create", subject: { type: "manifest", id }, before: null, after });
    return after;
  });
  c.header("ETag", etagOf(data));
  return created(c, data);
});

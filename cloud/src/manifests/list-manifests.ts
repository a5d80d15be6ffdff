import { listManifestsQuery, manifest, objectId, page, successEnvelope } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../http/define-route.ts";
import { errors, json } from "../http/describe.ts";
import { cursorOf, pageOf } from "../http/pages.ts";
import { ok } from "../http/replies.ts";
import { findManifests } from "./manifest-list-store.ts";
import { presentManifest } from "./present-manifest.ts";

const config = createRoute({
  method: "get",
  path: "/v1/manifests",
  operationId: "listManifestsV1",
  tags: ["Manifests"],
  summary: "List manifests, newest first",
  description: "Operators see the manifests they made and those of containers they own, supervisors and admins all.",
  request: { query: listManifestsQuery.extend({ cursor: cursorOf(objectId).optional() }) },
  responses: { 200: json(successEnvelope(page(manifest)), "One page"), ...errors("VALIDATION_ERROR") },
});

export const listManifests = defineRoute("operator", config, ({ db }) => async (c) => {
  const { role, userId } = c.get("caller");
  const { limit, cursor, ...filter } = c.req.valid("query");
  const visibleTo = role === "operator" ? userId : undefined;
  const rows = await findManifests(db, { ...filter, visibleTo, beforeId: cursor, limit: limit + 1 });
  return ok(
    c,
    pageOf(rows, limit, (row) => row.manifest.id, presentManifest),
  );
});

import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { listManifestsQuery, manifest } from "@container-inspection/shared-schemas/manifests";
import { objectId } from "@container-inspection/shared-schemas/object-id";
import { countedPage } from "@container-inspection/shared-schemas/primitives";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { ok } from "../../platform/http/replies.ts";
import { countManifests, findManifests } from "./manifest-list-store.ts";
import { presentManifest } from "./present-manifest.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/manifests",
  operationId: "listManifestsV1",
  tags: ["Manifests"],
  summary: "List manifests, newest first",
  description:
    "Operators see the manifests they created and those of containers they own, supervisors and admins see all.",
  request: { query: listManifestsQuery.extend({ cursor: cursorOf(objectId).optional() }) },
  responses: { 200: json(successEnvelope(countedPage(manifest)), "One page"), ...errors("VALIDATION_ERROR") },
});

export const listManifests = defineRoute(
  "operator",
  config,
  ({ db }: Needs<"db">) =>
    async (c) => {
      const { role, userId } = c.get("caller");
      const { limit, cursor, total, ...asked } = c.req.valid("query");
      const filter = { ...asked, visibleTo: role === "operator" ? userId : undefined };
      const rows = await findManifests(db, { ...filter, beforeId: cursor, limit: limit + 1 });
      const shown = pageOf(rows, limit, (row) => row.manifest.id, presentManifest);
      return ok(c, total ? { ...shown, total: await countManifests(db, filter) } : shown);
    },
  { readsReplica: true },
);

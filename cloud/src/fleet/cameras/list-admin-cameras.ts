import { camera } from "@container-inspection/shared-schemas/cameras";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { page, text } from "@container-inspection/shared-schemas/primitives";
import { listAdminCamerasQuery } from "@container-inspection/shared-schemas/topology";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { ok } from "../../platform/http/replies.ts";
import { findCameras } from "./camera-store.ts";
import { presentCamera } from "./present-camera.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/admin/cameras",
  operationId: "listAdminCamerasV1",
  tags: ["Cameras"],
  summary: "List cameras by id, including those that sent records but are not registered",
  request: { query: listAdminCamerasQuery.extend({ cursor: cursorOf(text(200)).optional() }) },
  responses: { 200: json(successEnvelope(page(camera)), "One page"), ...errors("VALIDATION_ERROR") },
});

export const listAdminCameras = defineRoute(
  "admin",
  config,
  ({ db }: Needs<"db">) =>
    async (c) => {
      const { limit, cursor, ...filter } = c.req.valid("query");
      const rows = await findCameras(db, { ...filter, afterId: cursor, limit: limit + 1 });
      return ok(
        c,
        pageOf(rows, limit, (row) => row.cameraId, presentCamera),
      );
    },
  { readsReplica: true },
);

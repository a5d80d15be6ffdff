import { edgeDevice, listEdgeDevicesQuery } from "@container-inspection/shared-schemas/edge-devices";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { objectId } from "@container-inspection/shared-schemas/object-id";
import { countedPage } from "@container-inspection/shared-schemas/primitives";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { ok } from "../../platform/http/replies.ts";
import { countEdgeDevices, findEdgeDevices } from "../register/edge-device-store.ts";
import { presentEdgeDevice } from "./present-edge-device.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/admin/edge-devices",
  operationId: "listEdgeDevicesV1",
  tags: ["Edge devices"],
  summary: "List edge devices, newest first",
  request: { query: listEdgeDevicesQuery.extend({ cursor: cursorOf(objectId).optional() }) },
  responses: { 200: json(successEnvelope(countedPage(edgeDevice)), "One page"), ...errors("VALIDATION_ERROR") },
});

export const listEdgeDevices = defineRoute(
  "admin",
  config,
  ({ db }: Needs<"db">) =>
    async (c) => {
      const { limit, cursor, total, ...filter } = c.req.valid("query");
      const rows = await findEdgeDevices(db, { ...filter, beforeId: cursor, limit: limit + 1 });
      const shown = pageOf(rows, limit, (row) => row.id, presentEdgeDevice);
      return ok(c, total ? { ...shown, total: await countEdgeDevices(db, filter) } : shown);
    },
  { readsReplica: true },
);

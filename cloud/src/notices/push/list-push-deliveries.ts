import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { objectId } from "@container-inspection/shared-schemas/object-id";
import { page } from "@container-inspection/shared-schemas/primitives";
import { listPushDeliveriesQuery, pushDelivery } from "@container-inspection/shared-schemas/push";
import { createRoute, type z } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { ok } from "../../platform/http/replies.ts";
import { type PushDeliveryRow, pushStore } from "./push-delivery-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/admin/push-deliveries",
  operationId: "listPushDeliveriesV1",
  tags: ["Admin"],
  summary: "List push notices to phones and browsers, newest first",
  description:
    "One delivery for each phone or browser of a supervisor or admin. Each is attempted for up to four hours and kept for 30 days.",
  request: { query: listPushDeliveriesQuery.extend({ cursor: cursorOf(objectId).optional() }) },
  responses: { 200: json(successEnvelope(page(pushDelivery)), "One page"), ...errors("VALIDATION_ERROR") },
});

export const listPushDeliveries = defineRoute(
  "admin",
  config,
  ({ db }: Needs<"db">) =>
    async (c) => {
      const { limit, cursor, status, deviceId } = c.req.valid("query");
      const rows = await pushStore.list(db, { equal: { status, deviceId }, beforeId: cursor, limit: limit + 1 });
      return ok(
        c,
        pageOf(rows, limit, ({ id }) => id, presentPushDelivery),
      );
    },
  { readsReplica: true },
);

function presentPushDelivery(delivery: PushDeliveryRow): z.infer<typeof pushDelivery> {
  const { id, kind, title, body, data, channel, deviceId, userId, status, attempts, lastError } = delivery;
  const times = { createdAt: delivery.createdAt.toISOString(), sentAt: delivery.sentAt?.toISOString() ?? null };
  return { id, kind, title, body, data, channel, deviceId, userId, status, attempts, lastError, ...times };
}

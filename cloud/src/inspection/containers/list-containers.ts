import { container, listContainersQuery, objectId, page, successEnvelope } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { ok } from "../../platform/http/replies.ts";
import { findContainers } from "./container-store.ts";
import { presentContainer } from "./present-container.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/containers",
  operationId: "listContainersV1",
  tags: ["Containers"],
  summary: "List containers, newest first",
  description: "Operators see the containers they own, supervisors and admins see all.",
  request: { query: listContainersQuery.extend({ cursor: cursorOf(objectId).optional() }) },
  responses: { 200: json(successEnvelope(page(container)), "One page"), ...errors("VALIDATION_ERROR") },
});

export const listContainers = defineRoute("operator", config, ({ db }: Needs<"db">) => async (c) => {
  const { role, userId } = c.get("caller");
  const { limit, cursor, ownerId, status, q, from, to } = c.req.valid("query");
  const ownerIds = [...(role === "operator" ? [userId] : []), ...(ownerId === undefined ? [] : [ownerId])];
  const rows = await findContainers(db, { status, q, from, to, ownerIds, beforeId: cursor, limit: limit + 1 });
  return ok(
    c,
    pageOf(rows, limit, (row) => row.container.id, presentContainer),
  );
});

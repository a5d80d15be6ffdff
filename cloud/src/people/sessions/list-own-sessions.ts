import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { objectId } from "@container-inspection/shared-schemas/object-id";
import { page } from "@container-inspection/shared-schemas/primitives";
import { listSessionsQuery, session } from "@container-inspection/shared-schemas/sessions";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { presentSession } from "./present-session.ts";
import { findSessionsOf } from "./session-list-store.ts";

const config = createRoute({
  method: "get",
  path: "/v1/user/me/sessions",
  operationId: "listOwnSessionsV1",
  tags: ["Users"],
  summary: "List the caller's sessions, newest first",
  request: { query: listSessionsQuery.extend({ cursor: cursorOf(objectId).optional() }) },
  responses: { 200: json(successEnvelope(page(session)), "One page"), ...errors("VALIDATION_ERROR") },
});

export const listOwnSessions = defineRoute("operator", config, ({ db, nowMs }: Needs<"db" | "nowMs">) => async (c) => {
  const { limit, cursor } = c.req.valid("query");
  const { userId, sessionId } = c.get("caller");
  const rows = await findSessionsOf(db, { userId, beforeId: cursor, limit: limit + 1, now: new Date(nowMs()) });
  return ok(
    c,
    pageOf(
      rows,
      limit,
      (row) => row.id,
      (row) => presentSession(row, sessionId),
    ),
  );
});

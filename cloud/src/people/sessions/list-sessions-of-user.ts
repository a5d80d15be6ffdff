import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { objectId } from "@container-inspection/shared-schemas/object-id";
import { page } from "@container-inspection/shared-schemas/primitives";
import { listSessionsQuery, session } from "@container-inspection/shared-schemas/sessions";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { findUserById } from "../accounts/user-store.ts";
import { presentSession } from "./present-session.ts";
import { findSessionsOf } from "./session-list-store.ts";

const config = createRoute({
  method: "get",
  path: "/v1/admin/users/{id}/sessions",
  operationId: "listSessionsOfUserV1",
  tags: ["Admin"],
  summary: "List a user's sessions, newest first",
  request: {
    params: z.object({ id: z.string() }),
    query: listSessionsQuery.extend({ cursor: cursorOf(objectId).optional() }),
  },
  responses: {
    200: json(successEnvelope(page(session)), "One page"),
    ...errors("VALIDATION_ERROR", "USER_NOT_FOUND"),
  },
});

export const listSessionsOfUser = defineRoute("admin", config, ({ db, nowMs }: Needs<"db" | "nowMs">) => async (c) => {
  const { id: userId } = c.req.valid("param");
  const { limit, cursor } = c.req.valid("query");
  const account = await findUserById(db, userId);
  if (!account || account.isService) return fail(c, "USER_NOT_FOUND", "User not found.");
  const rows = await findSessionsOf(db, { userId, beforeId: cursor, limit: limit + 1, now: new Date(nowMs()) });
  return ok(
    c,
    pageOf(
      rows,
      limit,
      (row) => row.id,
      (row) => presentSession(row, c.get("caller").sessionId),
    ),
  );
});

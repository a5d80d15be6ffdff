import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { savedView, saveViewRequest } from "@container-inspection/shared-schemas/saved-views";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import { presentSavedView } from "./present-saved-view.ts";
import { countSavedViews, findSavedView, putSavedView } from "./saved-view-store.ts";
import { lockUser } from "../accounts/user-store.ts";
import type { Needs } from "../parts.ts";

const MAX_VIEWS = 50;

const config = createRoute({
  method: "put",
  path: "/v1/user/me/saved-views",
  operationId: "saveViewV1",
  tags: ["Users"],
  summary: "Save a view of the review queue",
  description: "Replaces the caller's view of the same name. A user has at most 50.",
  request: { body: jsonBody(saveViewRequest) },
  responses: {
    200: json(successEnvelope(savedView), "The view"),
    ...errors("VALIDATION_ERROR", "TOO_MANY_SAVED_VIEWS"),
  },
});

export const saveView = defineRoute("supervisor", config, (parts: Needs<"db" | "newId" | "nowMs">) => async (c) => {
  const { name, search } = c.req.valid("json");
  const { userId } = c.get("caller");
  const audit = auditOf(c, parts);
  const now = new Date(parts.nowMs());
  return parts.db.transaction(async (tx) => {
    // One change of a user's views at a time.
    await lockUser(tx, userId);
    const found = await findSavedView(tx, { userId, name });
    if (!found && (await countSavedViews(tx, userId)) >= MAX_VIEWS)
      return fail(c, "TOO_MANY_SAVED_VIEWS", `The limit of ${MAX_VIEWS} saved views is reached. Delete one first.`);
    const row = {
      id: found?.id ?? parts.newId(),
      userId,
      name,
      search,
      createdAt: found?.createdAt ?? now,
      updatedAt: now,
    };
    await putSavedView(tx, row);
    const [before, after] = [found ? presentSavedView(found) : null, presentSavedView(row)];
    await audit(tx, { action: "user.save-view", subject: { type: "user", id: userId }, before, after });
    return ok(c, after);
  });
});

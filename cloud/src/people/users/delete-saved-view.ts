import { messageEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, okMessage } from "../../platform/http/replies.ts";
import { presentSavedView } from "./present-saved-view.ts";
import { removeSavedView } from "./saved-view-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "delete",
  path: "/v1/user/me/saved-views/{id}",
  operationId: "deleteSavedViewV1",
  tags: ["Users"],
  summary: "Delete a saved view",
  description: "A view of another user is not found.",
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: json(messageEnvelope, "The view is deleted"), ...errors("SAVED_VIEW_NOT_FOUND") },
});

export const deleteSavedView = defineRoute(
  "supervisor",
  config,
  (parts: Needs<"db" | "newId" | "nowMs">) => async (c) => {
    const { id } = c.req.valid("param");
    const { userId } = c.get("caller");
    const audit = auditOf(c, parts);
    const isDeleted = await parts.db.transaction(async (tx) => {
      const removed = await removeSavedView(tx, { userId, id });
      if (!removed) return false;
      const subject = { type: "user", id: userId };
      await audit(tx, { action: "user.delete-view", subject, before: presentSavedView(removed), after: null });
      return true;
    });
    if (!isDeleted) return fail(c, "SAVED_VIEW_NOT_FOUND", "You have no saved view with this id.");
    return okMessage(c, "View deleted.");
  },
);

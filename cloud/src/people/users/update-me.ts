import { me, successEnvelope, updateMeRequest } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { ifMatchHolds } from "../../platform/http/etag.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import { presentMe } from "./present-user.ts";
import { lockUser, setName } from "./user-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "put",
  path: "/v1/user/me",
  operationId: "updateMeV1",
  tags: ["Users"],
  summary: "Change the caller's name",
  description: "Honours If-Match.",
  request: { body: jsonBody(updateMeRequest) },
  responses: {
    200: json(successEnvelope(me), "The account"),
    ...errors("VALIDATION_ERROR", "PRECONDITION_FAILED"),
  },
});

export const updateMe = defineRoute(
  "operator",
  config,
  ({ db, newId, nowMs }: Needs<"db" | "newId" | "nowMs">) =>
    async (c) => {
      const { name } = c.req.valid("json");
      const audit = auditOf(c, { newId, nowMs });
      return db.transaction(async (tx) => {
        const found = await lockUser(tx, c.get("caller").userId);
        if (!found) throw new Error(`the account ${c.get("caller").userId} vanished under its session`);
        if (!ifMatchHolds(c, presentMe(found)))
          return fail(c, "PRECONDITION_FAILED", "The account has changed since it was read. Read it again.");
        if (name !== found.name) await setName(tx, found.id, { name, now: new Date(nowMs()) });
        const states = { before: { name: found.name }, after: { name } };
        await audit(tx, { action: "user.set-name", subject: { type: "user", id: found.id }, ...states });
        return okWithEtag(c, presentMe({ ...found, name }));
      });
    },
);

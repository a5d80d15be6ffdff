import { me, updateMeRequest } from "@container-inspection/shared-schemas/auth";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { ifMatchHolds } from "../../platform/http/etag.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import { presentMe } from "./present-user.ts";
import { lockUser, setPersonalData } from "../accounts/user-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "put",
  path: "/v1/user/me",
  operationId: "updateMeV1",
  tags: ["Users"],
  summary: "Change the caller's name and time zone",
  description: "Omitted fields do not change; the time zone null is that of the device. Honours If-Match.",
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
      const wanted = c.req.valid("json");
      const caller = c.get("caller");
      const audit = auditOf(c, { newId, nowMs });
      return db.transaction(async (tx) => {
        const found = await lockUser(tx, caller.userId);
        if (!found) throw new Error(`the account ${caller.userId} was not found although its session is valid`);
        const before = { name: found.name, timeZone: found.timeZone };
        if (!ifMatchHolds(c, presentMe({ ...caller, ...before })))
          return fail(c, "PRECONDITION_FAILED", "The account has changed since it was read. Read it again.");
        const { name = found.name, timeZone = found.timeZone } = wanted;
        const after = { name, timeZone };
        const isChanged = name !== found.name || timeZone !== found.timeZone;
        if (isChanged) await setPersonalData(tx, found.id, { ...after, now: new Date(nowMs()) });
        await audit(tx, { action: "user.set-name", subject: { type: "user", id: found.id }, before, after });
        return okWithEtag(c, presentMe({ ...caller, ...after }));
      });
    },
);

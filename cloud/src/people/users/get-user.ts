import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { user } from "@container-inspection/shared-schemas/users";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, notModified } from "../../platform/http/describe.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import { presentUser } from "./present-user.ts";
import { findUserById } from "../accounts/user-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/admin/users/{id}",
  operationId: "getUserV1",
  tags: ["Admin"],
  summary: "Get an account",
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: json(successEnvelope(user), "The account"), ...notModified, ...errors("USER_NOT_FOUND") },
});

export const getUser = defineRoute("admin", config, ({ db }: Needs<"db">) => async (c) => {
  const found = await findUserById(db, c.req.valid("param").id);
  if (!found) return fail(c, "USER_NOT_FOUND", "Account not found.");
  return okWithEtag(c, presentUser(found));
});

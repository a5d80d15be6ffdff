import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { signInPolicy } from "@container-inspection/shared-schemas/second-factors";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { json, notModified } from "../../platform/http/describe.ts";
import { okWithEtag } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { findRequiredRoles } from "./policy-store.ts";

const config = createRoute({
  method: "get",
  path: "/v1/admin/sign-in-policy",
  operationId: "getSignInPolicyV1",
  tags: ["Admin"],
  summary: "Get which roles require a second factor",
  responses: { 200: json(successEnvelope(signInPolicy), "The policy"), ...notModified },
});

export const getSignInPolicy = defineRoute(
  "admin",
  config,
  ({ db }: Needs<"db">) =>
    async (c) =>
      okWithEtag(c, { secondFactorRequired: await findRequiredRoles(db) }),
);

import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { ownSecondFactors } from "@container-inspection/shared-schemas/second-factors";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { json } from "../../platform/http/describe.ts";
import { ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { countRecoveryCodes, findFactors } from "./factor-store.ts";
import { findRequiredRoles } from "./policy-store.ts";
import { presentFactor } from "./present-factor.ts";

const config = createRoute({
  method: "get",
  path: "/v1/user/me/second-factors",
  operationId: "getOwnSecondFactorsV1",
  tags: ["Users"],
  summary: "List the caller's second factors",
  responses: { 200: json(successEnvelope(ownSecondFactors), "The factors, without their secrets") },
});

export const getOwnSecondFactors = defineRoute(
  "operator",
  config,
  ({ db }: Needs<"db">) =>
    async (c) => {
      const { userId, role } = c.get("caller");
      const factors = (await findFactors(db, userId)).map(presentFactor);
      const recoveryCodesLeft = await countRecoveryCodes(db, userId);
      return ok(c, { factors, recoveryCodesLeft, required: (await findRequiredRoles(db)).includes(role) });
    },
  { isOpenBeforeSecondFactor: true },
);

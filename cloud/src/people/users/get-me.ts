import { me } from "@container-inspection/shared-schemas/auth";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { json, notModified } from "../../platform/http/describe.ts";
import { okWithEtag } from "../../platform/http/replies.ts";
import { presentMe } from "./present-user.ts";

const config = createRoute({
  method: "get",
  path: "/v1/user/me",
  operationId: "getMeV1",
  tags: ["Users"],
  summary: "Get the signed-in user",
  responses: { 200: json(successEnvelope(me), "The account"), ...notModified },
});

export const getMe = defineRoute("operator", config, () => async (c) => okWithEtag(c, presentMe(c.get("caller"))), {
  isOpenBeforeSecondFactor: true,
});

import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { topologyPlan } from "@container-inspection/shared-schemas/topology";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { json, notModified } from "../../platform/http/describe.ts";
import { okWithEtag } from "../../platform/http/replies.ts";
import { findPlan } from "./topology-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/admin/topology",
  operationId: "getTopologyPlanV1",
  tags: ["Cameras"],
  summary: "Get sites and lanes without their cameras, as a change sends them",
  responses: { 200: json(successEnvelope(topologyPlan), "The plan"), ...notModified },
});

export const getTopologyPlan = defineRoute(
  "admin",
  config,
  ({ db }: Needs<"db">) =>
    async (c) =>
      okWithEtag(c, await findPlan(db)),
);

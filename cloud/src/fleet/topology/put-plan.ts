import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { putTopologyRequest, topologyPlan } from "@container-inspection/shared-schemas/topology";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { ifMatchHolds } from "../../platform/http/etag.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import { checkPlanIds, withIds } from "./topology-rules.ts";
import { findPlan, lockTopology, replacePlan } from "./topology-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "put",
  path: "/v1/admin/topology",
  operationId: "putTopologyPlanV1",
  tags: ["Cameras"],
  summary: "Replace all sites and lanes",
  description:
    "Send the whole plan in display order: sites and lanes with an id are kept, and may be renamed or moved; those without one are created; " +
    "those that are left out are deleted. Cameras of a deleted lane have no lane. Honours If-Match.",
  request: { body: jsonBody(putTopologyRequest) },
  responses: {
    200: json(successEnvelope(topologyPlan), "The plan"),
    ...errors("VALIDATION_ERROR", "PRECONDITION_FAILED"),
  },
});

export const putTopologyPlan = defineRoute("admin", config, (parts: Needs<"db" | "nowMs" | "newId">) => async (c) => {
  const wanted = c.req.valid("json");
  const audit = auditOf(c, parts);
  return parts.db.transaction(async (tx) => {
    await lockTopology(tx);
    const before = await findPlan(tx);
    if (!ifMatchHolds(c, before))
      return fail(c, "PRECONDITION_FAILED", "The topology has changed since it was read. Read it again.");
    const details = checkPlanIds(before, wanted);
    if (details.length > 0) return fail(c, "VALIDATION_ERROR", "The body is not valid.", details.slice(0, 50));
    const after = withIds(wanted, parts.newId);
    await replacePlan(tx, before, after);
    await audit(tx, { action: "topology.update", subject: { type: "topology", id: "topology" }, before, after });
    return okWithEtag(c, after);
  });
});

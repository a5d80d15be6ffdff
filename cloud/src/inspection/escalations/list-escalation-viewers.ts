import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { escalationViewers } from "@container-inspection/shared-schemas/escalations";
import { createRoute } from "@hono/zod-openapi";
import { defineRoute } from "../../platform/http/define-route.ts";
import { json } from "../../platform/http/describe.ts";
import { ok } from "../../platform/http/replies.ts";
import { findViewers } from "./viewer-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/escalations/viewers",
  operationId: "listEscalationViewersV1",
  tags: ["Escalations"],
  summary: "Who looks at which escalation now",
  description:
    "The caller is listed as well. The live event `escalation.viewers-changed` reports when a user begins or ceases to " +
    "look at an escalation; a user whose browser has reported nothing for 75 s is no longer listed, without an event.",
  responses: { 200: json(successEnvelope(escalationViewers), "All of them, those who came first at the beginning") },
});

export const listEscalationViewers = defineRoute(
  "supervisor",
  config,
  ({ db, nowMs }: Needs<"db" | "nowMs">) =>
    async (c) => {
      const found = await findViewers(db, nowMs());
      return ok(c, { items: found.map(({ since, ...viewer }) => ({ ...viewer, since: since.toISOString() })) });
    },
);

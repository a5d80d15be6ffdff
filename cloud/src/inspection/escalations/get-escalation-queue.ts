import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { escalationQueue, escalationQueueQuery } from "@container-inspection/shared-schemas/escalations";
import { objectId } from "@container-inspection/shared-schemas/object-id";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { presentEscalation } from "./present-escalation.ts";
import { countQueue, findQueue, type QueuedEscalation } from "./queue-store.ts";

/** The severity and id of the last escalation. */
const position = z.tuple([z.int(), objectId]);

const config = createRoute({
  method: "get",
  path: "/v1/escalations/queue",
  operationId: "getEscalationQueueV1",
  tags: ["Escalations"],
  summary: "The undecided escalations, most severe and oldest first",
  description:
    "Illegal goods come first, then other alerts, escalations by users, manifest matches and the random sample; the oldest " +
    "first among each. `standingHoldsBy` names the users whom the four-eyes rule keeps from clearing the container.",
  request: { query: escalationQueueQuery.extend({ cursor: cursorOf(position).optional() }) },
  responses: { 200: json(successEnvelope(escalationQueue), "One page and the counts"), ...errors("VALIDATION_ERROR") },
});

export const getEscalationQueue = defineRoute(
  "supervisor",
  config,
  ({ db }: Needs<"db">) =>
    async (c) => {
      const { limit, cursor, ...filter } = c.req.valid("query");
      const after = cursor && { severity: cursor[0], id: cursor[1] };
      const rows = await findQueue(db, filter, { after, limit: limit + 1 });
      const counts = await countQueue(db, c.get("caller").userId);
      return ok(c, { ...pageOf(rows, limit, positionOf, present), counts });
    },
  { readsReplica: true },
);

const positionOf = ({ severity, found }: QueuedEscalation) => [severity, found.escalation.id];

const present = ({ found, pictureScanId, lane, holders }: QueuedEscalation) => ({
  ...presentEscalation(found),
  pictureScanId,
  lane,
  standingHoldsBy: holders,
});

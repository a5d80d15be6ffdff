import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { objectId } from "@container-inspection/shared-schemas/object-id";
import { page, pageQuery } from "@container-inspection/shared-schemas/primitives";
import { replayChange } from "@container-inspection/shared-schemas/replays";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { openRuleSet } from "./open-rule-set.ts";
import { presentReplayChange } from "./present-replay.ts";
import { findReplay, findReplayChanges } from "./replay-store.ts";

const config = createRoute({
  method: "get",
  path: "/v1/rule-sets/{version}/replay/changes",
  operationId: "listReplayChangesV1",
  tags: ["Rule sets"],
  summary: "Visits that the last replay of a candidate judges differently",
  description: "By visit, the oldest first. While the replay runs, the list grows at its end.",
  request: {
    params: z.object({ version: z.string() }),
    query: pageQuery.extend({ cursor: cursorOf(objectId).optional() }),
  },
  responses: {
    200: json(successEnvelope(page(replayChange)), "One page"),
    ...errors("VALIDATION_ERROR", "RULE_SET_NOT_FOUND", "REPLAY_NOT_FOUND"),
  },
});

export const listReplayChanges = defineRoute(
  "supervisor",
  config,
  ({ db }: Needs<"db">) =>
    async (c) => {
      const { limit, cursor } = c.req.valid("query");
      const { found, refusal } = await openRuleSet(c, db, c.req.valid("param").version);
      if (refusal) return refusal;
      const last = await findReplay(db, found.row.version);
      if (!last) return fail(c, "REPLAY_NOT_FOUND", "This rule set has not been replayed.");
      const rows = await findReplayChanges(db, { replayId: last.row.id, afterVisitId: cursor, limit: limit + 1 });
      return ok(
        c,
        pageOf(rows, limit, ({ change }) => change.visitId, presentReplayChange),
      );
    },
  { readsReplica: true },
);

import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { replay } from "@container-inspection/shared-schemas/replays";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { openRuleSet } from "./open-rule-set.ts";
import { presentReplay } from "./present-replay.ts";
import { findReplay } from "./replay-store.ts";

const config = createRoute({
  method: "get",
  path: "/v1/rule-sets/{version}/replay",
  operationId: "getReplayV1",
  tags: ["Rule sets"],
  summary: "The last replay of a candidate",
  description:
    "Its progress, and its result once it is finished: lanes in force and under the candidate, escalations per day, the " +
    "precision of each rule by what users decided, and confirmed critical findings that the candidate loses.",
  request: { params: z.object({ version: z.string() }) },
  responses: {
    200: json(successEnvelope(replay), "The replay"),
    ...errors("RULE_SET_NOT_FOUND", "REPLAY_NOT_FOUND"),
  },
});

export const getReplay = defineRoute(
  "supervisor",
  config,
  ({ db }: Needs<"db">) =>
    async (c) => {
      const { found, refusal } = await openRuleSet(c, db, c.req.valid("param").version);
      if (refusal) return refusal;
      const last = await findReplay(db, found.row.version);
      return last ? ok(c, presentReplay(last)) : fail(c, "REPLAY_NOT_FOUND", "This rule set has not been replayed.");
    },
  { readsReplica: true },
);

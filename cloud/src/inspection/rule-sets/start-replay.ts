import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { replay, startReplayRequest } from "@container-inspection/shared-schemas/replays";
import { createRoute } from "@hono/zod-openapi";
import pLimit from "p-limit";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { refuseCandidate } from "./activation-rules.ts";
import { tryDraft } from "./try-draft.ts";
import { openRuleSetForChange } from "./open-rule-set.ts";
import { presentReplay } from "./present-replay.ts";
import { emptyTally } from "./replay-rules.ts";
import { countReplayableVisits, findReplay, findReplayById, insertReplay } from "./replay-store.ts";
import { replayKind } from "./replay-visits.ts";
import { lockRuleSets } from "../judging/rule-set-store.ts";
import { findVersionsInForce } from "../judging/rules-in-force-store.ts";

const DAY_MS = 86_400_000;

const config = createRoute({
  method: "post",
  path: "/v1/rule-sets/{version}/replay",
  operationId: "startReplayV1",
  tags: ["Rule sets"],
  summary: "Replay a candidate over stored visits",
  description:
    "Judges the visits of the candidate's site, with the pictures as they were taken and the manifests as they stood at the " +
    "scan, by the rules in force and by the candidate. It runs in the background; read its progress and its result from " +
    "the same path. While a replay of the candidate runs, the reply shows that one. Honours If-Match. With a `draft`, which is " +
    "checked as a proposal is, the version is the rule set in force that it is to replace: the newest visits, 500 at most and for 8 seconds, are " +
    "judged before the reply, which has the result and the visits that change (`changes`). Only the audit log keeps that it was done.",
  request: { params: z.object({ version: z.string() }), body: jsonBody(startReplayRequest) },
  responses: {
    200: json(successEnvelope(replay), "The replay"),
    ...errors(
      "VALIDATION_ERROR",
      "RULE_SET_NOT_FOUND",
      "RULE_SET_NOT_CANDIDATE",
      "RULE_SET_OUTDATED",
      "PRECONDITION_FAILED",
    ),
  },
});

export const startReplay = defineRoute(
  "admin",
  config,
  (parts: Needs<"db" | "jobs" | "matchRules" | "newId" | "nowMs">) => {
    // Drafts are judged one after the other, so that they leave time to other requests.
    const takeTurn = pLimit(1);
    return async (c) => {
      const { db, jobs, newId, nowMs } = parts;
      const { days, draft } = c.req.valid("json");
      if (draft) return takeTurn(() => tryDraft(parts, c, { days, draft, version: c.req.valid("param").version }));
      const audit = auditOf(c, { newId, nowMs });
      return db.transaction(async (tx) => {
        await lockRuleSets(tx);
        const { found, refusal } = await openRuleSetForChange(c, tx, c.req.valid("param").version);
        if (refusal) return refusal;
        const { version, siteId } = found.row;
        const inForce = await findVersionsInForce(tx, siteId);
        const refused = refuseCandidate(found.row, inForce.ruleSetVersion);
        if (refused) return fail(c, refused.code, refused.message);
        const last = await findReplay(tx, version);
        if (last?.row.state === "running") return ok(c, presentReplay(last));
        const [id, startedAt, since] = [newId(), new Date(nowMs()), new Date(nowMs() - days * DAY_MS)];
        await insertReplay(tx, {
          id,
          ruleSetVersion: version,
          state: "running",
          days,
          since,
          baseVersion: inForce.ruleSetVersion,
          mapVersion: inForce.mapVersion,
          visitsDone: 0,
          visitsTotal: await countReplayableVisits(tx, { since, siteId }),
          tally: emptyTally,
          startedById: c.get("caller").userId,
          startedAt,
        });
        await jobs.enqueue(tx, replayKind, { replayId: id });
        const after = { replayId: id, days, ...inForce };
        const subject = { type: "rule-set", id: String(version) };
        await audit(tx, { action: "rule-set.replay", subject, before: null, after });
        const made = await findReplayById(tx, id);
        if (!made) throw new Error(`the replay ${id} vanished in the transaction that made it`);
        return ok(c, presentReplay(made));
      });
    };
  },
);

import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { rollOutDetail, updateRollOutRequest } from "@container-inspection/shared-schemas/releases";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { ONLY_MODELS, presentRollOutDetail, snapshotRollOut } from "./present-roll-out.ts";
import { changeRollOut, findRollOut, holdRollOuts, settleSuperseded } from "./roll-out-store.ts";

const config = createRoute({
  method: "put",
  path: "/v1/admin/roll-outs/{id}",
  operationId: "updateRollOutV1",
  tags: ["Roll-outs"],
  summary: "Promote, stop, continue or roll back a roll-out",
  description:
    "`stage: all` promotes it to the whole group, `canary` to the canary devices. `state: stopped` lets no further device begin with it and ends " +
    "comparisons, `active` continues. `state: rolled-back` " +
    "ends it: its devices return to what was rolled out to them before, or to their own configuration. A roll-out is shown as `superseded` while a newer " +
    "one of the same name has reached its whole group.",
  request: { params: z.object({ id: z.string() }), body: jsonBody(updateRollOutRequest) },
  responses: {
    200: json(successEnvelope(rollOutDetail), "The roll-out"),
    ...errors("VALIDATION_ERROR", "ROLL_OUT_NOT_FOUND", "ROLL_OUT_ENDED"),
  },
});

export const updateRollOut = defineRoute("admin", config, (parts: Needs<"db" | "nowMs" | "newId">) => async (c) => {
  const { id } = c.req.valid("param");
  const { stage, state } = c.req.valid("json");
  return parts.db.transaction(async (tx) => {
    await holdRollOuts(tx);
    const found = await findRollOut(tx, id);
    if (!found) return refuseUnknown(c);
    const before = found.rollOut;
    if (before.state === "rolled-back")
      return fail(c, "ROLL_OUT_ENDED", "This roll-out was rolled back. Begin a new one.");
    const now = new Date(parts.nowMs());
    const after = { ...before, stage: stage ?? before.stage, state: state ?? before.state, updatedAt: now };
    if (after.stage === "canary" && after.canaryIds.length === 0)
      return fail(c, "VALIDATION_ERROR", "The body is not valid.", [
        { path: "stage", message: "must be all: the roll-out has no canary devices" },
      ]);
    if (after.stage === "shadow" && found.release.kind !== "model")
      return fail(c, "VALIDATION_ERROR", "The body is not valid.", [ONLY_MODELS]);
    await changeRollOut(tx, id, after);
    await settleSuperseded(tx, found.release);
    const subject = { type: "roll-out", id };
    const [from, to] = [snapshotRollOut(before), snapshotRollOut(after)];
    await auditOf(c, parts)(tx, { action: "roll-out.update", subject, before: from, after: to });
    const changed = await findRollOut(tx, id);
    return changed ? ok(c, await presentRollOutDetail(tx, changed)) : refuseUnknown(c);
  });
});

const refuseUnknown = (c: AppContext) => fail(c, "ROLL_OUT_NOT_FOUND", "No roll-out has this id.");

import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRollOutRequest, rollOutDetail } from "@container-inspection/shared-schemas/releases";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { created, fail } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { ONLY_MODELS, presentRollOutDetail, snapshotRollOut } from "./present-roll-out.ts";
import { findRelease } from "./release-store.ts";
import { findUnknown, holdRollOuts, insertRollOut, settleSuperseded } from "./roll-out-store.ts";

const config = createRoute({
  method: "post",
  path: "/v1/admin/roll-outs",
  operationId: "createRollOutV1",
  tags: ["Roll-outs"],
  summary: "Roll a version of a model or of settings out to devices",
  description:
    "The devices of the group learn of it with the reply to their next heartbeat: in the stage `canary` only `canaryIds`, in the stage `all` every " +
    "device of the group. In the stage `shadow`, `canaryIds`, or without any every device of the group, run a model beside the one in use: what it finds is " +
    "counted and not recorded. Each device downloads the release, checks it, and runs or refuses it (`GET /v1/admin/roll-outs/{id}`). Of several roll-outs " +
    "of the same model, the newest that covers a device counts.",
  request: { body: jsonBody(createRollOutRequest) },
  responses: {
    201: json(successEnvelope(rollOutDetail), "The roll-out"),
    ...errors("VALIDATION_ERROR", "RELEASE_NOT_FOUND"),
  },
});

export const createRollOut = defineRoute("admin", config, (parts: Needs<"db" | "nowMs" | "newId">) => async (c) => {
  const { releaseId, group, stage, canaryIds, note } = c.req.valid("json");
  const now = new Date(parts.nowMs());
  const { userId, email: createdBy } = c.get("caller");
  return parts.db.transaction(async (tx) => {
    await holdRollOuts(tx);
    const found = await findRelease(tx, releaseId);
    if (!found) return fail(c, "RELEASE_NOT_FOUND", "No release has this id.");
    if (stage === "shadow" && found.release.kind !== "model")
      return fail(c, "VALIDATION_ERROR", "The body is not valid.", [ONLY_MODELS]);
    const { siteIds, deviceIds } = group;
    const unknown = await findUnknown(tx, { siteIds, deviceIds: [...deviceIds, ...canaryIds] });
    const details = [
      ...unknown.siteIds.map((id) => ({ path: "group.siteIds", message: `${id} is not the id of a site` })),
      ...unknown.deviceIds.map((id) => ({
        path: deviceIds.includes(id) ? "group.deviceIds" : "canaryIds",
        message: `${id} is not the id of a device in use`,
      })),
    ];
    if (details.length > 0) return fail(c, "VALIDATION_ERROR", "The body is not valid.", details);
    const id = parts.newId();
    const facts = { id, releaseId, siteIds, deviceIds, canaryIds, stage, state: "active" as const, note };
    const rollOut = { ...facts, createdById: userId, createdAt: now, updatedAt: now };
    await insertRollOut(tx, rollOut);
    await settleSuperseded(tx, found.release);
    const subject = { type: "roll-out", id };
    await auditOf(c, parts)(tx, { action: "roll-out.begin", subject, before: null, after: snapshotRollOut(rollOut) });
    return created(c, await presentRollOutDetail(tx, { ...found, rollOut, createdBy }));
  });
});

import { evidenceParams, messageEnvelope } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { isHeld } from "../containers/container-rules.ts";
import { lockContainer } from "../containers/container-store.ts";
import { failMissingContainer } from "../containers/fail-missing-container.ts";
import { findStandingHolds } from "../escalations/escalation-store.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { ifMatchHolds } from "../../platform/http/etag.ts";
import { fail, okMessage } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { mayDeleteEvidence } from "./evidence-rules.ts";
import { deleteEvidenceRow, type EvidenceRow, findEvidence } from "./evidence-store.ts";
import { presentEvidence } from "./present-evidence.ts";

const config = createRoute({
  method: "delete",
  path: "/v1/containers/{id}/evidence/{evidenceId}",
  operationId: "deleteEvidenceV1",
  tags: ["Evidence"],
  summary: "Delete an evidence photo",
  description:
    "Only its uploader and the owner of the container may: no role overrides this, and the uploader may also where the container " +
    "is not for them to see. While the container is under a legal hold, or held by a decision, its evidence stays. Honours If-Match.",
  request: { params: evidenceParams },
  responses: {
    200: json(messageEnvelope, "The photo is deleted"),
    ...errors("INVALID_ID", "FORBIDDEN", "CONTAINER_NOT_FOUND", "EVIDENCE_NOT_FOUND"),
    ...errors("PRECONDITION_FAILED", "CONTAINER_HELD"),
  },
});

export const deleteEvidence = defineRoute(
  "operator",
  config,
  (parts: Needs<"db" | "storage" | "nowMs" | "newId">) => async (c) => {
    const caller = c.get("caller");
    const { id, evidenceId } = c.req.valid("param");
    const there = await findEvidence(parts.db, id, evidenceId);
    if (!there) return failMissingContainer(c, parts.db, id);
    if (!there.found) return failMissing(c);
    const { evidence } = there.found;
    if (!mayDeleteEvidence(caller, evidence, there.container))
      return fail(c, "FORBIDDEN", "Only who uploaded this evidence or owns the container may delete it.");
    const deletion = { deletedById: caller.userId, nowMs: parts.nowMs() };
    const audit = auditOf(c, parts);
    const refusal = await parts.db.transaction(async (tx) => {
      const locked = await lockContainer(tx, id);
      if (!locked) return failMissingContainer(c, tx, id);
      const current = await findEvidence(tx, id, evidenceId);
      if (!current?.found) return failMissing(c);
      const before = presentEvidence(current.found);
      if (!ifMatchHolds(c, before))
        return fail(c, "PRECONDITION_FAILED", "The evidence has changed since it was read. Read it again.");
      if (isHeld(locked.container, await findStandingHolds(tx, id)))
        return fail(
          c,
          "CONTAINER_HELD",
          "The container is held: its evidence cannot be deleted until the legal hold is released or another supervisor clears it.",
        );
      if (!(await deleteEvidenceRow(tx, evidenceId, deletion))) return failMissing(c);
      const subject = { type: "evidence", id: evidenceId };
      await audit(tx, { action: "evidence.delete", subject, before, after: null });
      return undefined;
    });
    if (refusal) return refusal;
    await removePictures(c, parts, evidence);
    return okMessage(c, "The evidence is deleted.");
  },
  { pathErrorCode: "INVALID_ID" },
);

const failMissing = (c: AppContext) => fail(c, "EVIDENCE_NOT_FOUND", "This container has no evidence with this id.");

/** Takes the bytes away. A failure only leaves bytes that nothing refers to, so it is logged and no more. */
async function removePictures(c: AppContext, { storage }: Needs<"storage">, evidence: EvidenceRow) {
  const { imageKey, thumbnailKey, visualizationKey } = evidence;
  const keys = [imageKey, thumbnailKey, ...(visualizationKey === null ? [] : [visualizationKey])];
  const outcomes = await Promise.allSettled(keys.map((key) => storage.delete(key)));
  for (const outcome of outcomes)
    if (outcome.status === "rejected")
      c.get("logger").warn({ err: outcome.reason, imageKey }, "pictures of deleted evidence stay in storage");
}

import { messageEnvelope } from "@container-inspection/shared-schemas/errors";
import { evidenceParams } from "@container-inspection/shared-schemas/evidence";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { isHeld, maySeeContainer } from "../record/container-rules.ts";
import { lockContainers } from "../record/container-store.ts";
import { findStandingHolds } from "../escalations/escalation-store.ts";
import type { ContainerAccess } from "../record/open-container.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { ifMatchHolds } from "../../platform/http/etag.ts";
import { fail, okMessage } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { deleteEvidenceRow, type EvidenceRow, type FoundEvidence } from "./evidence-store.ts";
import { mayDeleteEvidence, openEvidence } from "./open-evidence.ts";
import { presentEvidence } from "./present-evidence.ts";

const config = createRoute({
  method: "delete",
  path: "/v1/containers/{id}/evidence/{evidenceId}",
  operationId: "deleteEvidenceV1",
  tags: ["Evidence"],
  summary: "Delete an evidence photo",
  description:
    "Only the uploader and the owner of the container may delete it: no role overrides this, and the uploader may do so " +
    "even without access to the container. While the container is under a legal hold, or held by a decision, its evidence " +
    "cannot be deleted. Honours If-Match.",
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
    const deletion = { deletedById: caller.userId, nowMs: parts.nowMs() };
    const audit = auditOf(c, parts);
    const outcome = await parts.db.transaction(async (tx) => {
      await lockContainers(tx, [id]);
      const { found, refusal } = await openEvidence(c, tx, { id, evidenceId }, deleteAccess);
      if (refusal) return { refusal };
      const { container, photo } = found;
      const before = presentEvidence(photo);
      if (!ifMatchHolds(c, before))
        return {
          refusal: fail(c, "PRECONDITION_FAILED", "The evidence has changed since it was read. Read it again."),
        };
      if (isHeld(container, await findStandingHolds(tx, id))) {
        const message =
          "The container is held: its evidence cannot be deleted until the legal hold is released or another supervisor clears it.";
        return { refusal: fail(c, "CONTAINER_HELD", message) };
      }
      await deleteEvidenceRow(tx, evidenceId, deletion);
      const subject = { type: "evidence", id: evidenceId };
      await audit(tx, { action: "evidence.delete", subject, before, after: null });
      return { deleted: photo.evidence };
    });
    if (outcome.refusal) return outcome.refusal;
    await removePictures(c, parts, outcome.deleted);
    return okMessage(c, "Evidence deleted.");
  },
  { pathErrorCode: "INVALID_ID" },
);

/** Only callers who may see the container learn that a photo does not exist. */
const deleteAccess: ContainerAccess<FoundEvidence> = {
  isGranted: (caller, { container, photo }) =>
    photo ? mayDeleteEvidence(caller, photo.evidence, container) : maySeeContainer(caller, container),
  message: "Only the user who uploaded this evidence or the owner of the container may delete it.",
};

/** Deletes the bytes of a photo. A failure only leaves bytes that no record refers to, so it is only logged. */
async function removePictures(c: AppContext, { storage }: Needs<"storage">, evidence: EvidenceRow) {
  const { imageKey, thumbnailKey, visualizationKey } = evidence;
  const keys = [imageKey, thumbnailKey, ...(visualizationKey === null ? [] : [visualizationKey])];
  const outcomes = await Promise.allSettled(keys.map((key) => storage.delete(key)));
  for (const outcome of outcomes)
    if (outcome.status === "rejected")
      c.get("logger").warn({ err: outcome.reason, imageKey }, "pictures of deleted evidence stay in storage");
}

import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import {
  addEvidenceQuery,
  evidence,
  type Evidence,
  evidenceOfParams,
} from "@container-inspection/shared-schemas/evidence";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { findContainer } from "../record/container-store.ts";
import { openContainer } from "../record/open-container.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail } from "../../platform/http/replies.ts";
import { idempotencyHeaders } from "../../platform/idempotency/answer-receipt.ts";
import { sharedShelf } from "../../platform/idempotency/receipt-store.ts";
import { answerAgain, answerCreated, ONCE_BY_KEY, receiptOf } from "../../platform/idempotency/write-once.ts";
import { imageBody, readImageBody } from "../../platform/images/read-image-body.ts";
import { keepEvidence } from "./keep-evidence.ts";
import type { Needs } from "../parts.ts";

const OPERATION = "addEvidenceV1";

const config = createRoute({
  method: "post",
  path: "/v1/containers/{id}/evidence",
  operationId: OPERATION,
  tags: ["Evidence"],
  summary: "Add an evidence photo to a container",
  description:
    "The body is one image: JPEG, PNG, WebP or TIFF of one page, at most 100 megapixels and 20 MB. Its bytes are stored " +
    "unchanged, with their SHA-256. The caller is the uploader. `takenAt` is for a photo that waited for a connection; a " +
    "time more than 5 minutes ahead or more than 400 days old is stored, marked clockSuspect. " +
    ONCE_BY_KEY,
  request: { params: evidenceOfParams, query: addEvidenceQuery, headers: idempotencyHeaders, body: imageBody },
  responses: {
    201: json(successEnvelope(evidence), "The photo"),
    ...errors("INVALID_ID", "VALIDATION_ERROR", "INVALID_IMAGE_FORMAT", "FORBIDDEN", "CONTAINER_NOT_FOUND"),
    ...errors("IDEMPOTENCY_KEY_REUSED"),
  },
});

export const addEvidence = defineRoute(
  "operator",
  config,
  (parts: Needs<"settings" | "db" | "storage" | "matchRules" | "logger" | "nowMs" | "newId">) => {
    const shelf = sharedShelf(parts.db, OPERATION);
    return async (c) => {
      const { id: containerId } = c.req.valid("param");
      const { note = null, takenAt } = c.req.valid("query");
      const read = await readImageBody(c);
      if (!read.ok) return fail(c, "INVALID_IMAGE_FORMAT", read.problem);
      const { picture } = read;
      const facts = { containerId, note, takenAt: takenAt?.toISOString(), sha256: picture.sha256 };
      const receipt = receiptOf(c, { shelf, facts, nowMs: parts.nowMs() });
      // Checked before the container is opened: a recorded photo stays recorded, even if the container was merged
      // since.
      const again = await answerAgain<Evidence>(c, receipt);
      if (again) return again;
      const { refusal } = await openContainer(c, parts.db, { id: containerId, find: findContainer });
      if (refusal) return refusal;
      const uploaderId = c.get("caller").userId;
      const photo = { containerId, uploaderId, note, takenAt, picture, audit: auditOf(c, parts) };
      const kept = await keepEvidence(parts, photo, receipt);
      if (!kept) return fail(c, "CONTAINER_NOT_FOUND", "The container was deleted while the photo arrived.");
      return answerCreated(c, kept);
    };
  },
  { pathErrorCode: "INVALID_ID" },
);

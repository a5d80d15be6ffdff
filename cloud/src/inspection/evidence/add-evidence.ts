import { addEvidenceQuery, evidence, evidenceOfParams, successEnvelope } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { findContainer } from "../containers/container-store.ts";
import { openContainer } from "../containers/open-container.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { createdWithEtag, fail } from "../../platform/http/replies.ts";
import { imageBody, readImageBody } from "../../platform/images/read-image-body.ts";
import { findEvidence } from "./evidence-store.ts";
import { keepEvidence } from "./keep-evidence.ts";
import { presentEvidence } from "./present-evidence.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "post",
  path: "/v1/containers/{id}/evidence",
  operationId: "addEvidenceV1",
  tags: ["Evidence"],
  summary: "Add an evidence photo to a container",
  description:
    "The body is one image: JPEG, PNG, WebP or TIFF of one page, at most 100 megapixels and 20 MB. Its bytes are stored " +
    "unchanged, with their SHA-256. The caller is the uploader.",
  request: { params: evidenceOfParams, query: addEvidenceQuery, body: imageBody },
  responses: {
    201: json(successEnvelope(evidence), "The photo"),
    ...errors("INVALID_ID", "VALIDATION_ERROR", "INVALID_IMAGE_FORMAT", "FORBIDDEN", "CONTAINER_NOT_FOUND"),
  },
});

export const addEvidence = defineRoute(
  "operator",
  config,
  (parts: Needs<"settings" | "db" | "storage" | "logger" | "nowMs" | "newId">) => async (c) => {
    const caller = c.get("caller");
    const { id: containerId } = c.req.valid("param");
    const read = await readImageBody(c);
    if (!read.ok) return fail(c, "INVALID_IMAGE_FORMAT", read.problem);
    const { refusal } = await openContainer(c, parts.db, { id: containerId, find: findContainer });
    if (refusal) return refusal;
    const note = c.req.valid("query").note ?? null;
    const stored = await keepEvidence(parts, {
      containerId,
      uploaderId: caller.userId,
      note,
      picture: read.picture,
      audit: auditOf(c, parts),
    });
    const kept = stored && (await findEvidence(parts.db, stored.containerId, stored.evidenceId));
    if (!kept?.photo) return fail(c, "CONTAINER_NOT_FOUND", "The container was deleted while the photo arrived.");
    return createdWithEtag(c, presentEvidence(kept.photo));
  },
  { pathErrorCode: "INVALID_ID" },
);

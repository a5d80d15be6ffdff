import { container, mergeContainerRequest } from "@container-inspection/shared-schemas/containers";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import { openContainer, openContainerForChange } from "../record/open-container.ts";
import { lockForMerge } from "./merge-store.ts";
import { presentContainer } from "../record/present-container.ts";
import { mergeRecords } from "./merge-records.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "post",
  path: "/v1/containers/{id}/merge",
  operationId: "mergeContainerV1",
  tags: ["Containers"],
  summary: "Merge a misread container into the right one",
  description:
    "Moves everything that was recorded under the misread number to the container that the body names: scans with their " +
    "verdicts, photos, escalations, manifests and visits. A visit joins the visit that its first record would have belonged " +
    "to, or becomes a visit of its own. Of two open escalations, that of the other container continues with the reasons and " +
    "findings of both. A hold on either container, by decision or by law, then holds the other one. The other container " +
    "keeps its owner, number and size type. MANIFEST_CONFLICT where both have manifests on the same visit: detach those of " +
    "one first. On older visits, the manifests of the other container stay, and those of the misread one wait. Afterwards, the " +
    "id of the misread container is CONTAINER_NOT_FOUND, with the number and id of the other one in the message. Devices' " +
    "records of the misread number that were taken before go to the other container; later ones create a new container, unless " +
    "the other one is escalated, held, to be inspected or under a legal hold: then they belong to it. " +
    "Cannot be undone. Honours If-Match, with the ETag of the misread container.",
  request: { params: z.object({ id: z.string() }), body: jsonBody(mergeContainerRequest) },
  responses: {
    200: json(successEnvelope(container), "The other container, with its ETag"),
    ...errors("VALIDATION_ERROR", "FORBIDDEN", "CONTAINER_NOT_FOUND", "MANIFEST_CONFLICT", "PRECONDITION_FAILED"),
  },
});

/** Rolls the merge back. */
class ManifestConflictError extends Error {}

export const mergeContainer = defineRoute(
  "supervisor",
  config,
  (parts: Needs<"settings" | "db" | "jobs" | "matchRules" | "nowMs" | "newId">) => async (c) => {
    const { id } = c.req.valid("param");
    const { intoContainerId } = c.req.valid("json");
    if (id === intoContainerId) {
      const details = [{ path: "intoContainerId", message: "must name another container" }];
      return fail(c, "VALIDATION_ERROR", "The body is not valid.", details);
    }
    const audit = auditOf(c, parts);
    const { userId } = c.get("caller");
    const { visitGapMs } = parts.settings;
    try {
      return await parts.db.transaction(async (tx) => {
        const pair = await lockForMerge(tx, id, intoContainerId);
        const merged = await openContainerForChange(c, tx, id, async () => pair.merged);
        if (merged.refusal) return merged.refusal;
        const into = { id: intoContainerId, field: "intoContainerId", find: async () => pair.target };
        const target = await openContainer(c, tx, into);
        if (target.refusal) return target.refusal;
        const merging = { ...parts, audit, userId, visitGapMs, nowMs: parts.nowMs() };
        const outcome = await mergeRecords(tx, merging, { merged: merged.found, target: target.found });
        if (outcome.kind === "manifest-conflict") throw new ManifestConflictError();
        return okWithEtag(c, presentContainer(outcome.target));
      });
    } catch (error) {
      if (!(error instanceof ManifestConflictError)) throw error;
      return fail(
        c,
        "MANIFEST_CONFLICT",
        "Both containers have manifests for this visit. Detach those of one container first.",
      );
    }
  },
);

import { isDeepStrictEqual } from "node:util";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { manifestMatchPreview, type ManifestMatchPreview } from "@container-inspection/shared-schemas/manifest-match";
import { manifestBody } from "@container-inspection/shared-schemas/manifests";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/context.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../platform/http/describe.ts";
import { ok } from "../../platform/http/replies.ts";
import { attachedIds } from "../record/attached-manifest-store.ts";
import { maySeeContainer } from "../record/container-rules.ts";
import { findContainer } from "../record/container-store.ts";
import { judgeVisit } from "../judging/judge-visit.ts";
import type { MatchRules } from "../judging/rule-cache.ts";
import { readAtOnce } from "../../platform/db/read-at-once.ts";
import type { Needs } from "../parts.ts";
import { columnsOf, findManifest, type FoundManifest, type ManifestRow } from "../record/manifest-store.ts";
import { openManifestForChange } from "./open-manifest.ts";
import { readManifest } from "./written-manifest.ts";

const config = createRoute({
  method: "post",
  path: "/v1/manifests/{id}/match-preview",
  operationId: "previewManifestMatchV1",
  tags: ["Manifests"],
  summary: "Preview the match of a change",
  description:
    "Takes the fields of PUT, changes nothing, and returns the match of all pictures of the container's current visit " +
    "before and after the change, by the rules in force. Both are null without a container that the caller may see, " +
    "without a picture of its cargo, and for a change to another containerNumber. Honours If-Match.",
  request: { params: z.object({ id: z.string() }), body: jsonBody(manifestBody) },
  responses: {
    200: json(successEnvelope(manifestMatchPreview), "The match before and after the change"),
    ...errors("VALIDATION_ERROR", "FORBIDDEN", "MANIFEST_NOT_FOUND", "PRECONDITION_FAILED"),
  },
});

export const previewMatch = defineRoute(
  "operator",
  config,
  ({ db, matchRules }: Needs<"db" | "matchRules">) =>
    async (c) => {
      const { id } = c.req.valid("param");
      const fields = readManifest(c.req.valid("json")).fields;
      return readAtOnce(db, async (tx) => {
        const { found, refusal } = await openManifestForChange(c, tx, id, findManifest);
        if (refusal) return refusal;
        const { manifest } = found;
        const isMoved = fields.containerNumber !== undefined && fields.containerNumber?.key !== manifest.numberKey;
        const draft = draftOf(manifest, columnsOf(fields));
        return ok(c, isMoved ? NOTHING : await compare(tx, matchRules, { caller: c.get("caller"), found, draft }));
      });
    },
  { exactNumbers: true },
);

const NOTHING: ManifestMatchPreview = { before: null, after: null };

/** The manifest as the change would leave it. */
function draftOf(manifest: ManifestRow, columns: Partial<ManifestRow>): ManifestRow {
  const changed = { ...manifest, ...columns };
  return isDeepStrictEqual(changed, manifest) ? manifest : { ...changed, version: manifest.version + 1 };
}

type Change = { caller: Caller; found: FoundManifest; draft: ManifestRow };

/** Judges the current visit of the manifest's container twice. */
async function compare(
  tx: DatabaseOrTransaction,
  matchRules: MatchRules,
  { caller, found, draft }: Change,
): Promise<ManifestMatchPreview> {
  if (!found.container || !maySeeContainer(caller, found.container)) return NOTHING;
  const { container } = (await findContainer(tx, found.container.id)) ?? {};
  if (!container?.categoryScan || !attachedIds(container).includes(draft.id)) return NOTHING;
  const rules = await matchRules.ofVisit(tx, { id: container.visitId, containerId: container.id });
  const before = await judgeVisit(tx, container, rules);
  const after = await judgeVisit(tx, container, rules, { draft });
  return { before: before.judgement.match, after: after.judgement.match };
}

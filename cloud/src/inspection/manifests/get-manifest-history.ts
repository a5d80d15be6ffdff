import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { manifestChange } from "@container-inspection/shared-schemas/manifests";
import { objectId } from "@container-inspection/shared-schemas/object-id";
import { page, pageQuery } from "@container-inspection/shared-schemas/primitives";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { findManifestEntries } from "../../journal/audit/audit-store.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { ok } from "../../platform/http/replies.ts";
import { presentChange } from "./history-rules.ts";
import { findManifestEver } from "../record/manifest-store.ts";
import { openManifest } from "./open-manifest.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/manifests/{id}/history",
  operationId: "getManifestHistoryV1",
  tags: ["Manifests"],
  summary: "List the changes of a manifest, newest first",
  description:
    "Each write with the fields that it changed, before and after: creation, changes, attaching to a container, detaching, " +
    "and deletion. Users who may see a manifest may see its history; its creator and supervisors may do so even after it " +
    "was deleted.",
  request: {
    params: z.object({ id: z.string() }),
    query: pageQuery.extend({ cursor: cursorOf(objectId).optional() }),
  },
  responses: {
    200: json(successEnvelope(page(manifestChange)), "One page"),
    ...errors("VALIDATION_ERROR", "FORBIDDEN", "MANIFEST_NOT_FOUND"),
  },
});

export const getManifestHistory = defineRoute(
  "operator",
  config,
  ({ db }: Needs<"db">) =>
    async (c) => {
      const { id } = c.req.valid("param");
      const { limit, cursor } = c.req.valid("query");
      const { refusal } = await openManifest(c, db, id, findManifestEver);
      if (refusal) return refusal;
      const entries = await findManifestEntries(db, { manifestId: id, beforeId: cursor, limit: limit + 1 });
      return ok(
        c,
        pageOf(
          entries,
          limit,
          (entry) => entry.id,
          (entry) => presentChange(entry, id),
        ),
      );
    },
  { readsReplica: true },
);

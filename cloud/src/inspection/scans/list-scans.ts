import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { objectId } from "@container-inspection/shared-schemas/object-id";
import { page, pageQuery, queryVisit } from "@container-inspection/shared-schemas/primitives";
import { scan, scanType } from "@container-inspection/shared-schemas/scans";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { openContainerOnVisit } from "../record/open-container.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../platform/http/pages.ts";
import { ok } from "../../platform/http/replies.ts";
import type { Needs } from "../parts.ts";
import { createPresenter } from "./present-scans.ts";
import { findScans } from "./scan-store.ts";

const config = createRoute({
  method: "get",
  path: "/v1/containers/{id}/scans",
  operationId: "listScansV1",
  tags: ["Scans"],
  summary: "List a container's scans of every kind and source, newest first",
  description:
    "The scans of all visits, or of the visit that `visit` names, in the order they arrived. Category scans are compared, " +
    "as reviewed, with the current manifests of their visit.",
  request: {
    params: z.object({ id: z.string() }),
    query: pageQuery.extend({ cursor: cursorOf(objectId).optional(), type: scanType.optional(), visit: queryVisit }),
  },
  responses: {
    200: json(successEnvelope(page(scan)), "One page"),
    ...errors("VALIDATION_ERROR", "FORBIDDEN", "CONTAINER_NOT_FOUND", "VISIT_NOT_FOUND"),
  },
});

export const listScans = defineRoute(
  "operator",
  config,
  (parts: Needs<"db" | "matchRules" | "nowMs">) => async (c) => {
    const { db } = parts;
    const { id } = c.req.valid("param");
    const { limit, cursor, type, visit } = c.req.valid("query");
    const { found, refusal } = await openContainerOnVisit(c, db, { id, visit });
    if (refusal) return refusal;
    const visitId = visit === undefined ? undefined : found.visit.id;
    const rows = await findScans(db, { containerId: id, visitId, type, beforeId: cursor, limit: limit + 1 });
    return ok(
      c,
      pageOf(rows, limit, (row) => row.scan.id, await createPresenter(parts, rows)),
    );
  },
  { readsReplica: true },
);

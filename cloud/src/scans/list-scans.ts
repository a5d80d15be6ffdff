import { objectId, page, pageQuery, scan, scanType, successEnvelope } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { maySeeContainer } from "../containers/container-rules.ts";
import { defineRoute } from "../http/define-route.ts";
import { errors, json } from "../http/describe.ts";
import { cursorOf, pageOf } from "../http/pages.ts";
import { fail, ok } from "../http/replies.ts";
import { createMatchScan } from "../manifests/match-scan.ts";
import { presentScan } from "./present-scan.ts";
import { findScannedContainer, findScans } from "./scan-store.ts";
import { findVerdictsOf } from "./verdict-store.ts";

const config = createRoute({
  method: "get",
  path: "/v1/containers/{id}/scans",
  operationId: "listScansV1",
  tags: ["Scans"],
  summary: "List a container's scans of every kind and source, newest first",
  description:
    "In the order they arrived. Category scans are compared, as reviewed, with the manifest as it stands now.",
  request: {
    params: z.object({ id: z.string() }),
    query: pageQuery.extend({ cursor: cursorOf(objectId).optional(), type: scanType.optional() }),
  },
  responses: {
    200: json(successEnvelope(page(scan)), "One page"),
    ...errors("VALIDATION_ERROR", "FORBIDDEN", "CONTAINER_NOT_FOUND"),
  },
});

export const listScans = defineRoute("operator", config, ({ db, categoryMaps }) => async (c) => {
  const { id } = c.req.valid("param");
  const { limit, cursor, type } = c.req.valid("query");
  const scanned = await findScannedContainer(db, id);
  if (!scanned) return fail(c, "CONTAINER_NOT_FOUND", "There is no container with this id.");
  if (!maySeeContainer(c.get("caller"), scanned.container))
    return fail(c, "FORBIDDEN", "This container belongs to somebody else.");
  const rows = await findScans(db, { containerId: id, type, beforeId: cursor, limit: limit + 1 });
  const { container, manifest, mapVersion } = scanned;
  const context = { container, matchScan: createMatchScan(manifest, await categoryMaps.at(db, mapVersion)) };
  const verdictsOf = await findVerdictsOf(
    db,
    rows.map((row) => row.id),
  );
  return ok(
    c,
    pageOf(
      rows,
      limit,
      (row) => row.id,
      (row) => presentScan(row, context, verdictsOf(row.id)),
    ),
  );
});

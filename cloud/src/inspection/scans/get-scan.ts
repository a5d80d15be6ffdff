import { scan, successEnvelope } from "@container-inspection/shared-schemas";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { maySeeContainer } from "../containers/container-rules.ts";
import { failMissingContainer } from "../containers/fail-missing-container.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, notModified } from "../../platform/http/describe.ts";
import { fail, okWithEtag } from "../../platform/http/replies.ts";
import { createMatchScan } from "../manifests/match-scan.ts";
import { presentScan } from "./present-scan.ts";
import { findScan } from "./scan-store.ts";
import { findVerdicts } from "./verdict-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/containers/{id}/scans/{scanId}",
  operationId: "getScanV1",
  tags: ["Scans"],
  summary: "One scan of a container",
  description: "A category scan is compared, as reviewed, with the manifest of its visit as it stands now.",
  request: { params: z.object({ id: z.string(), scanId: z.string() }) },
  responses: {
    200: json(successEnvelope(scan), "The scan"),
    ...notModified,
    ...errors("FORBIDDEN", "CONTAINER_NOT_FOUND", "SCAN_NOT_FOUND"),
  },
});

export const getScan = defineRoute(
  "operator",
  config,
  ({ db, categoryMaps }: Needs<"db" | "categoryMaps">) =>
    async (c) => {
      const { id, scanId } = c.req.valid("param");
      const found = await findScan(db, id, scanId);
      if (!found) return failMissingContainer(c, db, id);
      if (!found.found) return fail(c, "SCAN_NOT_FOUND", "This container has no scan with this id.");
      if (!maySeeContainer(c.get("caller"), found.container))
        return fail(c, "FORBIDDEN", "This container belongs to somebody else.");
      const { scan: row, container, visit, manifest, mapVersion } = found.found;
      const matchScan = createMatchScan(manifest, await categoryMaps.at(db, mapVersion));
      return okWithEtag(c, presentScan(row, { container, visit, matchScan }, await findVerdicts(db, scanId)));
    },
);

import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { scan } from "@container-inspection/shared-schemas/scans";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json, notModified } from "../../platform/http/describe.ts";
import { okWithEtag } from "../../platform/http/replies.ts";
import { findProvenance } from "../provenance/link-store.ts";
import { openScan } from "./open-scan.ts";
import { presentScan } from "./present-scan.ts";
import { readContext } from "./read-context.ts";
import { findVerdicts } from "../pictures/verdict-store.ts";
import type { Needs } from "../parts.ts";

const config = createRoute({
  method: "get",
  path: "/v1/containers/{id}/scans/{scanId}",
  operationId: "getScanV1",
  tags: ["Scans"],
  summary: "One scan of a container",
  description: "A category scan is compared, as reviewed, with the current manifests of its visit.",
  request: { params: z.object({ id: z.string(), scanId: z.string() }) },
  responses: {
    200: json(successEnvelope(scan), "The scan"),
    ...notModified,
    ...errors("FORBIDDEN", "CONTAINER_NOT_FOUND", "SCAN_NOT_FOUND"),
  },
});

export const getScan = defineRoute("operator", config, (parts: Needs<"db" | "matchRules" | "nowMs">) => async (c) => {
  const { found, refusal } = await openScan(c, parts.db, c.req.valid("param"));
  if (refusal) return refusal;
  const context = await readContext(parts, found);
  const { id } = found.scan;
  const provenance = await findProvenance(parts.db, id, new Date(parts.nowMs()));
  return okWithEtag(c, presentScan(found.scan, context, await findVerdicts(parts.db, id), provenance));
});

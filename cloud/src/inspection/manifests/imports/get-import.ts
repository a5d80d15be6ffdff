import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { fileImport } from "@container-inspection/shared-schemas/manifest-imports";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../../platform/http/define-route.ts";
import { errors, json } from "../../../platform/http/describe.ts";
import { ok } from "../../../platform/http/replies.ts";
import type { Needs } from "../../parts.ts";
import { countRows } from "./import-store.ts";
import { openImport } from "./open-import.ts";
import { presentImport } from "./present-import.ts";

const config = createRoute({
  method: "get",
  path: "/v1/manifests/imports/{id}",
  operationId: "getManifestImportV1",
  tags: ["Manifests"],
  summary: "The state of an import",
  description: "Operators see their own imports. An import is kept for 30 days.",
  request: { params: z.object({ id: z.string() }) },
  responses: {
    200: json(successEnvelope(fileImport), "The import"),
    ...errors("FORBIDDEN", "MANIFEST_IMPORT_NOT_FOUND"),
  },
});

export const getImport = defineRoute("operator", config, ({ db }: Needs<"db">) => async (c) => {
  const { found, refusal } = await openImport(c, db, c.req.valid("param").id);
  return refusal ?? ok(c, presentImport(found, await countRows(db, found.row.id)));
});

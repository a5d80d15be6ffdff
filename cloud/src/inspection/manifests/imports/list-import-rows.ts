import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { importRow, listImportRowsQuery } from "@container-inspection/shared-schemas/manifest-imports";
import { page } from "@container-inspection/shared-schemas/primitives";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { defineRoute } from "../../../platform/http/define-route.ts";
import { errors, json } from "../../../platform/http/describe.ts";
import { cursorOf, pageOf } from "../../../platform/http/pages.ts";
import { ok } from "../../../platform/http/replies.ts";
import type { Needs } from "../../parts.ts";
import { findRows } from "./import-store.ts";
import { openImport } from "./open-import.ts";
import { presentImportRow } from "./present-import.ts";

const config = createRoute({
  method: "get",
  path: "/v1/manifests/imports/{id}/rows",
  operationId: "listManifestImportRowsV1",
  tags: ["Manifests"],
  summary: "The outcome of each row of an import",
  description: "In the order of the file. While the import runs, rows without an outcome are missing.",
  request: {
    params: z.object({ id: z.string() }),
    query: listImportRowsQuery.extend({ cursor: cursorOf(z.int().min(0).max(2_147_483_647)).optional() }),
  },
  responses: {
    200: json(successEnvelope(page(importRow)), "One page"),
    ...errors("VALIDATION_ERROR", "FORBIDDEN", "MANIFEST_IMPORT_NOT_FOUND"),
  },
});

export const listImportRows = defineRoute("operator", config, ({ db }: Needs<"db">) => async (c) => {
  const { limit, cursor, outcome, notUnderstood } = c.req.valid("query");
  const { found, refusal } = await openImport(c, db, c.req.valid("param").id);
  if (refusal) return refusal;
  const wanted = { outcome, isDoubted: notUnderstood === "true", after: cursor, limit: limit + 1 };
  const rows = await findRows(db, { importId: found.row.id, ...wanted });
  return ok(
    c,
    pageOf(rows, limit, ({ number }) => number, presentImportRow),
  );
});

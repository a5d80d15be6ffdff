import { plainName } from "@container-inspection/shared-schemas/column-names";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { csvColumns } from "@container-inspection/shared-schemas/manifest-columns";
import {
  answerImportRequest,
  fileImport,
  type ImportAnswers,
} from "@container-inspection/shared-schemas/manifest-imports";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../../journal/audit/create-audit.ts";
import { defineRoute } from "../../../platform/http/define-route.ts";
import { errors, json, jsonBody } from "../../../platform/http/describe.ts";
import { accepted, fail } from "../../../platform/http/replies.ts";
import type { Needs } from "../../parts.ts";
import { countRows, findImport, lockImportRecord, rememberColumns, startAgain } from "./import-store.ts";
import { openImport } from "./open-import.ts";
import { presentImport } from "./present-import.ts";
import { importKind } from "./run-import.ts";

const config = createRoute({
  method: "put",
  path: "/v1/manifests/imports/{id}",
  operationId: "answerManifestImportV1",
  tags: ["Manifests"],
  summary: "Continue an import after a preview or a question",
  description:
    "Reads the file again with these answers, and writes its manifests unless `preview` is true. Chosen columns are " +
    "remembered for the caller, and used for later files with columns of the same names.",
  request: { params: z.object({ id: z.string() }), body: jsonBody(answerImportRequest) },
  responses: {
    202: json(successEnvelope(fileImport), "The import"),
    ...errors("VALIDATION_ERROR", "FORBIDDEN", "MANIFEST_IMPORT_NOT_FOUND", "MANIFEST_IMPORT_ENDED"),
  },
});

export const answerImport = defineRoute(
  "operator",
  config,
  ({ db, jobs, newId, nowMs }: Needs<"db" | "jobs" | "newId" | "nowMs">) =>
    async (c) => {
      const { id } = c.req.valid("param");
      const { preview = false, ...answers } = c.req.valid("json");
      const unknown = answers.columns?.find(({ column }) => column !== null && !Object.hasOwn(csvColumns, column));
      if (unknown) return fail(c, "VALIDATION_ERROR", `The column "${unknown.column}" is not known.`);
      const audit = auditOf(c, { newId, nowMs });
      return db.transaction(async (tx) => {
        const { found, refusal } = await openImport(c, tx, id, lockImportRecord);
        if (refusal) return refusal;
        const { state, isPreview, answers: before } = found.row;
        if (state !== "needs-answer" && state !== "previewed")
          return fail(c, "MANIFEST_IMPORT_ENDED", "The import runs or has ended. Start another one with again=true.");
        const chosen = new Map(answers.columns?.map(({ header, column }) => [plainName(header), column]));
        await rememberColumns(tx, c.get("caller").userId, chosen);
        const merged = mergeAnswers(before, answers);
        await startAgain(tx, id, { answers: merged, isPreview: preview });
        await jobs.enqueue(tx, importKind, { importId: id });
        await audit(tx, {
          action: "manifest-import.answer",
          subject: { type: "manifest-import", id },
          before: { state, preview: isPreview, ...before },
          after: { state: "waiting", preview, ...merged },
        });
        const again = await findImport(tx, id);
        if (!again) throw new Error(`the import ${id} vanished in the transaction that changed it`);
        return accepted(c, presentImport(again, await countRows(tx, id)));
      });
    },
);

/** Later answers replace earlier ones about the same columns. */
function mergeAnswers(before: ImportAnswers, { columns = [], ...answers }: ImportAnswers): ImportAnswers {
  const answered = new Set(columns.map(({ header }) => plainName(header)));
  const kept = (before.columns ?? []).filter(({ header }) => !answered.has(plainName(header)));
  return { ...before, ...answers, columns: [...kept, ...columns] };
}

import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { csvColumns } from "@container-inspection/shared-schemas/manifest-columns";
import { type ManifestImport, manifestImport } from "@container-inspection/shared-schemas/manifests";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { type DecimalMark, decimalMark } from "@container-inspection/shared-schemas/manifest-imports";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import { idempotencyHeaders } from "../../platform/idempotency/answer-receipt.ts";
import { csvFormat } from "./importing/formats/csv/csv-format.ts";
import { jsonLinesFormat } from "./importing/formats/json-lines.ts";
import { hasTooManyLines, MAX_FILE_BYTES, MAX_LINES, refusalOf, TOO_MANY_LINES } from "./importing/at-once.ts";
import { importAll } from "./importing/import-all.ts";
import { type JudgedFile, type JudgedRow, unreadable } from "./importing/import-file.ts";
import { IMPORT_ROUTE, openImport } from "./importing/import-once.ts";
import { readAs } from "./importing/read-file.ts";
import type { ManifestParts } from "./write-manifest.ts";

const CONTENT_TYPE =
  /^(text\/csv|application\/(?:x-ndjson|jsonl))(?:\s*;\s*(?:charset="?utf-8"?|header="?present"?))*\s*$/i;

const csv = z.string().meta({
  description: `UTF-8, RFC 4180. The first row names its columns, in any order: ${Object.keys(csvColumns).join(", ")}.`,
  example:
    "billOfLading,containerNumber,status,shipperName,goodsDescription,hsCode,packageCode,numberOfPackages\r\n" +
    'HLCUHAM2611,CSQU3054383,SUBMITTED,"Kaffee, Meyer & Co",Coffee beans,090111,SA,300\r\n' +
    "HLCUHAM2611,CSQU3054383,,,Paper filters,480519,CT,40\r\n",
});
const jsonLines = z.string().meta({
  description: "UTF-8; on each line one manifest, as `POST /v1/manifests` takes it",
  example:
    '{"billOfLading":"HLCUHAM2611","containerNumber":"CSQU3054383","declaredGoods":[{"description":"Coffee"}]}\n',
});
const body = {
  required: true,
  content: {
    "text/csv": { schema: csv },
    "application/x-ndjson": { schema: jsonLines },
    "application/jsonl": { schema: jsonLines },
  },
};

const config = createRoute({
  method: "post",
  path: "/v1/manifests/import",
  operationId: IMPORT_ROUTE,
  tags: ["Manifests"],
  summary: "Import a file of manifests",
  description:
    `CSV or JSON lines, at most ${MAX_LINES} lines and 4 MB. The reply has a result for each line: an invalid line is ` +
    "reported and does not affect the others. Each manifest is written in a transaction of its own and attaches as one that " +
    "is sent alone. When the request fails midway, what was written stays, and the file can be sent again: the newest " +
    "manifest that the caller created for the same bill of lading and container number is updated as by PUT, and stays " +
    "unchanged where the file holds nothing new. Manifests without a bill of lading are created again each time. In CSV, " +
    "rows of one bill of lading and container number are one manifest with one item of goods each, which is imported " +
    "completely or not at all; the fields of the manifest itself are repeated in its other rows, or empty there. Weights " +
    "are in kilograms, volumes in cubic metres. Under an Idempotency-Key, which belongs to the caller and is remembered for " +
    "one day, each manifest is written once, also those without a bill of lading: a file that is sent again reports what " +
    "was written before with its first outcome.",
  request: { headers: idempotencyHeaders, query: z.object({ decimalMark: decimalMark.optional() }), body },
  responses: {
    200: json(successEnvelope(manifestImport), "The outcome of each line"),
    ...errors("VALIDATION_ERROR", "PAYLOAD_TOO_LARGE", "IDEMPOTENCY_KEY_REUSED"),
  },
});

export const importManifests = defineRoute("operator", config, (parts: ManifestParts) => async (c) => {
  const refuse = (message: string) => fail(c, "VALIDATION_ERROR", message, [{ path: "", message }]);
  if (c.req.header("Content-Encoding") !== undefined)
    return refuse("The file must be sent without a Content-Encoding.");
  const [, type] = CONTENT_TYPE.exec(c.req.header("Content-Type")?.trim() ?? "") ?? [];
  if (type === undefined) return refuse("Send the file as UTF-8 with Content-Type: text/csv or application/x-ndjson.");
  const bytes = Buffer.from(await c.req.arrayBuffer());
  if (bytes.length > MAX_FILE_BYTES)
    return fail(c, "PAYLOAD_TOO_LARGE", `The file is larger than ${MAX_FILE_BYTES} bytes. Send it in parts.`);
  const file = await readFile(type, bytes, c.req.valid("query").decimalMark);
  const problem = refusalOf(file);
  if (problem !== undefined || file.problem !== null) return refuse(problem ?? "");
  const writing = { ...parts, writer: c.get("caller"), audit: auditOf(c, parts), nowMs: parts.nowMs() };
  const { userId } = writing.writer;
  const key = c.req.valid("header")["idempotency-key"] ?? null;
  const writeOnce = await openImport(parts.db, { key, userId, type, bytes, nowMs: writing.nowMs });
  if (!writeOnce)
    return fail(c, "IDEMPOTENCY_KEY_REUSED", "This Idempotency-Key was used for another file. Send a new key for it.");
  const report: ManifestImport = { imported: 0, updated: 0, unchanged: 0, failed: 0, lines: [] };
  for (const { rows, ...imported } of await importAll(writeOnce, writing, file.manifests)) {
    report[imported.outcome] += 1;
    report.lines.push(...rows.map((row) => ({ line: row.number, ...imported, ...remarksOf(row) })));
  }
  const failed = file.manifests.flatMap(({ rows, fields }) => (fields ? [] : rows));
  report.failed = failed.length;
  const outcome = "failed" as const;
  report.lines.push(...failed.map((row) => ({ line: row.number, outcome, errors: row.errors, ...remarksOf(row) })));
  report.lines.sort((one, other) => one.line - other.line);
  return ok(c, report);
});

const remarksOf = ({ notUnderstood }: JudgedRow) => (notUnderstood.length > 0 ? { notUnderstood } : {});

async function readFile(type: string, bytes: Buffer, decimalMark: DecimalMark | undefined): Promise<JudgedFile> {
  const format = /csv/i.test(type) ? csvFormat : jsonLinesFormat;
  const options = { answers: { decimalMark }, remembered: {}, maxRows: MAX_LINES };
  return hasTooManyLines(bytes) ? unreadable(format.name, TOO_MANY_LINES) : readAs(format, bytes, options);
}

import { hash } from "node:crypto";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { fileImport, startImportQuery } from "@container-inspection/shared-schemas/manifest-imports";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { auditOf } from "../../../journal/audit/create-audit.ts";
import { defineRoute } from "../../../platform/http/define-route.ts";
import { errors, json } from "../../../platform/http/describe.ts";
import { accepted, fail } from "../../../platform/http/replies.ts";
import type { Needs } from "../../parts.ts";
import { formats } from "../importing/formats.ts";
import { MAX_FILE_BYTES, MAX_ROWS } from "../importing/import-file.ts";
import { hasTooManyRows } from "../importing/count-rows.ts";
import { countRows, findImport, findImportOfFile, insertImport, lockFile } from "./import-store.ts";
import { presentImport } from "./present-import.ts";
import { importKind } from "./run-import.ts";

const file = z.unknown().meta({ type: "string", format: "binary", description: "The file, unchanged" });

const config = createRoute({
  method: "post",
  path: "/v1/manifests/imports",
  operationId: "startManifestImportV1",
  tags: ["Manifests"],
  summary: "Import a file of manifests in the background",
  description:
    `Takes a file of ${formats.map(({ name }) => name).join(", ")}, recognised by its content, of at most ${MAX_FILE_BYTES / 1_000_000} MB and ` +
    `${MAX_ROWS} rows. It is read and written in the background; the reply names the import, whose state and rows have their own ` +
    "routes. Each manifest is written in a transaction of its own, and attaches as one that is sent alone; an import whose " +
    "process is killed continues where it ended. The newest manifest that the caller created for the same bill of lading and " +
    "container number is updated as by PUT, and stays unchanged where the file holds nothing new. The same file again " +
    "returns its earlier import, unless `again` is true. With `preview`, nothing is written, and the rows show what an " +
    "import would do. Where the file leaves open what it means, such as the sign before decimals, the import waits for " +
    "an answer.",
  request: {
    query: startImportQuery,
    body: { required: true, content: { "application/octet-stream": { schema: file } } },
  },
  responses: {
    202: json(successEnvelope(fileImport), "The import"),
    ...errors("VALIDATION_ERROR", "PAYLOAD_TOO_LARGE"),
  },
});

export const startImport = defineRoute(
  "operator",
  config,
  ({ db, jobs, newId, nowMs }: Needs<"db" | "jobs" | "newId" | "nowMs">) =>
    async (c) => {
      if (c.req.header("Content-Encoding") !== undefined)
        return fail(c, "VALIDATION_ERROR", "The file must be sent without a Content-Encoding.");
      const { preview, again, decimalMark, fileName = "" } = c.req.valid("query");
      const content = Buffer.from(await c.req.arrayBuffer());
      if (content.length === 0) return fail(c, "VALIDATION_ERROR", "The file is empty.");
      if (content.length > MAX_FILE_BYTES)
        return fail(c, "PAYLOAD_TOO_LARGE", `The file is larger than ${MAX_FILE_BYTES} bytes. Send it in parts.`);
      if (hasTooManyRows(content, MAX_ROWS))
        return fail(c, "PAYLOAD_TOO_LARGE", `The file has more than ${MAX_ROWS} rows. Send it in parts.`);
      const { userId: createdById } = c.get("caller");
      const sent = { createdById, sha256: hash("sha256", content), isPreview: preview === "true" };
      const audit = auditOf(c, { newId, nowMs });
      const id = newId();
      const found = await db.transaction(async (tx) => {
        await lockFile(tx, sent);
        const earlier = again === "true" ? undefined : await findImportOfFile(tx, sent);
        if (earlier) return earlier;
        const facts = { fileName: fileName === "" ? null : fileName, sizeBytes: content.length };
        const createdAt = new Date(nowMs());
        await insertImport(tx, {
          id,
          state: "waiting",
          ...sent,
          ...facts,
          content,
          answers: { decimalMark },
          createdAt,
        });
        await jobs.enqueue(tx, importKind, { importId: id });
        const after = { sha256: sent.sha256, preview: sent.isPreview, ...facts };
        await audit(tx, {
          action: "manifest-import.start",
          subject: { type: "manifest-import", id },
          before: null,
          after,
        });
        return findImport(tx, id);
      });
      if (!found) throw new Error(`the import ${id} vanished in the transaction that made it`);
      return accepted(c, presentImport(found, await countRows(db, found.row.id)));
    },
);

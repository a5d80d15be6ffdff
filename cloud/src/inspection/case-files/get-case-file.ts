import { queryVisit } from "@container-inspection/shared-schemas/primitives";
import { createRoute } from "@hono/zod-openapi";
import { makeZip } from "client-zip";
import { z } from "zod";
import { presentAuditEntry } from "../../journal/audit/present-audit-entry.ts";
import { auditOf } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors } from "../../platform/http/describe.ts";
import { openServiceKey } from "../../platform/settings/service-key.ts";
import { openContainerOnVisit } from "../record/open-container.ts";
import type { OwnedContainer } from "../record/container-store.ts";
import { presentEscalation } from "../escalations/present-escalation.ts";
import { presentEvidence } from "../evidence/present-evidence.ts";
import type { Needs } from "../parts.ts";
import { writeChainLines } from "../provenance/chain-lines.ts";
import { createReport } from "../reports/create-report.ts";
import { readAtOnce } from "../../platform/db/read-at-once.ts";
import { createPresenter } from "../scans/present-scans.ts";
import { listPictures, writeEntries } from "./case-entries.ts";
import { collectJudgements } from "./case-judgements.ts";
import { writeCaseReadme } from "./case-readme.ts";
import { type CaseRows, readCase } from "./case-store.ts";

type Parts = Needs<"settings" | "db" | "pools" | "storage" | "matchRules" | "nowMs" | "newId">;

const config = createRoute({
  method: "get",
  path: "/v1/containers/{id}/case-file",
  operationId: "getCaseFileV1",
  tags: ["Reports"],
  summary: "The case file of a container",
  description:
    "A ZIP archive with the pictures, findings, decisions, audit entries, hash chains and signatures of the container, or of the visit that " +
    "`visit` names. `node verify.mjs` in the unpacked folder verifies it without a network; the README in it states what that shows. " +
    "The service signs it; the export is recorded in the audit log, with the fingerprint of the key.",
  request: { params: z.object({ id: z.string() }), query: z.object({ visit: queryVisit }) },
  responses: {
    200: {
      description: "The archive",
      content: { "application/zip": { schema: z.string().meta({ format: "binary" }) } },
    },
    ...errors("VALIDATION_ERROR", "FORBIDDEN", "CONTAINER_NOT_FOUND", "VISIT_NOT_FOUND"),
  },
});

export const getCaseFile = defineRoute(
  "operator",
  config,
  (parts: Parts) => async (c) => {
    const { id } = c.req.valid("param");
    const { visit } = c.req.valid("query");
    const generatedAt = new Date(parts.nowMs());
    const read = await readAtOnce(parts.db, async (tx) => {
      const { found, refusal } = await openContainerOnVisit(c, tx, { id, visit });
      if (refusal) return { refusal };
      const rows = await readCase(tx, found, visit === undefined ? undefined : found.visit.id);
      return { found, rows, texts: await writeTexts(parts, tx, { found, rows, visit, generatedAt, by: callerOf(c) }) };
    });
    if (read.refusal) return read.refusal;
    const { found, rows, texts } = read;
    const key = openServiceKey(parts.settings);
    const counts = { scans: rows.scans.length, evidence: rows.evidence.length };
    const after = { visit: visit ?? null, ...counts, keyFingerprint: key.fingerprint };
    const subject = { type: "container", id };
    // Reads may come from a replica, which accepts no writes.
    await auditOf(c, parts)(parts.pools.people, { action: "container.export-case-file", subject, before: null, after });
    const logger = c.get("logger");
    const onMissing = (key: string) => logger.warn({ key }, "a picture of a case file is missing in the storage");
    const entries = writeEntries({ storage: parts.storage, key, onMissing }, texts, listPictures(rows), {
      generatedAt,
    });
    return c.body(makeZip(entries), 200, {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="case-${fileNameOf(found)}.zip"`,
      "Cache-Control": "no-store",
    });
  },
  { readsReplica: true },
);

const callerOf = (c: AppContext) => c.get("caller").email;
const fileNameOf = ({ container }: OwnedContainer) => container.containerNumber.replaceAll(/[^A-Za-z0-9-]/g, "_");

type Case = {
  found: OwnedContainer;
  rows: CaseRows;
  visit: number | undefined;
  generatedAt: Date;
  by: string;
};

/** The files of a case that are text, by their names. */
async function writeTexts(
  { settings, matchRules, nowMs }: Parts,
  tx: DatabaseOrTransaction,
  { found, rows, visit, generatedAt, by }: Case,
): Promise<Record<string, string>> {
  const { containerNumber: number, id: containerId } = found.container;
  const rules = await matchRules.ofVisit(tx, { id: found.visit.id, containerId });
  const show = await createPresenter({ db: tx, matchRules, nowMs }, rows.scans);
  const scans = rows.scans.map((row) => ({
    ...show(row),
    // As the device hashed it: replies show an absent version as empty.
    sentModel: { name: row.scan.modelName, version: row.scan.modelVersion },
    recordedMatch: row.scan.recordedMatch,
  }));
  const evidence = rows.evidence.map((photo) => ({
    ...presentEvidence(photo),
    sentModel: { name: photo.evidence.modelName, version: photo.evidence.modelVersion },
  }));
  const chain: string[] = [];
  const head = { device: null, keys: rows.keys, exportedAt: generatedAt };
  for await (const line of writeChainLines(head, rows.links)) chain.push(line);
  const { fingerprint: caseFileKey } = openServiceKey(settings);
  const judgements = await collectJudgements({ settings, matchRules }, tx, {
    found,
    rows,
    nowMs: generatedAt.getTime(),
  });
  const decisions = rows.escalations.map((row) => ({
    ...presentEscalation(row),
    decidedOn: row.escalation.decidedOn,
  }));
  const readme = { number, visit: visit ?? null, generatedAt: generatedAt.toISOString(), by };
  return {
    "README.txt": writeCaseReadme(readme),
    "case.json": format({ ...readme, containerId, isComplete: rows.isComplete, visits: rows.visits }),
    "report.json": format(await createReport(tx, found, { nowMs: generatedAt.getTime(), rules, caseFileKey })),
    "scans.json": format(scans),
    "evidence.json": format(evidence),
    "decisions.json": format(decisions),
    ...Object.fromEntries(Object.entries(judgements).map(([name, value]) => [name, format(value)])),
    "audit.json": format(rows.audit.map(presentAuditEntry)),
    "chain.ndjson": chain.join(""),
  };
}

const format = (value: unknown) => JSON.stringify(value, null, 2);

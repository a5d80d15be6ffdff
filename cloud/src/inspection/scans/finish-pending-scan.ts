import { buffer } from "node:stream/consumers";
import { objectId } from "@container-inspection/shared-schemas/object-id";
import { z } from "zod";
import type { AiOutcome } from "../../platform/ai/ai-service.ts";
import { auditOfService } from "../../journal/audit/create-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { isDatabaseUnavailable } from "../../platform/db/error-code.ts";
import { escalateFindings } from "../escalations/escalate-findings.ts";
import { keepLane } from "../judging/keep-lane.ts";
import { keepVersions } from "../judging/manifest-version-store.ts";
import { recordEvent } from "../../journal/events/event-store.ts";
import { defineWorker } from "../../platform/jobs/define-worker.ts";
import type { JobKind } from "../../platform/jobs/job-kind.ts";
import type { Needs } from "../parts.ts";
import { decodePicture } from "../../platform/images/decode-picture.ts";
import { containerOn } from "../record/visited-container.ts";
import { findVisits, markScanned } from "../record/visit-store.ts";
import { judgeUserScan } from "./judge-user-scan.ts";
import { readFindings } from "./read-findings.ts";
import {
  fileMatch,
  findAbandonedScans,
  findPendingScan,
  lockContainerOfScan,
  lockScan,
  type ScanFindings,
  type ScanRow,
  settlePendingScan,
} from "./scan-store.ts";

const DEADLINE_MS = 90_000;

/**
 * Asks the AI service again for a scan that it was unavailable for: soon at first, then every ten minutes for a week.
 */
export const finishScanKind: JobKind<{ scanId: string }> = {
  name: "finish-scan",
  data: z.object({ scanId: objectId }),
  subjectPath: "$.scanId",
  retries: 1_000,
  firstRetrySeconds: 5,
  longestRetrySeconds: 600,
  timeoutSeconds: 120,
  atOnce: 2,
};

/** Gives a pending scan its findings; it fails permanently when its picture cannot be used, or after the last try. */
export const finishPendingScan = defineWorker(
  finishScanKind,
  (parts: Needs<"db" | "storage" | "jobs" | "ai" | "matchRules" | "logger" | "nowMs" | "newId">) =>
    async ({ scanId }, { isLast }) => {
      const scan = await findPendingScan(parts.db, scanId);
      if (!scan) return;
      const giveUp = (why: string) => parts.db.transaction((tx) => fail(tx, parts, scan, why));
      const outcome = await askAgain(parts, scan);
      if (outcome.kind === "failed" && !isLast) throw new Error(outcome.message);
      if (outcome.kind !== "found") return giveUp(outcome.message);
      const findings = readFindings(outcome.findings);
      try {
        await parts.db.transaction((tx) => settle(tx, parts, scan, findings));
      } catch (error) {
        if (!isLast || isDatabaseUnavailable(error)) throw error;
        await giveUp(`its findings cannot be stored: ${String(error)}`);
      }
    },
  {
    find: findAbandonedScans,
    lock: async (tx, id) => {
      await lockScan(tx, id);
      return (await findPendingScan(tx, id)) !== undefined;
    },
    fail: async (tx, parts, { id, reason }) => {
      const scan = await findPendingScan(tx, id);
      if (scan) await fail(tx, parts, scan, reason);
    },
  },
);

async function fail(
  tx: DatabaseOrTransaction,
  { logger, nowMs }: Needs<"logger" | "nowMs">,
  scan: ScanRow,
  why: string,
): Promise<void> {
  const settled = await settlePendingScan(tx, scan.id, { status: "failed" });
  if (!settled) return;
  logger.error({ scanId: scan.id, why }, "a pending scan has failed permanently");
  await recordEvent(tx, finishedEvent({ ...scan, ...settled }, "failed"), nowMs());
}

/** Stores the findings, unless another try just did, and raises the escalation that they require. */
async function settle(
  tx: DatabaseOrTransaction,
  parts: Needs<"jobs" | "matchRules" | "nowMs" | "newId">,
  scan: ScanRow,
  findings: ScanFindings,
): Promise<void> {
  const { id } = scan;
  const { detections } = findings;
  const audit = auditOfService(parts);
  const held = await lockContainerOfScan(tx, id);
  const settled = await settlePendingScan(tx, id, findings);
  if (!settled) return;
  const after = { status: "done", detections: detections.length };
  await audit(tx, { action: "scan.finish", subject: { type: "scan", id }, before: { status: "pending" }, after });
  await recordEvent(tx, finishedEvent({ ...scan, ...settled }, "done"), parts.nowMs());
  if (!held) return;
  await markScanned(tx, settled, parts.nowMs());
  const { visitId } = settled;
  const visit = (await findVisits(tx, held.container.id)).find((one) => one.id === visitId) ?? held.visit;
  const finished = { ...scan, ...findings, ...settled };
  const visited = containerOn(held, visit);
  const { stored, versions } = await judgeUserScan(tx, parts, finished, visited);
  await fileMatch(tx, id, stored);
  await keepVersions(tx, versions);
  const { judged, judgement } = await keepLane(tx, { ...parts, nowMs: parts.nowMs() }, visited);
  const judgedScan = { id, visitId, findings: judgement.findings, attached: judged.attached };
  await escalateFindings(tx, parts, { scan: judgedScan, held, audit });
}

const finishedEvent = ({ id: scanId, containerId, type }: ScanRow, status: "done" | "failed") =>
  ({ kind: "scan.finished", containerId, scanId, type, status }) as const;

async function askAgain({ ai, storage }: Needs<"ai" | "storage">, scan: ScanRow): Promise<AiOutcome> {
  const stream = scan.imageKey === null ? undefined : await storage.read(scan.imageKey);
  const bytes = stream && (await buffer(stream));
  const picture = bytes && (await decodePicture(bytes));
  if (!picture) return { kind: "invalid-image", message: "its picture is missing from the storage, or damaged" };
  return ai.detect({ task: scan.type, ...picture, bytes, deadlineMs: DEADLINE_MS });
}

import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { scan, type ScanType } from "@container-inspection/shared-schemas/scans";
import { z } from "zod";
import { auditOf } from "../../journal/audit/create-audit.ts";
import { openContainer } from "../record/open-container.ts";
import { isDatabaseUnavailable } from "../../platform/db/error-code.ts";
import type { AppContext } from "../../platform/http/context.ts";
import { errors, json } from "../../platform/http/describe.ts";
import { fail, ok } from "../../platform/http/replies.ts";
import { imageBody, readImageBody } from "../../platform/images/read-image-body.ts";
import type { Needs } from "../parts.ts";
import type { SentPicture } from "../../platform/images/sent-picture.ts";
import { StorageUnavailableError } from "../../platform/storage/object-storage.ts";
import { keepUserScan, type MadeScan, createUserScan } from "./keep-user-scan.ts";
import { presentScan } from "./present-scan.ts";
import { readContext } from "./read-context.ts";
import { readFindings } from "./read-findings.ts";
import { findScan, findScannedContainer } from "./scan-store.ts";

/** The parts of a route that scans a picture. */
export type ScanningParts = Needs<
  "settings" | "db" | "storage" | "jobs" | "ai" | "matchRules" | "logger" | "nowMs" | "newId"
>;

/** The description that all routes share that scan a picture. */
export const scanRequest = { params: z.object({ id: z.string() }), body: imageBody };
export const scanResponses = {
  200: json(successEnvelope(z.object({ scan })), "The scan"),
  ...errors("INVALID_IMAGE_FORMAT", "FORBIDDEN", "CONTAINER_NOT_FOUND"),
};
export const SCAN_DESCRIPTION =
  "The body is one image: JPEG, PNG, WebP or TIFF of one page (16-bit greyscale for X-ray), at most 100 megapixels and 20 MB; the " +
  "bytes decide, not the header. The scan is stored with its picture and does not change the container's `categoryScan`. While the AI " +
  'service is unavailable, `scan.status` is "pending": the scan is finished later. Read it again then.';

/** A user waits for the reply: longer than any model takes for one picture. */
const SCAN_DEADLINE_MS = 15_000;
const FRAME_DEADLINE_MS = 10_000;

/** Scans the picture of a request and stores the scan, finished or pending. */
export async function answerScan(c: AppContext, parts: ScanningParts, type: ScanType, containerId: string) {
  const { found, refusal } = await openScanRequest(c, parts, containerId);
  if (refusal) return refusal;
  const { picture } = found;
  const outcome = await parts.ai.detect({ task: type, ...picture, deadlineMs: SCAN_DEADLINE_MS });
  if (outcome.kind === "invalid-image") return fail(c, "INVALID_IMAGE_FORMAT", UNUSABLE);
  if (outcome.kind === "failed")
    c.get("logger").warn({ why: outcome.message, type }, "the AI service returned no result; the scan is pending");
  const findings = outcome.kind === "found" ? readFindings(outcome.findings) : undefined;
  const made = createUserScan(parts, { type, containerId, caller: c.get("caller"), picture, findings });
  return answerKept(c, parts, made, { picture, orPending: true });
}

/**
 * Scans one frame of a stream; it is stored when something was found on it. Replies with `failure` when there is no
 * result.
 */
export async function answerFrame<Failure extends "STREAMING_CATEGORY_SCAN_FAILED" | "STREAMING_ILLEGAL_SCAN_FAILED">(
  c: AppContext,
  parts: ScanningParts,
  { type, containerId, failure }: { type: ScanType; containerId: string; failure: Failure },
) {
  const { found, refusal } = await openScanRequest(c, parts, containerId);
  if (refusal) return refusal;
  const { scanned, picture } = found;
  const outcome = await parts.ai.detect({ task: type, ...picture, deadlineMs: FRAME_DEADLINE_MS });
  if (outcome.kind === "invalid-image") return fail(c, "INVALID_IMAGE_FORMAT", UNUSABLE);
  if (outcome.kind === "failed") {
    c.get("logger").warn({ why: outcome.message, type }, "the AI service returned no result for a frame");
    return fail(c, failure, NO_RESULT);
  }
  const findings = readFindings(outcome.findings);
  const made = createUserScan(parts, { type, containerId, caller: c.get("caller"), picture, findings });
  if (made.detections.length === 0)
    return ok(c, { scan: presentScan(made, await readContext(parts, scanned), [], null) });
  try {
    return await answerKept(c, parts, made, { picture, orPending: false });
  } catch (error) {
    if (isDatabaseUnavailable(error) || error instanceof StorageUnavailableError) throw error;
    c.get("logger").error({ err: error, type }, "could not store the findings of a frame");
    return fail(c, failure, "The findings on this frame could not be stored. Send the next frame.");
  }
}

type Keeping = { picture: SentPicture; orPending: boolean };

async function answerKept(
  c: AppContext,
  parts: Needs<"settings" | "db" | "storage" | "jobs" | "matchRules" | "logger" | "nowMs" | "newId">,
  made: MadeScan,
  keeping: Keeping,
) {
  const { db } = parts;
  const kept = await keepUserScan(parts, made, { ...keeping, audit: auditOf(c, parts) });
  const found = kept && (await findScan(db, kept.containerId, kept.id))?.visited;
  if (!found) return fail(c, "CONTAINER_NOT_FOUND", "The container was deleted while its picture was scanned.");
  return ok(c, { scan: presentScan(found.scan, await readContext(parts, found), [], null) });
}

const NO_RESULT =
  "The AI service returned no result for this frame: it is unavailable, too slow, or has no model for this. Send the next frame.";
const UNUSABLE = "The image cannot be scanned: the AI service cannot decode it. Send it as a JPEG or PNG.";

async function openScanRequest(c: AppContext, { db }: Needs<"db">, id: string) {
  const read = await readImageBody(c);
  if (!read.ok) return { refusal: fail(c, "INVALID_IMAGE_FORMAT", read.problem) };
  const { found, refusal } = await openContainer(c, db, { id, find: findScannedContainer });
  if (refusal) return { refusal };
  return { found: { scanned: found, picture: read.picture } };
}

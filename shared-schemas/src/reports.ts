import { z } from "zod";
import { numberCheck } from "./container-number.ts";
import { container } from "./containers.ts";
import { escalation } from "./escalations.ts";
import { examination } from "./examinations.ts";
import { evidence } from "./evidence.ts";
import { manifestMatch, matchFinding, storedMatch } from "./manifest-match.ts";
import { manifest } from "./manifests.ts";
import { phrase } from "./phrase.ts";
import { datetime, orNull } from "./primitives.ts";
import { scan } from "./scans.ts";

export const reportVerdict = z.enum(["clear", "attention", "hold", "incomplete"]).meta({
  id: "ReportVerdict",
  description:
    "`hold`: the container must not be released. `attention`: it needs review. `incomplete`: information for a verdict is missing. " +
    "`clear`: no objection. The verdict is the first of these that any reason requires.",
});
export type ReportVerdict = z.infer<typeof reportVerdict>;

/** One reason for the verdict, and the verdict that it requires. */
export const verdictReason = z
  .object({ rule: z.string(), verdict: reportVerdict, message: z.string(), phrase: phrase.optional() })
  .meta({ id: "VerdictReason" });
export type VerdictReason = z.infer<typeof verdictReason>;

export const timelineEntry = z
  .object({
    at: datetime,
    event: z.enum([
      "registered",
      "visit-opened",
      "number-set",
      "manifest-attached",
      "manifest-detached",
      "manifest-waits",
      "manifest-changed",
      "merged",
      "scanned",
      "evidence-added",
      "reviewed",
      "escalated",
      "claimed",
      "examined",
      "decided",
    ]),
    actor: z.string().nullable().describe("an email address or a device; null for the service itself"),
    message: z.string(),
    phrase: phrase.optional(),
    subjectId: z.string().describe("id of the container, visit, manifest, scan, evidence, examination or escalation"),
  })
  .meta({ id: "TimelineEntry" });
export type TimelineEntry = z.infer<typeof timelineEntry>;

export const report = z
  .object({
    generatedAt: datetime,
    verdict: reportVerdict,
    reasons: z.array(verdictReason),
    container,
    owner: z.object({ id: z.string(), email: z.string(), name: z.string().nullable() }),
    numberCheck: z.object({ containerNumber: z.string(), check: numberCheck, message: z.string() }),
    manifest: orNull(manifest).describe("the first of `manifests`"),
    manifests: z.array(manifest).describe("all manifests that are attached, the first attached one first"),
    manifestMatch: orNull(manifestMatch).describe(
      "as of today: the current manifests compared with all pictures of the visit; takes the verdicts into account",
    ),
    findings: z
      .array(matchFinding)
      .describe("those of `manifestMatch`, or what the pictures show without a manifest, with the decisions on them"),
    matchAsDecided: orNull(storedMatch).describe("what the last decision was taken on, as it stood then"),
    scans: z
      .object({ category: orNull(scan), defect: orNull(scan), illegal: orNull(scan) })
      .describe("the latest finished scan of each type from any source"),
    unfinishedScans: z.array(scan).describe("newer scans that are pending or failed, the latest of each type"),
    evidence: z.array(evidence).describe("newest first, at most 100, each with its SHA-256"),
    escalations: z.array(escalation).describe("newest first, at most 100, with their decisions"),
    examinations: z.array(examination).describe("what examinations of the container found, newest first, at most 100"),
    timeline: z
      .array(timelineEntry)
      .describe("oldest first; the newest 200 scans and 100 photos, verdicts, escalations and renamings"),
    caseFileKey: z.string().describe("SHA-256 fingerprint of the key with which this service signs case files"),
  })
  .meta({ id: "Report" });
export type Report = z.infer<typeof report>;

import { z } from "zod";
import { phrase } from "./phrase.ts";
import { datetime, orNull } from "./primitives.ts";

export const severity = z.enum(["info", "warning", "critical"]).meta({ id: "Severity" });

/** Cargo: the content of the container, and whether it may pass. Documents: the paper alone. */
export const findingLane = z.enum(["cargo", "documents"]).meta({ id: "FindingLane" });

/** The objects of one scan that a finding rests on. */
export const matchEvidence = z
  .object({ scanId: z.string(), detections: z.array(z.int()).describe("their indexes in the scan's detections") })
  .meta({ id: "MatchEvidence" });

/** One manifest that a finding is about. */
export const matchPaper = z
  .object({ manifestId: z.string(), lines: z.array(z.int()).describe("the declared lines there, from 1") })
  .meta({ id: "MatchPaper" });

/** One difference between the declared goods and the detected objects, as one rule judges it. */
export const matchFinding = z
  .object({
    rule: z.string(),
    severity,
    declared: z.string().nullable(),
    observed: z.string().nullable(),
    message: z.string(),
    lane: findingLane.describe("what it concerns"),
    probability: z.number().min(0).max(1).optional().describe("that it is true, where the rule can state it"),
    className: z.string().optional().describe("the class of the model it is about"),
    lines: z.array(z.int()).optional().describe("the declared lines it is about, from 1, counted in each manifest"),
    manifests: z
      .array(matchPaper)
      .optional()
      .describe("which of the container's manifests it is about; absent where it is about all of them"),
    evidence: z.array(matchEvidence).optional(),
    decided: z
      .object({ escalationId: z.string(), decision: z.string(), by: z.string(), at: datetime })
      .optional()
      .describe("the decision that was taken on this finding; only in reports"),
    explanation: z
      .array(z.string())
      .optional()
      .describe("the entries of the category map and the settings that decided"),
    grounds: z
      .string()
      .optional()
      .describe(
        "what it rests on, in words that stand in an appeal beside `message`: objects and pictures with their SHA-256, " +
          "declared lines, entries of the category map, rule and versions",
      ),
    phrases: z
      .object({
        message: phrase,
        declared: phrase.optional(),
        observed: phrase.optional(),
        explanation: z.array(phrase).optional().describe("where `grounds` is absent, whose phrase has them"),
        grounds: phrase.optional(),
      })
      .optional()
      .describe("of the texts by the same names, for other languages; a text without one holds the sender's words"),
  })
  .meta({ id: "MatchFinding" });
export type MatchFinding = z.infer<typeof matchFinding>;

/** Findings that leave a container unjudged until there is another picture or paper. */
export const INCOMPLETE_RULES: ReadonlySet<string> = new Set([
  "nothing-recognised",
  "cargo-not-pictured",
  "goods-not-stated",
]);

/** Lanes as in customs: green release, yellow documents, red examination. */
export const matchLane = z.enum(["green", "yellow", "red"]).meta({ id: "MatchLane" });
export type MatchLane = z.infer<typeof matchLane>;

/** Result of the comparison of a visit's pictures with its manifests. */
export const manifestMatch = z
  .object({
    score: z.number().min(0).max(1),
    lane: matchLane.describe("of the cargo: at least yellow while the comparison is incomplete"),
    documentLane: matchLane.describe("of the documents alone"),
    isComplete: z.boolean().describe("false where the pictures or the manifest do not allow a comparison"),
    ruleSet: z.string().describe("versions of the rules, of the rule set and of the category map"),
    findings: z.array(matchFinding),
  })
  .meta({ id: "ManifestMatch" });
export type ManifestMatch = z.infer<typeof manifestMatch>;

/** Effect that a change of a manifest would have on its match. */
export const manifestMatchPreview = z
  .object({ before: orNull(manifestMatch), after: orNull(manifestMatch) })
  .meta({ id: "ManifestMatchPreview" });
export type ManifestMatchPreview = z.infer<typeof manifestMatchPreview>;

/** A match as it was made, with everything it was made from; it is never computed again. */
export const storedMatch = z
  .object({
    at: datetime,
    match: orNull(manifestMatch).describe("null without a manifest"),
    findings: z.array(matchFinding).describe("those of the match, or what the pictures show without a manifest"),
    manifests: z.array(
      z.object({
        manifestId: z.string(),
        version: z.int(),
        sha256: z.string().describe("SHA-256 of the manifest as it stood, as JSON with sorted keys"),
      }),
    ),
    mapVersion: z.int(),
    ruleSetVersion: z.int(),
    scanIds: z.array(z.string()).describe("the pictures that were compared"),
    container: z
      .object({ containerNumber: z.string(), sizeType: z.string().nullable() })
      .optional()
      .describe("the number and the size-type of the container at that time"),
  })
  .meta({ id: "StoredMatch" });
export type StoredMatch = z.infer<typeof storedMatch>;

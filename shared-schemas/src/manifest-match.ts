import { z } from "zod";

export const severity = z.enum(["info", "warning", "critical"]).meta({ id: "Severity" });

/** One difference between the declared goods and the detected objects, as one rule judges it. */
export const matchFinding = z
  .object({
    rule: z.string(),
    severity,
    declared: z.string().nullable(),
    observed: z.string().nullable(),
    message: z.string(),
  })
  .meta({ id: "MatchFinding" });
export type MatchFinding = z.infer<typeof matchFinding>;

/** How well a category scan fits a manifest. Lanes as in customs: green release, yellow documents, red examination. */
export const manifestMatch = z
  .object({
    score: z.number().min(0).max(1),
    lane: z.enum(["green", "yellow", "red"]),
    ruleSet: z.string().describe("version of the rules and of the category map"),
    findings: z.array(matchFinding),
  })
  .meta({ id: "ManifestMatch" });
export type ManifestMatch = z.infer<typeof manifestMatch>;

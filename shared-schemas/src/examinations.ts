import { z } from "zod";
import { matchLane, severity } from "./manifest-match.ts";
import { datetime, orNull, readableText } from "./primitives.ts";

export const examinationResult = z.enum(["nothing", "found", "seized"]).meta({
  id: "ExaminationResult",
  description: "`nothing`: the goods fit the papers. `found`: something does not. `seized`: something was taken away.",
});
export type ExaminationResult = z.infer<typeof examinationResult>;

/** A rule that raised a warning or a critical finding on the visit, and whether the examination confirmed it. */
const examinedRule = z.object({ rule: z.string(), severity, isConfirmed: z.boolean() }).meta({ id: "ExaminedRule" });
export type ExaminedRule = z.infer<typeof examinedRule>;

/** Outcome of the examination of a container by people. */
export const examination = z
  .object({
    id: z.string(),
    at: datetime,
    by: z.object({ id: z.string(), email: z.string() }),
    orderId: z.string().nullable().describe("the escalation whose decision ordered it; null without an order"),
    result: examinationResult,
    isOpened: z.boolean().describe("the container was opened"),
    weighedKg: z.number().nullable().describe("its weight on a scale; null where it was not weighed"),
    note: z.string(),
    lane: orNull(matchLane).describe("the lane of the visit at that time"),
    rules: z.array(examinedRule).describe("the rules that had found something on the visit at that time"),
  })
  .meta({ id: "Examination" });
export type Examination = z.infer<typeof examination>;

export const recordExaminationRequest = z
  .object({
    result: examinationResult,
    isOpened: z.boolean(),
    weighedKg: z.number().min(1).max(200_000).nullable().optional(),
    note: readableText(2_000).describe("what was examined, and what was found"),
    confirmedRules: z
      .array(z.string().max(100))
      .max(100)
      .optional()
      .describe(
        "the rules whose findings the examination confirmed, among those that found something; none by default",
      ),
  })
  .refine(({ result, confirmedRules = [] }) => result !== "nothing" || confirmedRules.length === 0, {
    path: ["confirmedRules"],
    message: "must be empty where nothing was found",
  });
export type RecordExaminationRequest = z.infer<typeof recordExaminationRequest>;

/** Number of examinations that confirmed the findings of a rule. */
export const rulePrecision = z
  .object({
    rule: z.string(),
    examined: z.int().describe("examinations of visits on which it had found something"),
    confirmed: z.int().describe("those that confirmed it"),
  })
  .meta({ id: "RulePrecision" });
export type RulePrecision = z.infer<typeof rulePrecision>;

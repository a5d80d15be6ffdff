import { z } from "zod";
import { severity } from "../manifest-match.ts";
import { text } from "../primitives.ts";

const share = z.number().min(0).max(1);

/** Classes that are reported whatever a manifest declares: people, weapons, damage, goods that are illegal. */
export const alertRules = z
  .strictObject({
    alerts: z
      .array(
        z.strictObject({
          classes: z.array(text(100)).min(1).max(100).describe("names that models give to it"),
          fromConfidence: share.describe("they are reported from this confidence on"),
          severity: severity.describe("what the finding is: information, warning or critical"),
          outsideSeverity: severity
            .optional()
            .describe("the same in pictures of the outside, where people work; absent: as `severity`"),
        }),
      )
      .max(100)
      .describe("in pictures of cargo and of damage; the first entry that names a class counts"),
    declaredAs: z
      .array(
        z.strictObject({
          classes: z.array(text(100)).min(1).max(100).describe("names that models give to it"),
          hsCodes: z
            .array(z.string().regex(/^\d{2,12}$/))
            .max(500)
            .describe("goods that it may be; a prefix counts"),
          words: z.array(text(60)).max(500).describe("words of a description that declare it"),
        }),
      )
      .max(100)
      .optional()
      .describe("goods that explain an alert: the line is named, and the finding is one step less severe"),
    ignoredClasses: z.array(text(100)).max(100).describe("classes that stand for nothing, such as no_threat"),
    illegalFromConfidence: share.describe("detections of scans for illegal goods: a warning from here on"),
    illegalCriticalConfidence: share
      .optional()
      .describe("critical from here on; absent: the setting ILLEGAL_ESCALATION_CONFIDENCE"),
    defectFromConfidence: share.describe("other detections of defect scans: a warning from here on"),
  })
  .meta({ id: "AlertRules" });
export type AlertRules = z.infer<typeof alertRules>;

import { z } from "zod";
import { manifestImportError, notUnderstood } from "./manifests.ts";
import { datetime, orNull, pageQuery, textOrEmpty } from "./primitives.ts";

/** Sign before the decimals of the numbers in a file of texts: `point` is 1234.5, `comma` is 1234,5. */
export const decimalMark = z.enum(["point", "comma"]).meta({ id: "DecimalMark" });
export type DecimalMark = z.infer<typeof decimalMark>;

/** The unit of weights of which a file states none. */
export const weightUnit = z.enum(["kilograms", "pounds", "tonnes"]).meta({ id: "WeightUnit" });
export type WeightUnit = z.infer<typeof weightUnit>;

const importState = z
  .enum(["waiting", "needs-answer", "previewed", "finished", "failed"])
  .describe(
    "`waiting`: it is being read or written; `needs-answer`: see `question`; `previewed`: nothing was written; " +
      "`finished`: every row has its outcome; `failed`: see `problem`",
  );

/** A column of a table, and the value of a manifest that its cells become. */
export const importColumn = z
  .object({
    header: z.string().describe("the name in the file; empty for a column without one"),
    column: z.string().nullable().describe("null: not imported"),
    source: z
      .enum(["answer", "remembered", "name", "guess", "content", "none"])
      .describe("the reason for the choice; `remembered`: the caller has chosen it for an earlier file"),
    examples: z.array(z.string()).describe("its first values"),
  })
  .meta({ id: "ImportColumn" });
export type ImportColumn = z.infer<typeof importColumn>;

/** A fact that the file does not show and only its sender knows. */
export const importQuestion = z
  .object({
    about: z.enum(["decimal-mark", "weight-unit", "columns"]),
    message: z.string(),
    examples: z.array(z.string()).describe("cells that leave it open"),
  })
  .meta({ id: "ImportQuestion" });
export type ImportQuestion = z.infer<typeof importQuestion>;

/** Answers to the questions of an import. Columns that are not named keep their choice. */
export const importAnswers = z.object({
  decimalMark: decimalMark.optional(),
  weightUnit: weightUnit.optional().describe("of weights whose column and cells state none"),
  columns: z
    .array(z.object({ header: textOrEmpty(500), column: textOrEmpty(100).nullable() }))
    .max(500)
    .optional()
    .describe(
      "the column of a manifest for columns of the file; null leaves one out. They are remembered for the caller",
    ),
});
export type ImportAnswers = z.infer<typeof importAnswers>;

export const answerImportRequest = importAnswers
  .extend({
    preview: z.boolean().optional().describe("true reads the file again and writes nothing; false by default"),
  })
  .meta({ id: "AnswerManifestImport" });

export const startImportQuery = z.object({
  preview: z.enum(["true", "false"]).optional().describe("`true` reads the file and writes nothing"),
  again: z
    .enum(["true", "false"])
    .optional()
    .describe("`true` imports a file again that the caller has imported within 30 days"),
  decimalMark: decimalMark.optional(),
  fileName: textOrEmpty(255).optional(),
});

const outcome = z.enum(["imported", "updated", "unchanged", "failed"]);

/** One row, line or item of an imported file. */
export const importRow = z
  .object({
    number: z.int().describe("its position in the file"),
    place: z.string().describe("its place in words, such as `line 12`"),
    outcome: outcome.describe("in a preview, the outcome that an import would have"),
    joins: z
      .string()
      .nullable()
      .describe("the place of the row above that the row is one manifest with; null for the first of a manifest"),
    billOfLading: z.string().nullable().describe("of its manifest, as far as it was read"),
    containerNumber: z.string().nullable().describe("of its manifest, as far as it was read"),
    manifestId: z.string().nullable().describe("null when the row failed, and in a preview for a new manifest"),
    errors: z.array(manifestImportError).describe("the reasons why it failed"),
    notUnderstood: z.array(notUnderstood),
    cells: z
      .array(z.string())
      .nullable()
      .describe("of a failed row: its cells in the order of `columns`, or its line of JSON, unchanged"),
  })
  .meta({ id: "ManifestImportRow" });
export type ImportRow = z.infer<typeof importRow>;

export const listImportRowsQuery = pageQuery.extend({
  outcome: outcome.optional(),
  notUnderstood: z.literal("true").optional().describe("`true`: only rows with values that were not understood"),
});

/** The import of a file of manifests. */
export const fileImport = z
  .object({
    id: z.string(),
    state: importState,
    preview: z.boolean(),
    fileName: z.string().nullable(),
    sizeBytes: z.int(),
    sha256: z.string().describe("of the file"),
    format: z.string().nullable().describe("the format that its content has, such as `CSV`; null before it was read"),
    details: z.string().nullable().describe("properties of the format, such as its separator and its encoding"),
    notes: z
      .array(z.string())
      .describe("facts about the file that its sender should know, such as rows that were passed over"),
    columns: z.array(importColumn).describe("empty for a format without columns"),
    decimalMark: orNull(decimalMark).describe("as answered, or as the file shows it; null where it does not matter"),
    question: orNull(importQuestion),
    problem: z.string().nullable().describe("the reason why the file cannot be imported at all"),
    rows: z
      .object({
        total: z.int().nullable().describe("null before the file was read"),
        imported: z.int(),
        updated: z.int(),
        unchanged: z.int(),
        failed: z.int(),
        notUnderstood: z.int().describe("rows with values that were not understood"),
      })
      .describe("the rows of the file, and of those the ones with each outcome so far"),
    createdBy: z.object({ id: z.string(), email: z.string() }),
    createdAt: datetime,
    finishedAt: datetime.nullable(),
  })
  .meta({ id: "ManifestFileImport" });
export type FileImport = z.infer<typeof fileImport>;

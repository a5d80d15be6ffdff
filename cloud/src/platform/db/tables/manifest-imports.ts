import type { FileImport, ImportAnswers, ImportRow } from "@container-inspection/shared-schemas/manifest-imports";
import { customType, index, integer, boolean, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt, time } from "./columns.ts";
import { users } from "./people.ts";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Imports of files of manifests, each with its file until it has ended. */
export const manifestImports = pgTable(
  "manifest_imports",
  {
    id: text("id").primaryKey(),
    state: text("state").$type<FileImport["state"]>().notNull(),
    isPreview: boolean("is_preview").notNull(),
    /** Counts the answers: work that began before one changes nothing. */
    revision: integer("revision").notNull().default(0),
    fileName: text("file_name"),
    /** Null once the import has ended. */
    content: bytes("content"),
    sizeBytes: integer("size_bytes").notNull(),
    sha256: text("sha256").notNull(),
    answers: jsonb("answers").$type<ImportAnswers>().notNull(),
    /** Facts that reading the file has shown; null before. */
    report: jsonb("report").$type<ImportReport>(),
    createdById: text("created_by_id")
      .notNull()
      .references(() => users.id),
    createdAt,
    finishedAt: time("finished_at"),
  },
  (table) => [index("manifest_imports_file").on(table.createdById, table.sha256)],
);

/** Properties of a file that its rows do not have. */
export type ImportReport = Pick<
  FileImport,
  "format" | "details" | "notes" | "columns" | "decimalMark" | "question" | "problem"
> & { rowsTotal: number | null };

/** Outcomes of the rows of a file, each committed with the manifest that it is part of. */
export const manifestImportRows = pgTable(
  "manifest_import_rows",
  {
    importId: text("import_id")
      .notNull()
      .references(() => manifestImports.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    place: text("place").notNull(),
    outcome: text("outcome").$type<ImportRow["outcome"]>().notNull(),
    joins: text("joins"),
    billOfLading: text("bill_of_lading"),
    containerNumber: text("container_number"),
    /** No constraint: the manifest may have been deleted since. */
    manifestId: text("manifest_id"),
    errors: jsonb("errors").$type<ImportRow["errors"]>().notNull(),
    notUnderstood: jsonb("not_understood").$type<ImportRow["notUnderstood"]>().notNull(),
    /** Null but for failed rows: a person corrects these and imports them again. */
    cells: jsonb("cells").$type<string[]>(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.number] })],
);

/** Columns that a user has chosen for the columns of files, by their names there. */
export const importedColumns = pgTable(
  "imported_columns",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    header: text("header").notNull(),
    /** Null: the user left it out. */
    column: text("column"),
  },
  (table) => [primaryKey({ columns: [table.userId, table.header] })],
);

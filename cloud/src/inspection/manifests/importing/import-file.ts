import type { DecimalMark, ImportColumn, ImportQuestion } from "@container-inspection/shared-schemas/manifest-imports";
import type {
  ManifestImportError,
  ManifestRequest,
  NotUnderstood,
} from "@container-inspection/shared-schemas/manifests";

/** Maximum size of a file in bytes. */
export const MAX_FILE_BYTES = 20_000_000;
/** Maximum number of rows of a file. */
export const MAX_ROWS = 50_000;

/** One row of a file, judged. */
export type JudgedRow = {
  number: number;
  place: string;
  /** Place of the first row of its manifest; null for the first itself. */
  joins: string | null;
  billOfLading: string | null;
  containerNumber: string | null;
  errors: ManifestImportError[];
  notUnderstood: NotUnderstood[];
  /** Cells of a failed row as the file has them. */
  cells: string[] | null;
};

/** One manifest of a file; without fields where it is not valid: every row has then an error. */
export type JudgedManifest = { rows: [JudgedRow, ...JudgedRow[]]; fields: ManifestRequest | undefined };

/** Properties of a file that was read, or tried to be. */
type Facts = {
  /** Name of its format; null for one that is not known. */
  format: string | null;
  details: string | null;
  notes: string[];
  columns: ImportColumn[];
  decimalMark: DecimalMark | null;
  question: ImportQuestion | null;
};

/** The content of a file, or the reason why none of it can be imported. */
export type JudgedFile = Facts & ({ problem: null; manifests: JudgedManifest[] } | { problem: string });

/** A file of which nothing can be imported. */
export const unreadable = (format: string | null, problem: string): JudgedFile => ({
  format,
  details: null,
  notes: [],
  columns: [],
  decimalMark: null,
  question: null,
  problem,
});

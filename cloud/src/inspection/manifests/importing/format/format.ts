import type {
  DecimalMark,
  ImportAnswers,
  ImportColumn,
  ImportQuestion,
} from "@container-inspection/shared-schemas/manifest-imports";
import type { ManifestImportError, NotUnderstood } from "@container-inspection/shared-schemas/manifests";

/** A file as it was sent. `head` are its first characters, decoded leniently; formats are recognised by them. */
export type SourceFile = { bytes: Buffer; head: string };

/** Facts that a file does not show. */
export type ReadOptions = {
  /** Answers of the sender to the questions of this file. */
  answers: ImportAnswers;
  /** Columns that the sender chose for earlier files, by their names there; null for one that was left out. */
  remembered: Readonly<Record<string, string | null>>;
  /** A file with more rows is refused as a whole. */
  maxRows: number;
};

/** One row, line or item of a file. */
export type FileRow = {
  /** Position in the file; no two rows share it, and later rows have larger ones. Lines of text count from 1. */
  number: number;
  /** The place in words that a person finds in the file: "line 12", "message 1, item 3". */
  place: string;
  /** Problems of this row alone. A manifest with a problem in any of its rows is not imported. */
  problems: ManifestImportError[];
  /** Values of this row that have no field in a manifest, or that were changed while they were read. */
  notUnderstood?: NotUnderstood[];
  /** The row as it is in the file: cell by cell in a table, else as one. */
  cells?: readonly (string | number)[];
};

/** One manifest of a file, made of one or several of its rows, in their order. */
export type ReadManifest = {
  rows: [FileRow, ...FileRow[]];
  /**
   * The body of `POST /v1/manifests`. Values are the sender's own texts, which the readers of the match understand; a
   * number only where the format itself defines how it is written. The importer checks them against the schema, and
   * lists those that no reader understands.
   */
  fields: Record<string, unknown>;
  /** Number of the row that states the value at a path such as `billOfLading` or `declaredGoods.2`; else the first. */
  rowOf?: Readonly<Record<string, number>>;
  /** Values of the manifest as a whole that have no field. */
  notUnderstood: NotUnderstood[];
};

/** Properties of a file that its rows do not have. All may be left out. */
export type FileFacts = {
  /** Properties of the format, such as its separator and its encoding. */
  details?: string;
  /** Sentences that the sender should read, such as one about rows that were passed over. */
  notes?: string[];
  columns?: ImportColumn[];
  decimalMark?: DecimalMark | null;
  /** A fact that the sender must state before the file can be imported. */
  question?: ImportQuestion;
};

/**
 * The content of a file, or the sentence that states why none of it can be read, and what to do. A format answers
 * within seconds; it runs in a thread of its own, so it need not yield.
 */
export type ReadFile =
  | ({ ok: true; manifests: ReadManifest[] } & FileFacts)
  | ({ ok: false; problem: string } & FileFacts);

/** A kind of file that can be imported: one row of the table in formats.ts. */
export type ManifestFormat = {
  /** Name as replies and people write it, such as "CSV" or "EDIFACT CUSCAR". */
  name: string;
  /** True if the content is of this format. The first format of the table that recognises a file reads it. */
  recognise: (file: SourceFile) => boolean;
  /** Every row of the file is in exactly one manifest, also one that cannot be read. */
  read: (file: SourceFile, options: ReadOptions) => Promise<ReadFile>;
};

import type { ManifestImportError } from "@container-inspection/shared-schemas/manifests";

/** Sign before the decimals of numbers in a file of texts: `point` is 1234.5, `comma` is 1234,5. */
export type DecimalMark = "point" | "comma";

/** A file as it was sent. `head` are its first characters, decoded leniently; formats are recognised by them. */
export type SourceFile = { bytes: Buffer; head: string };

/** Answers of the sender that a file cannot give. */
export type ReadOptions = { decimalMark?: DecimalMark | undefined };

/** One row, line or item of a file. */
export type FileRow = {
  /** Position in the file; no two rows share it, and later rows have larger ones. Lines of text count from 1. */
  number: number;
  /** The place in words that a person finds in the file: "line 12", "message 1, item 3". */
  place: string;
  /** Problems of this row alone. A manifest with a problem in any of its rows is not imported. */
  problems: ManifestImportError[];
};

/** A value of the sender that has no field in a manifest, or that its field's reader does not understand. */
export type NotUnderstood = { path: string; text: string; message: string };

/** One manifest of a file, made of one or several of its rows, in their order. */
export type ReadManifest = {
  rows: [FileRow, ...FileRow[]];
  /**
   * The body of `POST /v1/manifests`. Values are the sender's own texts, which the readers of the match understand; a
   * number only where the format itself defines how it is written. The importer checks them against the schema.
   */
  fields: Record<string, unknown>;
  /** Number of the row that states the value at a path such as `billOfLading`; the first row by default. */
  rowOf?: (path: string) => number | undefined;
  notUnderstood: NotUnderstood[];
};

/** The content of a file; `problem` is a sentence that states why none of it can be read, and what to do. */
export type ReadFile = { ok: true; manifests: ReadManifest[] } | { ok: false; problem: string };

/** A kind of file that can be imported: one row of the table in formats.ts. */
export type ManifestFormat = {
  /** Name as replies and people write it, such as "CSV" or "EDIFACT CUSCAR". */
  name: string;
  /** True if the content is of this format. The first format of the table that recognises a file reads it. */
  recognise: (file: SourceFile) => boolean;
  /** Every row of the file is in exactly one manifest, also one that cannot be read. */
  read: (file: SourceFile, options: ReadOptions) => Promise<ReadFile>;
};

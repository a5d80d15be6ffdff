import { csvFormat } from "./formats/csv/csv-format.ts";
import { cuscarFormat } from "./formats/cuscar/cuscar-format.ts";
import { dcsaFormat } from "./formats/dcsa/dcsa-format.ts";
import { jsonDocumentFormat } from "./formats/json-document.ts";
import { jsonLinesFormat } from "./formats/json-lines.ts";
import { xlsxFormat } from "./formats/xlsx/xlsx-format.ts";
import type { ManifestFormat, SourceFile } from "./format/format.ts";

/** The formats that are read, in the order in which they are asked; the last one recognises any text. */
export const formats: readonly ManifestFormat[] = [
  xlsxFormat,
  cuscarFormat,
  dcsaFormat,
  jsonDocumentFormat,
  jsonLinesFormat,
  csvFormat,
];

const HEAD_BYTES = 4_000;

/** A file for the formats, which decode the whole of it themselves. */
export const sourceFile = (bytes: Buffer): SourceFile => ({
  bytes,
  head: new TextDecoder("utf-8").decode(bytes.subarray(0, HEAD_BYTES)),
});

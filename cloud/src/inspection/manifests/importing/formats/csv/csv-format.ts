import type { ManifestFormat } from "../../format/format.ts";
import { readTable } from "../table/read-table.ts";
import { decodeText } from "../text/decode-text.ts";
import { readCsv } from "./read-csv.ts";

/** Lines at the beginning that may stand before the names of the columns. */
const MAX_TITLE_LINES = 20;
const NAMES: Readonly<Record<string, string>> = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "vertical bars",
};

/** Text separated by commas, semicolons, tabs or vertical bars, in any usual encoding. */
export const csvFormat: ManifestFormat = {
  name: "CSV",
  recognise: ({ bytes }) => decodeText(bytes) !== undefined,
  read: async ({ bytes }, options) => {
    const decoded = decodeText(bytes);
    if (!decoded) return { ok: false, problem: "The file is not text." };
    const { rows, delimiter } = await readCsv(decoded.text, options.maxRows + MAX_TITLE_LINES + 1);
    const details = `separated by ${NAMES[delimiter] ?? delimiter}, in ${decoded.encoding}`;
    return readTable(rows, options, { details, notes: notesOf(decoded) });
  },
};

const notesOf = ({ text, encoding }: { text: string; encoding: string }): string[] => [
  ...(encoding === "Windows-1252"
    ? ["The file is not Unicode and was read as Windows-1252: check letters with accents."]
    : []),
  ...(text.includes("\uFFFD")
    ? ["Some letters of the file were lost before it was sent: they are shown as \uFFFD."]
    : []),
];

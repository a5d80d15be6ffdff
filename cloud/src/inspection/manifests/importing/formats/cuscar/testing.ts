import type { ReadManifest } from "../../format/format.ts";
import { cuscarFormat } from "./cuscar-format.ts";

/** Reads a file that is EDIFACT, given as text or bytes. */
export async function readEdi(file: string | Uint8Array) {
  return cuscarFormat.read({ bytes: Buffer.from(file), head: "" }, { answers: {}, remembered: {}, maxRows: 5_000 });
}

/** The manifests of an interchange with one message of these segments, between UNH and UNT. */
export async function manifestsOf(...segments: string[]): Promise<ReadManifest[]> {
  const read = await readEdi(interchange(...segments));
  if (!read.ok) throw new Error(read.problem);
  return read.manifests;
}

/** An interchange with one message of these segments. */
export const interchange = (...segments: string[]): string =>
  [
    "UNB+UNOC:3+HLCU+DEHAM+261127:0900+7",
    "UNH+1+CUSCAR:D:95B:UN",
    ...segments,
    `UNT+${segments.length + 2}+1`,
    "UNZ+1+7",
    "",
  ].join("'\n");

/** The notes beside all manifests: place, text and message of each. */
export const notesOf = (manifests: readonly ReadManifest[]): string[] =>
  manifests.flatMap(({ notUnderstood }) =>
    notUnderstood.map(({ path, text, message }) => [path, text, message].filter((part) => part !== "").join(": ")),
  );

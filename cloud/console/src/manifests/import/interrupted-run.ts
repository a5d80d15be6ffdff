import { clearDraft, readDraft, writeDraft } from "../../forms/drafts.ts";
import type { Mapping } from "./map-rows.ts";

const DRAFT = "manifest import";

/** An import that has begun in this tab and not ended, such as by a reload. */
type Interrupted = { id: string; mapping: Mapping };

/** The same file is known by its name, size and time. */
const nameOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;

export const noteBegun = (userId: string, file: File, { id, mapping }: Interrupted): void =>
  // JSON has no undefined in lists.
  writeDraft(userId, DRAFT, { file: nameOf(file), id, mapping: mapping.map((column) => column ?? "") });

export const noteEnded = (userId: string): void => clearDraft(userId, DRAFT);

/** The import of this file that has begun and not ended; undefined for another file. */
export function findInterrupted(userId: string, file: File): Interrupted | undefined {
  const { file: name, id, mapping } = readDraft(userId, DRAFT);
  if (name !== nameOf(file) || typeof id !== "string" || !Array.isArray(mapping)) return undefined;
  return { id, mapping: mapping.map((column: unknown) => (typeof column === "string" && column ? column : undefined)) };
}

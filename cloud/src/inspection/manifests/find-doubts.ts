import { checkDigit } from "@container-inspection/shared-schemas/container-number";
import { manifest, manifestRequest, type NotUnderstood } from "@container-inspection/shared-schemas/manifests";
import { findNotUnderstood } from "../../match/reading/not-understood.ts";

/** Fields that a manifest has, also those that the service alone writes: a manifest may be sent back as it was read. */
const KNOWN_FIELDS = new Set([...Object.keys(manifestRequest.shape), ...Object.keys(manifest.shape), "notUnderstood"]);

type ReadNumber = { text: string; check: string } | null | undefined;

/**
 * Values of a manifest, as it was sent, that are not kept, that no reader of the match understands, or that contradict
 * themselves. `number` is its container number as the schema has read it.
 */
export const findDoubts = (sent: Readonly<Record<string, unknown>>, number: ReadNumber): NotUnderstood[] => [
  ...unknownFields(sent),
  ...findNotUnderstood(sent),
  ...wrongCheckDigit(number),
];

/** The schema passes over such fields. */
function unknownFields(sent: Readonly<Record<string, unknown>>): NotUnderstood[] {
  return Object.entries(sent).flatMap(([path, value]) => {
    if (KNOWN_FIELDS.has(path) || value === null) return [];
    const text = (typeof value === "string" ? value : JSON.stringify(value)).slice(0, 60).toWellFormed();
    return [{ path: path.slice(0, 100).toWellFormed(), text, message: "is not a field of a manifest and is not kept" }];
  });
}

function wrongCheckDigit(number: ReadNumber): NotUnderstood[] {
  if (number?.check !== "bad-check-digit") return [];
  const message = `has the wrong check digit: ${checkDigit(number.text.slice(0, 10))} belongs to it`;
  return [{ path: "containerNumber", text: number.text, message }];
}

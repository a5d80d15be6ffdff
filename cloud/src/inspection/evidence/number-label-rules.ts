import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import type { Detection } from "@container-inspection/shared-schemas/scans";
import { type Label, labelOf } from "../scans/label-rules.ts";

/** Number of characters that a number camera's photo shows, in order, after the number itself. */
const CHARACTERS = 11;

/**
 * The labels of the characters on a photo of a container number, with the number as it really is: as a person confirmed
 * it, or as a person corrected it by another number or a merge. Null for another photo, for a number that no person has
 * settled, and for one without a valid check digit.
 */
export function labelNumber(
  detections: readonly Detection[],
  { containerNumber, isConfirmed }: { containerNumber: string; isConfirmed: boolean },
  size: { width: number; height: number },
): Label[] | null {
  const [number, ...characters] = detections;
  const read = number?.className;
  if (characters.length !== CHARACTERS || checkOf(read) === "not-iso6346") return null;
  const isSettled = isConfirmed || read !== containerNumber;
  if (!isSettled || checkOf(containerNumber) !== "valid") return null;
  const labels = characters.map((found, at) => labelOf({ ...found, className: containerNumber[at] ?? null }, size));
  const placed = labels.filter((label) => label !== null);
  return placed.length === CHARACTERS ? placed : null;
}

const checkOf = (number: string | null | undefined) =>
  (number ? parseContainerNumber(number)?.check : undefined) ?? "not-iso6346";

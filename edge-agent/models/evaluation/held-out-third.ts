import { createHash } from "node:crypto";

/**
 * Returns true for the third of all container numbers whose real photographs are only for the figures of the card; the
 * other two thirds are for training and for all choices. It depends on the number alone, so all photographs of a
 * container are on one side.
 */
export const isHeldOut = (number: string): boolean => createHash("sha256").update(number).digest().readUInt8(0) % 3 === 0;

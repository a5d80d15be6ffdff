import type { manifests } from "../../platform/db/tables.ts";
import { isObject } from "../../match/reading/is-object.ts";
import { isNotStated } from "../../match/reading/not-stated.ts";
import { compactBill } from "../../match/rules/bill-rules.ts";

/** Fields of a manifest that the house bill rule needs. */
export type HouseBill = Pick<typeof manifests.$inferSelect, "billOfLading" | "vessel" | "createdAt">;

/**
 * Maximum number of manifests per container. An estimate: consolidated containers have some tens of house bills.
 */
export const MAX_ATTACHED = 100;

/**
 * Maximum time in ms between the writing of house bills of one container. An estimate: a sea voyage with its
 * preparations.
 */
const MAX_APART_MS = 30 * 86_400_000;

/**
 * True for a manifest that declares a part of the same load as the attached ones: each states a bill of lading of its
 * own, none states another voyage or ship, and they were written within 30 days. One of the same bill replaces another
 * one or repeats it, and one without a bill may declare the whole load: a person decides about these.
 */
export function isHouseBillBeside(manifest: HouseBill, attached: readonly HouseBill[]): boolean {
  const bill = statedBill(manifest);
  if (bill === "" || attached.length >= MAX_ATTACHED) return false;
  return attached.every((other) => {
    const otherBill = statedBill(other);
    return otherBill !== "" && otherBill !== bill && isOneVoyage(manifest, other) && isWrittenNear(manifest, other);
  });
}

/** The bill of lading as it is compared; empty where none is stated. */
const statedBill = ({ billOfLading }: HouseBill) => (isNotStated(billOfLading ?? "") ? "" : compactBill(billOfLading));

/**
 * True for a manifest of the next trip, while one of an earlier voyage of the same ship exists too: both were written
 * within 30 days, and have different bills. A box that comes in and is booked out again has both.
 */
export function isOfLaterTrip(manifest: HouseBill, others: readonly HouseBill[]): boolean {
  return others.some((other) => {
    const bill = statedBill(manifest);
    const isSameBill = bill !== "" && bill === statedBill(other);
    return (
      !isSameBill && isWrittenNear(manifest, other) && isOneShip(manifest, other) && isVoyageAfter(manifest, other)
    );
  });
}

/** True where both state the ship, by its IMO number or else by its name, and it is the same. */
function isOneShip({ vessel: one }: HouseBill, { vessel: other }: HouseBill): boolean {
  const field = ["imoNumber", "name"].find((name) => textOf(one, name) !== "" && textOf(other, name) !== "");
  return field !== undefined && textOf(one, field) === textOf(other, field);
}

/** `FE014W`: letters of the line before the number, which counts the voyages of a ship, and the rest. */
const VOYAGE = /^(\p{L}*)(\d{1,9})(.*)$/u;

/** True for a voyage of a higher number than the other, or for another leg of its number that was written later. */
function isVoyageAfter(manifest: HouseBill, other: HouseBill): boolean {
  const [, line, number, leg] = VOYAGE.exec(textOf(manifest.vessel, "voyageNumber")) ?? [];
  const [, otherLine, otherNumber, otherLeg] = VOYAGE.exec(textOf(other.vessel, "voyageNumber")) ?? [];
  if (line === undefined || line !== otherLine) return false;
  const ahead = Number(number) - Number(otherNumber);
  return ahead === 0 ? leg !== otherLeg && manifest.createdAt > other.createdAt : ahead > 0;
}

const VESSEL_FIELDS = ["voyageNumber", "imoNumber"];

type Voyage = Pick<HouseBill, "vessel">;

/** False where both state a voyage number, or a ship's IMO number, and the two differ. */
export function isOneVoyage({ vessel: one }: Voyage, { vessel: other }: Voyage): boolean {
  return VESSEL_FIELDS.every((field) => {
    const [stated, expected] = [textOf(one, field), textOf(other, field)];
    return stated === "" || expected === "" || stated === expected;
  });
}

const isWrittenNear = (one: HouseBill, other: HouseBill) =>
  Math.abs(one.createdAt.getTime() - other.createdAt.getTime()) <= MAX_APART_MS;

/**
 * Letters and digits of an inner value, which may be anything; empty for entries such as "N/A". Numbers are compared by
 * value: `IMO 9811000` is 9811000, and voyage 026 is 26.
 */
function textOf(vessel: unknown, field: string): string {
  const value = isObject(vessel) ? vessel[field] : undefined;
  const text = typeof value === "number" ? String(value) : typeof value === "string" ? value : "";
  return isNotStated(text)
    ? ""
    : compactBill(text)
        .replace(/^IMO(?=\d)/, "")
        .replace(/^0+(?=\d)/, "");
}

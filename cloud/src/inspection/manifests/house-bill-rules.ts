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

const VESSEL_FIELDS = ["voyageNumber", "imoNumber"];

/** False where both state a voyage number, or a ship's IMO number, and the two differ. */
function isOneVoyage({ vessel: one }: HouseBill, { vessel: other }: HouseBill): boolean {
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

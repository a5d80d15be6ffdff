import { expect, test } from "vitest";
import { type HouseBill, isHouseBillBeside, isOfLaterTrip, MAX_ATTACHED } from "./house-bill-rules.ts";

const DAY_MS = 86_400_000;
const bill = (billOfLading: string | null, more: Partial<HouseBill> = {}): HouseBill => ({
  billOfLading,
  vessel: null,
  createdAt: new Date(100 * DAY_MS),
  ...more,
});
const on = (vessel: unknown) => bill("H1", { vessel: vessel as HouseBill["vessel"] });

test.each<[string, boolean, HouseBill, HouseBill[]]>([
  ["another bill of lading", true, bill("H2"), [bill("H1")]],
  ["another one than all", true, bill("H3"), [bill("H1"), bill("H2")]],
  ["the same bill", false, bill("H1"), [bill("H1")]],
  ["the same bill, written otherwise", false, bill("h-1 "), [bill("H1")]],
  ["the same bill as one of several", false, bill("H2"), [bill("H1"), bill("H2")]],
  ["no bill", false, bill(null), [bill("H1")]],
  ["a placeholder for a bill", false, bill("N/A"), [bill("H1")]],
  ["a bill without letters and digits", false, bill("--"), [bill("H1")]],
  ["one without a bill attached", false, bill("H2"), [bill(null)]],
  ["the same voyage", true, { ...on({ voyageNumber: "26-W" }), billOfLading: "H2" }, [on({ voyageNumber: "26w" })]],
  ["another voyage", false, { ...on({ voyageNumber: "27W" }), billOfLading: "H2" }, [on({ voyageNumber: "26W" })]],
  ["a voyage that is not known yet", true, { ...on({ voyageNumber: "TBA" }), billOfLading: "H2" }, [on({ voyageNumber: "26W" })]],
  ["the same voyage with a zero", true, { ...on({ voyageNumber: "026" }), billOfLading: "H2" }, [on({ voyageNumber: 26 })]],
  ["the same ship after IMO", true, { ...on({ imoNumber: "IMO 9811000" }), billOfLading: "H2" }, [on({ imoNumber: "9811000" })]],
  ["a ship that is not stated", true, { ...on({ imoNumber: "0" }), billOfLading: "H2" }, [on({ imoNumber: "9811000" })]],
  ["another ship", false, { ...on({ imoNumber: 9_321_483 }), billOfLading: "H2" }, [on({ imoNumber: "9321484" })]],
  ["a ship's name spelt otherwise", true, { ...on({ name: "MV Ever" }), billOfLading: "H2" }, [on({ name: "EVER" })]],
  ["a voyage that one of them states", true, { ...on({ voyageNumber: "27W" }), billOfLading: "H2" }, [on({})]],
  ["values that are no text", true, { ...on({ voyageNumber: ["x"] }), billOfLading: "H2" }, [on({ voyageNumber: 1 })]],
  ["30 days later", true, bill("H2", { createdAt: new Date(130 * DAY_MS) }), [bill("H1")]],
  ["more than 30 days later", false, bill("H2", { createdAt: new Date(130 * DAY_MS + 1) }), [bill("H1")]],
  ["more than 30 days earlier", false, bill("H2", { createdAt: new Date(70 * DAY_MS - 1) }), [bill("H1")]],
])("a manifest with %s: house bill of the same load: %s", (_what, isBeside, manifest, attached) => {
  expect(isHouseBillBeside(manifest, attached)).toBe(isBeside);
}); // prettier-ignore

test(`a container has at most ${MAX_ATTACHED} house bills`, () => {
  const attached = Array.from({ length: MAX_ATTACHED }, (_, index) => bill(`H${index}`));
  expect(isHouseBillBeside(bill("NEW"), attached)).toBe(false);
  expect(isHouseBillBeside(bill("NEW"), attached.slice(1))).toBe(true);
});

const anna = (voyageNumber: unknown, more: Partial<HouseBill> = {}) => ({
  ...bill(`B ${String(voyageNumber)}`, more),
  vessel: { name: "MSC Anna", voyageNumber },
});

test.each<[string, boolean, HouseBill, HouseBill[]]>([
  ["the next voyage of the ship", true, anna("014E"), [anna("012W")]],
  ["the voyage before", false, anna("012W"), [anna("014E")]],
  ["the next voyage after nothing", false, anna("014E"), [anna("014E", { billOfLading: "B2" })]],
  ["a number with more digits", true, anna("1000W"), [anna("999W")]],
  ["numbers of one line", true, anna("FE014W"), [anna("fe-012E")]],
  ["numbers of two lines", false, anna("FE014W"), [anna("AE012E")]],
  ["a voyage in words", false, anna("NEXT"), [anna("012W")]],
  ["a voyage that is not stated", false, anna("TBA"), [anna("012W")]],
  ["the way back under one number, written later", true, anna("012E", { createdAt: new Date(101 * DAY_MS) }), [anna("012W")]],
  ["the way in under one number, written first", false, anna("012W", { createdAt: new Date(99 * DAY_MS) }), [anna("012E")]],
  ["the same voyage, written later", false, anna("012W", { createdAt: new Date(101 * DAY_MS) }), [anna("12W")]],
  ["the same bill, on the next voyage", false, anna("014W", { billOfLading: "B1" }), [anna("012W", { billOfLading: "b-1" })]],
  ["two without bills", true, anna("014W", { billOfLading: null }), [anna("012W", { billOfLading: null })]],
  ["a trip of two months ago", false, anna("014E"), [anna("012W", { createdAt: new Date(40 * DAY_MS) })]],
  ["another ship", false, { ...anna("014E"), vessel: { name: "Ever Given", voyageNumber: "014E" } }, [anna("012W")]],
  ["the same name and another IMO number", false, { ...anna("014E"), vessel: { name: "MSC Anna", imoNumber: "9811000", voyageNumber: "014E" } }, [{ ...anna("012W"), vessel: { name: "MSC Anna", imoNumber: "9811012", voyageNumber: "012W" } }]],
  ["no ship at all", false, on({ voyageNumber: "014E" }), [{ ...on({ voyageNumber: "012W" }), billOfLading: "H2" }]],
])("a manifest of %s: of a later trip: %s", (_what, isLater, manifest, others) => {
  expect(isOfLaterTrip(manifest, others)).toBe(isLater);
}); // prettier-ignore

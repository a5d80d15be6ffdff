import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { DeclaredLine } from "../reading/declared-line.ts";
import { join, joins, english, state } from "../english.ts";
import { aboutManifest } from "./finding-texts.ts";

/** Fields that the rule needs of a manifest: the container's own, or one of another container. */
export type BillFacts = {
  id?: string | undefined;
  containerNumber: string | null;
  billOfLading?: string | null;
  lines: readonly DeclaredLine[];
};

/** Maximum number of other containers that a sentence names. */
const MAX_NAMED = 5;

/**
 * One bill of lading with the same lines on several containers: usual where a consignment fills several, but also the
 * way in which one declaration covers a second load.
 */
export function checkBill(own: BillFacts, others: readonly BillFacts[]): MatchFinding[] {
  const bill = compactBill(own.billOfLading);
  if (bill === "" || own.lines.length === 0) return [];
  const wanted = own.lines.map(describe).toSorted().join("\n");
  const same = others.filter(
    (other) =>
      other.containerNumber !== own.containerNumber &&
      compactBill(other.billOfLading) === bill &&
      other.lines.map(describe).toSorted().join("\n") === wanted,
  );
  const numbers = [...new Set(same.map(({ containerNumber }) => containerNumber))].map(
    (number) => number ?? english`a container without number`,
  );
  if (numbers.length === 0) return [];
  const first = join(numbers.slice(0, MAX_NAMED), joins.comma);
  const named = numbers.length > MAX_NAMED ? english`${first} and ${numbers.length - MAX_NAMED} more` : first;
  const message = english`Bill of lading ${own.billOfLading ?? ""} declares the same lines for ${named}: check that each container holds goods of its own.`;
  return [
    state({
      rule: "bill-on-several-containers",
      severity: "info",
      lane: "documents",
      declared: own.billOfLading ?? null,
      observed: named,
      message,
      ...aboutManifest(own.id),
    }),
  ];
}

/** The letters and digits of a number such as that of a bill of lading, by which two of them are compared. */
export const compactBill = (bill: string | null | undefined) =>
  (bill ?? "").replace(/[^\p{L}\p{N}]/gu, "").toUpperCase();

/** Returns a key that two lines share if they declare the same goods in the same amount. */
function describe({ words, hs, packageCode, packageCount, raw }: DeclaredLine): string {
  return JSON.stringify([words, hs, packageCode, packageCount, raw["grossWeight"], raw["volume"], raw["quantity"]]);
}

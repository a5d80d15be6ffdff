import type { MatchFinding } from "@container-inspection/shared-schemas";
import type { CompiledMap } from "../reading/compile-map.ts";
import type { Observed } from "./observe-classes.ts";
import type { DeclaredGoods, DeclaredLine } from "../reading/declared-line.ts";

const MAX_LISTED = 3;

/** Declared laden but nothing seen, or declared empty but something seen. */
export function checkEmptyOrLaden(goods: DeclaredGoods, seen: Observed[], map: CompiledMap): MatchFinding[] {
  const rule = "empty-laden-mismatch";
  if (goods.kind === "laden" && seen.length === 0) {
    const known = goods.lines.filter(({ classes }) => classes.size > 0);
    const declared = list(goods.lines.map(({ label }) => label));
    const message = `The manifest declares ${declared}, but the scan shows an empty container.`;
    return [{ rule, severity: known.length > 0 ? "critical" : "info", declared, observed: "nothing", message }];
  }
  if (goods.kind === "empty" && seen.length > 0) {
    const observed = list(seen.map(describe));
    const message = `The manifest declares an empty container, but the scan shows ${observed}.`;
    return [
      {
        rule,
        severity: worst(seen.map((one) => severityOfUndeclared(one, map))),
        declared: "empty",
        observed,
        message,
      },
    ];
  }
  return [];
}

/**
 * Items none of whose classes was seen. Where pallets were seen, which may hide them, or objects that the map does not
 * know, which may be them, the finding is only information.
 */
export function findGoodsNotObserved(items: DeclaredLine[], seen: Observed[], map: CompiledMap): MatchFinding[] {
  const isSeen = ({ classes }: DeclaredLine) => seen.some(({ name }) => classes.has(name));
  const missing = items.filter((item) => !mayBeAnything(item, map) && !isSeen(item));
  const mayBeHidden = seen.some(({ kind }) => kind !== "goods");
  const observed = list(seen.map(describe));
  return groupBy(missing, ({ classes }) => [...classes.keys()].join(" or ")).map(([expected, group]) => {
    const declared = list(group.map(({ label }) => label));
    const doubt = mayBeHidden ? " It may be hidden by, or among, what was seen." : "";
    const message = `Declared ${declared} was expected to be seen as ${expected}, but the scan shows only ${observed}.${doubt}`;
    return {
      rule: "declared-goods-not-observed",
      severity: mayBeHidden ? "info" : "warning",
      declared,
      observed,
      message,
    };
  });
}

/**
 * Classes seen that no declared item explains. Items of unknown goods may explain anything: then the finding is only
 * information.
 */
export function findGoodsNotDeclared(items: DeclaredLine[], seen: Observed[], map: CompiledMap): MatchFinding[] {
  const declared = list(items.map(({ label }) => label));
  const mayBeDeclared = items.some((item) => mayBeAnything(item, map));
  return seen
    .filter(({ name, kind }) => kind === "goods" && !items.some(({ classes }) => classes.has(name)))
    .map((one) => ({
      rule: "observed-goods-not-declared",
      severity: mayBeDeclared ? "info" : severityOfUndeclared(one, map),
      declared,
      observed: describe(one),
      message: `The scan shows ${describe(one)}, which nothing on the manifest explains; declared: ${declared}.${
        mayBeDeclared ? " Some declared goods are not known to the category map and may be these." : ""
      }`,
    }));
}

/**
 * Classes whose declared and seen counts differ by more than the tolerance. A class is compared only when every item
 * that may show it states a count; a difference that pallets or unknown goods may explain is only information.
 */
export function compareQuantities(items: DeclaredLine[], seen: Observed[], map: CompiledMap): MatchFinding[] {
  const hasCarriers = seen.some(({ kind }) => kind === "carrier");
  const hasUnknown = items.some(({ classes }) => classes.size === 0);
  return seen.flatMap((one) => {
    const fitting = items.filter(({ classes }) => classes.has(one.name));
    const counted = fitting.filter(({ countedAs }) => countedAs === one.name);
    const isComplete = fitting.every(({ countedAs, packageCount }) =>
      countedAs === one.name ? packageCount !== undefined : countedAs !== undefined && !map.carriers.has(countedAs),
    );
    if (one.kind === "unknown" || counted.length === 0 || !isComplete) return [];
    const total = counted.reduce((sum, { packageCount = 0 }) => sum + packageCount, 0);
    const difference = one.count - total;
    if (Math.abs(difference) <= map.quantityTolerance * Math.max(total, 1)) return [];
    const isExplained = difference > 0 ? hasUnknown : hasCarriers && one.kind !== "carrier";
    const declared = `${number(total)} ${one.plural}`;
    const percent = `${number((100 * Math.abs(difference)) / Math.max(total, 1))} %`;
    const message = `${declared} are declared, but the scan shows ${number(one.count)}: ${percent} ${
      difference > 0 ? "more" : "fewer"
    } than declared, where ${number(100 * map.quantityTolerance)} % is tolerated.`;
    return [
      {
        rule: "quantity-deviation",
        severity: isExplained ? "info" : "warning",
        declared,
        observed: describe(one),
        message,
      },
    ];
  });
}

/** What the category map does not know, declared or seen: only information. */
export function findUnknownGoods(goods: DeclaredGoods, seen: Observed[]): MatchFinding[] {
  const items = goods.kind === "laden" ? goods.lines.filter(({ classes }) => classes.size === 0) : [];
  const things = seen.filter(({ kind }) => kind === "unknown");
  const declared = items.length > 0 ? list(items.map(({ label }) => label)) : null;
  const observed = things.length > 0 ? list(things.map(describe)) : null;
  const findings: MatchFinding[] = [];
  if (declared) {
    const message = `The category map does not know how ${declared} looks, so it could not be compared with the scan.`;
    findings.push({ rule: "declared-goods-unknown", severity: "info", declared, observed: null, message });
  }
  if (observed) {
    const message = `The scan shows ${observed}, which the category map does not know, so it was not compared.`;
    findings.push({ rule: "observed-goods-unknown", severity: "info", declared: null, observed, message });
  }
  if (goods.kind === "not-stated") {
    const shown = seen.length > 0 ? list(seen.map(describe)) : "nothing";
    const message = `The manifest does not state its goods, so they could not be compared; the scan shows ${shown}.`;
    findings.push({ rule: "goods-not-stated", severity: "info", declared: null, observed: shown, message });
  }
  return findings;
}

/** Unknown goods, or pallets of unknown goods. */
function mayBeAnything({ classes }: DeclaredLine, map: CompiledMap): boolean {
  return [...classes.keys()].every((name) => map.carriers.has(name));
}

function severityOfUndeclared({ kind, confidence }: Observed, map: CompiledMap): MatchFinding["severity"] {
  if (kind === "unknown") return "info";
  return kind === "goods" && confidence >= map.certainConfidence ? "critical" : "warning";
}

function worst(severities: MatchFinding["severity"][]): MatchFinding["severity"] {
  if (severities.includes("critical")) return "critical";
  return severities.includes("warning") ? "warning" : "info";
}

const describe = ({ name, plural, count }: Observed) => `${number(count)} ${count === 1 ? name : plural}`;

const number = (value: number) => value.toLocaleString("en", { maximumFractionDigits: 1, useGrouping: false });

function list(names: string[]): string {
  const shown = names.slice(0, MAX_LISTED).join(", ");
  return names.length > MAX_LISTED ? `${shown} and ${names.length - MAX_LISTED} more` : shown;
}

function groupBy<Item>(items: Item[], keyOf: (item: Item) => string): [string, Item[]][] {
  return [...Map.groupBy(items, keyOf)];
}

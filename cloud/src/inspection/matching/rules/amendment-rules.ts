import type { MatchFinding } from "@container-inspection/shared-schemas";

/** Fields whose change after the picture may make a manifest fit it, and how they are called. */
const FIELDS = { declaredGoods: "goods", weight: "weight", shipper: "shipper", consignee: "consignee" } as const;
type Field = keyof typeof FIELDS;
type Amendable = { [field in Field]?: unknown } & {
  containerNumber: string | null;
  firstCompared?: { [field in Field]?: unknown } | undefined;
};

/** Both come from the database, which orders the keys of objects. */
const textOf = (value: unknown) => JSON.stringify(value ?? null);

const isField = (name: string): name is Field => name in FIELDS;

/** The fields of a manifest that were changed after the first picture was compared with it. */
export function amendedFields(manifest: Amendable): Field[] {
  const { firstCompared } = manifest;
  if (!firstCompared) return [];
  return Object.keys(FIELDS)
    .filter(isField)
    .filter((field) => textOf(manifest[field]) !== textOf(firstCompared[field]));
}

/**
 * A manifest that was changed after the first picture of the visit: critical where the change removes a critical
 * finding, else a warning.
 */
export function reportAmendment(
  manifest: Amendable,
  { before, now }: { before: readonly MatchFinding[]; now: readonly MatchFinding[] },
): MatchFinding[] {
  const names = amendedFields(manifest).map((field) => FIELDS[field]);
  const isStill = (finding: MatchFinding) =>
    now.some(({ rule, className }) => rule === finding.rule && className === finding.className);
  const removed = before.filter((finding) => finding.severity !== "info" && !isStill(finding));
  const critical = removed.find(({ severity }) => severity === "critical");
  const [worst] = critical ? [critical] : removed;
  const message =
    `The manifest was changed after the first picture was taken (${names.join(", ")}).` +
    (worst ? ` Before the change: ${worst.message}` : "");
  return [
    {
      rule: "amended-after-picture",
      severity: critical ? "critical" : "warning",
      lane: "cargo",
      declared: names.join(", "),
      observed: worst?.observed ?? null,
      message,
    },
  ];
}

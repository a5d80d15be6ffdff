import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import { aboutManifest, listNames } from "./finding-texts.ts";

/** Fields whose change after the picture may make a manifest fit it. */
const FIELDS = ["declaredGoods", "weight", "shipper", "consignee"] as const;
type Field = (typeof FIELDS)[number];
type Amendable = { [field in Field]?: unknown } & {
  id?: string | undefined;
  containerNumber: string | null;
  firstCompared?: { [field in Field]?: unknown } | undefined;
};

/** Both come from the database, which orders the keys of objects. */
const textOf = (value: unknown) => JSON.stringify(value ?? null);

/** The fields of a manifest that were changed after the first picture was compared with it. */
export function amendedFields(manifest: Amendable): Field[] {
  const { firstCompared } = manifest;
  if (!firstCompared) return [];
  return FIELDS.filter((field) => textOf(manifest[field]) !== textOf(firstCompared[field]));
}

/**
 * A manifest that was changed after the first picture of the visit: critical where the change removes a critical
 * finding, else a warning.
 */
export function reportAmendment(manifest: Amendable, compared: Compared, whose = ""): MatchFinding[] {
  const names = amendedFields(manifest).map((field) => (field === "declaredGoods" ? "goods" : field));
  const removed = findRemoved(compared);
  const worst = removed[0];
  const message =
    `The manifest${whose} was changed after the first picture was taken (${names.join(", ")}).` +
    listRemoved("Before the change", removed);
  return [
    {
      rule: "amended-after-picture",
      severity: worst?.severity === "critical" ? "critical" : "warning",
      lane: "cargo",
      declared: names.join(", "),
      observed: worst?.observed ?? null,
      message,
      ...aboutManifest(manifest.id),
    },
  ];
}

/**
 * Manifests that were attached beside others after the first picture of the visit was compared with these: as severe as
 * the worst finding that this removes.
 */
export function reportAddition(added: readonly { id?: string | undefined; whose: string }[], compared: Compared) {
  if (added.length === 0) return [];
  const removed = findRemoved(compared);
  const worst = removed[0];
  const names = added.map(({ whose }) => whose.slice(" of ".length));
  const declared = listNames(names);
  const message =
    `After the first picture was taken, ${names.length === 1 ? "a manifest was" : "manifests were"} added (${declared}).` +
    listRemoved("Before", removed);
  const manifests = added.flatMap(({ id }) => aboutManifest(id).manifests ?? []);
  const finding: MatchFinding = {
    rule: "added-after-picture",
    severity: worst?.severity ?? "info",
    lane: "cargo",
    declared,
    observed: worst?.observed ?? null,
    message,
    ...(manifests.length > 0 && { manifests }),
  };
  return [finding];
}

/** Findings before and after the manifests were changed. */
type Compared = { before: readonly MatchFinding[]; now: readonly MatchFinding[] };

/** Maximum number of removed findings that a sentence repeats. */
const MAX_REPEATED = 5;

/** ` Before: …`, with the sentences of the removed findings; nothing where none was removed. */
function listRemoved(when: string, removed: readonly MatchFinding[]): string {
  if (removed.length === 0) return "";
  const shown = removed.slice(0, MAX_REPEATED).map(({ message }) => message);
  const more = removed.length > MAX_REPEATED ? ` (and ${removed.length - MAX_REPEATED} more)` : "";
  return ` ${when}: ${shown.join(" ")}${more}`;
}

/** The findings, other than information, that no longer exist as they were; the worst first. */
function findRemoved({ before, now }: Compared): MatchFinding[] {
  const rank = { critical: 0, warning: 1, info: 2 };
  const isStill = (finding: MatchFinding) =>
    now.some(
      ({ rule, className, severity }) =>
        rule === finding.rule && className === finding.className && rank[severity] <= rank[finding.severity],
    );
  const removed = before.filter((finding) => finding.severity !== "info" && !isStill(finding));
  return removed.toSorted((one, other) => rank[one.severity] - rank[other.severity]);
}

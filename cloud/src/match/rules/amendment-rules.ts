import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import { withPhrase, join, joins, listNames, type Translatable, english, state, type Words } from "../english.ts";
import { aboutManifest } from "./finding-texts.ts";

/** Fields whose change after the picture may make a manifest fit it. */
const FIELDS = ["declaredGoods", "weight", "shipper", "consignee"] as const;
type Field = (typeof FIELDS)[number];
const fieldNames: Record<Field, Translatable> = {
  declaredGoods: english`goods`,
  weight: english`weight`,
  shipper: english`shipper`,
  consignee: english`consignee`,
};
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
export function reportAmendment(manifest: Amendable, compared: Compared, whose: Words = ""): MatchFinding[] {
  const names = join(
    amendedFields(manifest).map((field) => fieldNames[field]),
    joins.comma,
  );
  const removed = findRemoved(compared);
  const worst = removed[0];
  const before = listRemoved(removed, (list) => english` Before the change: ${list}`);
  const message = english`The manifest${whose} was changed after the first picture was taken (${names}).${before}`;
  return [
    state({
      rule: "amended-after-picture",
      severity: worst?.severity === "critical" ? "critical" : "warning",
      lane: "cargo",
      declared: names,
      observed: observedOf(worst),
      message,
      ...aboutManifest(manifest.id),
    }),
  ];
}

/**
 * Manifests that were attached beside others after the first picture of the visit was compared with these: as severe as
 * the worst finding that this removes.
 */
export function reportAddition(added: readonly { id?: string | undefined; name: Words }[], compared: Compared) {
  if (added.length === 0) return [];
  const removed = findRemoved(compared);
  const worst = removed[0];
  const declared = listNames(added.map(({ name }) => name));
  const before = listRemoved(removed, (list) => english` Before: ${list}`);
  const message =
    added.length === 1
      ? english`After the first picture was taken, a manifest was added (${declared}).${before}`
      : english`After the first picture was taken, manifests were added (${declared}).${before}`;
  const manifests = added.flatMap(({ id }) => aboutManifest(id).manifests ?? []);
  const finding = state({
    rule: "added-after-picture",
    severity: worst?.severity ?? "info",
    lane: "cargo",
    declared,
    observed: observedOf(worst),
    message,
    ...(manifests.length > 0 && { manifests }),
  });
  return [finding];
}

/** Findings before and after the manifests were changed. */
type Compared = { before: readonly MatchFinding[]; now: readonly MatchFinding[] };

/** Maximum number of removed findings that a sentence repeats. */
const MAX_REPEATED = 5;

/** ` Before: …`, with the sentences of the removed findings; nothing where none was removed. */
function listRemoved(removed: readonly MatchFinding[], beginList: (list: Words) => Translatable): Words {
  if (removed.length === 0) return "";
  const shown = removed.slice(0, MAX_REPEATED).map(({ message, phrases }) => withPhrase(message, phrases?.message));
  const sentences = join(shown, joins.space);
  const more = removed.length - MAX_REPEATED;
  return beginList(more > 0 ? english`${sentences} (and ${more} more)` : sentences);
}

const observedOf = (finding: MatchFinding | undefined): Words | null =>
  typeof finding?.observed === "string" ? withPhrase(finding.observed, finding.phrases?.observed) : null;

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

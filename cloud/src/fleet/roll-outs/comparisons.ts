import type { HeartbeatRequest } from "@container-inspection/shared-schemas/heartbeats";
import type { ShadowComparison } from "@container-inspection/shared-schemas/releases";

type Sent = NonNullable<NonNullable<HeartbeatRequest["shadows"]>[number]["comparison"]>;
type ComparedClass = ShadowComparison["classes"][number];

/** Returns the counts of a device in shadow mode, as they are stored and shown to admins. */
export function presentComparison(sent: Sent, now: Date): ShadowComparison {
  return {
    since: sent.since.toISOString(),
    until: now.toISOString(),
    activeVersion: sent.active_version,
    picturesCompared: sent.pictures_compared,
    picturesEqual: sent.pictures_equal,
    picturesSkipped: sent.pictures_skipped,
    picturesFailed: sent.pictures_failed,
    activeMs: sent.active_ms ?? null,
    shadowMs: sent.shadow_ms ?? null,
    both: sent.both,
    onlyActive: sent.only_active,
    onlyShadow: sent.only_shadow,
    classes: sent.classes.map((each) => ({
      className: each.class_name,
      both: each.both,
      onlyActive: each.only_active,
      onlyShadow: each.only_shadow,
      confidenceDifference: each.confidence_difference ?? null,
    })),
  };
}

/** The sum of what several devices have counted; null for none. */
export function sumComparisons(all: readonly ShadowComparison[]): ShadowComparison | null {
  const [first] = all;
  if (!first) return null;
  const times = (of: (each: ShadowComparison) => string) => all.map(of).toSorted();
  const picturesOf = ({ picturesCompared }: ShadowComparison) => picturesCompared;
  return {
    since: times(({ since }) => since)[0] ?? first.since,
    until: times(({ until }) => until).at(-1) ?? first.until,
    activeVersion: all.every(({ activeVersion }) => activeVersion === first.activeVersion) ? first.activeVersion : null,
    picturesCompared: sum(all, picturesOf),
    picturesEqual: sum(all, ({ picturesEqual }) => picturesEqual),
    picturesSkipped: sum(all, ({ picturesSkipped }) => picturesSkipped),
    picturesFailed: sum(all, ({ picturesFailed }) => picturesFailed),
    activeMs: mean(all, ({ activeMs }) => activeMs, picturesOf),
    shadowMs: mean(all, ({ shadowMs }) => shadowMs, picturesOf),
    ...sumFindings(all),
    classes: sumClasses(all.flatMap(({ classes }) => classes)),
  };
}

/** Sums the counts by class; classes with the most findings come first. */
function sumClasses(all: readonly ComparedClass[]): ComparedClass[] {
  const summed = [...Map.groupBy(all, ({ className }) => className)].map(([className, of]) => ({
    className,
    ...sumFindings(of),
    confidenceDifference: mean(
      of,
      ({ confidenceDifference }) => confidenceDifference,
      ({ both }) => both,
    ),
  }));
  const findings = ({ both, onlyActive, onlyShadow }: ComparedClass) => both + onlyActive + onlyShadow;
  return summed.toSorted((a, b) => findings(b) - findings(a));
}

const sumFindings = (all: readonly Pick<ComparedClass, "both" | "onlyActive" | "onlyShadow">[]) => ({
  both: sum(all, ({ both }) => both),
  onlyActive: sum(all, ({ onlyActive }) => onlyActive),
  onlyShadow: sum(all, ({ onlyShadow }) => onlyShadow),
});

const sum = <Each>(all: readonly Each[], of: (each: Each) => number) =>
  all.reduce((total, each) => total + of(each), 0);

/** The mean of the values that are known, by their weights. */
function mean<Each>(
  all: readonly Each[],
  of: (each: Each) => number | null,
  weightOf: (each: Each) => number,
): number | null {
  const known = all.flatMap((each) => {
    const value = of(each);
    return value === null ? [] : [{ value, weight: weightOf(each) }];
  });
  const weights = sum(known, ({ weight }) => weight);
  return weights === 0 ? null : sum(known, ({ value, weight }) => value * weight) / weights;
}

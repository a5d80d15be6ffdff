import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { AlertRules } from "@container-inspection/shared-schemas/rules/alert-rules";
import type { DeclaredLine } from "../reading/declared-line.ts";
import { createNormaliser, normaliseWords } from "../reading/normalise-words.ts";
import { findReasons } from "./declared-reasons.ts";
import { named, type Translatable, english, state, type Words } from "../english.ts";
import { aboutLines, beginWithPlaces, formatPercent, listLines } from "./finding-texts.ts";
import type { FoundDetection, Picture } from "./pictures.ts";
import { isPlacard } from "./placards.ts";

/** Alert rules made ready: classes by their normalised names. */
export type CompiledAlerts = {
  rules: AlertRules;
  byClass: ReadonlyMap<string, AlertRules["alerts"][number]>;
  ignored: ReadonlySet<string>;
  /** Classes that other rules judge: seals by their number, placards by the declared dangerous goods. */
  hasOwnRule: (className: string | null) => boolean;
  /** True for a detection that alerts report, and for seals and placards: it is no unknown object of the cargo. */
  isReported: (className: string | null, confidence: number) => boolean;
  illegalCriticalConfidence: number;
};

/** Makes alert rules ready; `defaultIllegalConfidence` counts where the rules state none for illegal goods. */
export function compileAlerts(
  rules: AlertRules,
  defaultIllegalConfidence: number,
  sealClasses: readonly string[] = [],
): CompiledAlerts {
  const seals = new Set(sealClasses.map(normaliseWords));
  const entries = rules.alerts.flatMap((alert) => alert.classes.map((name) => [normaliseWords(name), alert] as const));
  // The first entry that names a class counts.
  const byClass = new Map(entries.toReversed());
  const hasOwnRule = (className: string | null) => isPlacard(className) || seals.has(normaliseWords(className));
  return {
    rules,
    byClass,
    ignored: new Set(rules.ignoredClasses.map(normaliseWords)),
    hasOwnRule,
    isReported: (className, confidence) =>
      confidence >= (byClass.get(normaliseWords(className))?.fromConfidence ?? Infinity) || hasOwnRule(className),
    illegalCriticalConfidence: rules.illegalCriticalConfidence ?? defaultIllegalConfidence,
  };
}

/** The rule that reports what scans for illegal goods find. */
export const ILLEGAL_GOODS = "illegal-goods";

/**
 * Rule and first sentence for each kind of picture: alerts on a category picture may be people or damage.
 */
const kinds = {
  category: { rule: "alert", find: (name: Words, sure: Words) => english`Found in a category scan: ${name}${sure}.` },
  defect: { rule: "defects", find: (name: Words, sure: Words) => english`Found in a defect scan: ${name}${sure}.` },
  illegal: {
    rule: ILLEGAL_GOODS,
    find: (name: Words, sure: Words) => english`The scan for illegal goods marks a place as ${name}${sure}.`,
  },
} as const;

/** Rules about what must be in no container: no manifest explains it. */
export const ALERT_RULES: ReadonlySet<string> = new Set(Object.values(kinds).map(({ rule }) => rule));

/**
 * Returns the findings of a picture that are reported whatever a manifest declares: all detections of scans for
 * illegal goods, from the confidence on that the site sets for them; elsewhere people, weapons and damage, and any
 * other detection of a defect scan. Each class gives one finding, with its best detection. Lines that declare what is
 * seen by HS code (weapons, ammunition and explosives by nothing else) or as the head of a phrase are named, and the
 * finding is one step less severe; damage has no such lines.
 */
export function findAlerts(
  picture: Picture,
  alerts: CompiledAlerts,
  lines: readonly DeclaredLine[] = [],
): MatchFinding[] {
  const { rule } = kinds[picture.type];
  const wordsOf = createNormaliser();
  const found = picture.detections.flatMap((detection) => {
    const severity = severityOf(picture, detection, wordsOf(detection.className), alerts);
    return severity ? [{ ...detection, severity }] : [];
  });
  return [...Map.groupBy(found, ({ className }) => className)].map(([className, group]) => {
    const reasons = picture.type === "defect" ? [] : findReasons(className, lines, alerts.rules);
    const severity = worst(group.map((detection) => detection.severity));
    return state({
      rule,
      severity: reasons.length > 0 ? lower[severity] : severity,
      lane: "cargo",
      declared: reasons.length > 0 ? listLines(reasons) : null,
      observed: className === null ? null : named(className),
      className: className ?? "an unnamed object",
      probability: bestOf(group),
      ...(reasons.length > 0 && aboutLines(reasons)),
      evidence: [{ scanId: picture.scanId, detections: group.map(({ index }) => index) }],
      message: explain(picture, group, reasons),
    });
  });
}

const lower = { critical: "warning", warning: "info", info: "info" } as const;

/** A detection without a confidence counts as certain. */
const bestOf = (group: readonly FoundDetection[]) => Math.max(...group.map(({ confidence }) => confidence ?? 1));

function explain(
  { type, view }: Picture,
  group: readonly FoundDetection[],
  reasons: readonly DeclaredLine[],
): Translatable {
  const name = named(group[0]?.className ?? "an unnamed object");
  // A detection without a confidence counts as certain, but the model stated none.
  const isStated = group.every(({ confidence }) => confidence !== null);
  const found = kinds[type].find(name, isStated ? english` (confidence ${formatPercent(bestOf(group))})` : "");
  const isOutside = type === "category" && view === "exterior";
  const where = isOutside ? english` The camera looks at the outside of the container.` : "";
  return english`${found}${where}${explainReasons(reasons)}`;
}

function explainReasons(reasons: readonly DeclaredLine[]): Words {
  if (reasons.length === 0) return "";
  const [lines, goods] = [beginWithPlaces(reasons), listLines(reasons)];
  return reasons.length === 1 ? english` ${lines} declares ${goods}.` : english` ${lines} declare ${goods}.`;
}

/** Undefined where a detection is not reported. */
function severityOf(
  { type, view }: Picture,
  { className, confidence }: FoundDetection,
  words: string,
  { rules, byClass, ignored, hasOwnRule, illegalCriticalConfidence }: CompiledAlerts,
): MatchFinding["severity"] | undefined {
  if (ignored.has(words)) return undefined;
  const sure = confidence ?? 1;
  if (type === "illegal" && sure >= illegalCriticalConfidence) return "critical";
  if (type === "illegal") return sure >= rules.illegalFromConfidence ? "warning" : undefined;
  const alert = byClass.get(words);
  if (alert && sure >= alert.fromConfidence)
    return view === "exterior" ? (alert.outsideSeverity ?? alert.severity) : alert.severity;
  const isDamage = type === "defect" && !alert && !hasOwnRule(className);
  return isDamage && sure >= rules.defectFromConfidence ? "warning" : undefined;
}

/** The worst of some severities. */
export function worst(severities: readonly MatchFinding["severity"][]): MatchFinding["severity"] {
  if (severities.includes("critical")) return "critical";
  return severities.includes("warning") ? "warning" : "info";
}

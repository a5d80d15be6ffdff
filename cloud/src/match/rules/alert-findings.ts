import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { AlertRules } from "@container-inspection/shared-schemas/rules/alert-rules";
import type { ScanType } from "@container-inspection/shared-schemas/scans";
import { normaliseWords } from "../reading/normalise-words.ts";
import { formatPercent } from "./finding-texts.ts";
import type { FoundDetection, Picture } from "./pictures.ts";

/** Alert rules made ready: classes by their normalised names. */
export type CompiledAlerts = {
  rules: AlertRules;
  byClass: ReadonlyMap<string, AlertRules["alerts"][number]>;
  ignored: ReadonlySet<string>;
  illegalCriticalConfidence: number;
};

/** Makes alert rules ready; `defaultIllegalConfidence` counts where the rules state none for illegal goods. */
export function compileAlerts(rules: AlertRules, defaultIllegalConfidence: number): CompiledAlerts {
  const entries = rules.alerts.flatMap((alert) => alert.classes.map((name) => [normaliseWords(name), alert] as const));
  return {
    rules,
    // The first entry that names a class counts.
    byClass: new Map(entries.toReversed()),
    ignored: new Set(rules.ignoredClasses.map(normaliseWords)),
    illegalCriticalConfidence: rules.illegalCriticalConfidence ?? defaultIllegalConfidence,
  };
}

/** The rule that reports what scans for illegal goods find. */
export const ILLEGAL_GOODS = "illegal-goods";

/**
 * Rule and message for each kind of picture: alerts on a category picture may be people or damage.
 */
const kinds = {
  category: { rule: "alert", text: "Found in a category scan" },
  defect: { rule: "defects", text: "Found in a defect scan" },
  illegal: { rule: ILLEGAL_GOODS, text: "Illegal goods found" },
} as const;

/** Rules about what must be in no container: no manifest explains it. */
export const ALERT_RULES: ReadonlySet<string> = new Set(Object.values(kinds).map(({ rule }) => rule));

/**
 * Returns the findings of a picture that are reported whatever a manifest declares: all detections of scans for
 * illegal goods, from the confidence on that the site sets for them; elsewhere people, weapons and damage, and any
 * other detection of a defect scan. Each class gives one finding, with its best detection.
 */
export function findAlerts(picture: Picture, alerts: CompiledAlerts): MatchFinding[] {
  const { rule, text } = kinds[picture.type];
  const found = picture.detections.flatMap((detection) => {
    const severity = severityOf(picture.type, detection, alerts);
    return severity ? [{ ...detection, severity }] : [];
  });
  return [...Map.groupBy(found, ({ className }) => className)].map(([className, group]) => {
    const confidence = Math.max(...group.map((detection) => detection.confidence ?? 1));
    const isStated = group.every((detection) => detection.confidence !== null);
    const name = className ?? "an unnamed object";
    return {
      rule,
      severity: worst(group.map(({ severity }) => severity)),
      lane: "cargo",
      declared: null,
      observed: className,
      className: name,
      probability: confidence,
      evidence: [{ scanId: picture.scanId, detections: group.map(({ index }) => index) }],
      // A detection without a confidence counts as certain, but the model stated none.
      message: isStated ? `${text}: ${name} (confidence ${formatPercent(confidence)}).` : `${text}: ${name}.`,
    };
  });
}

/** Undefined where a detection is not reported. */
function severityOf(
  type: ScanType,
  { className, confidence }: FoundDetection,
  { rules, byClass, ignored, illegalCriticalConfidence }: CompiledAlerts,
): MatchFinding["severity"] | undefined {
  const words = normaliseWords(className);
  if (ignored.has(words)) return undefined;
  const sure = confidence ?? 1;
  if (type === "illegal" && sure >= illegalCriticalConfidence) return "critical";
  if (type === "illegal") return sure >= rules.illegalFromConfidence ? "warning" : undefined;
  const alert = byClass.get(words);
  if (alert && sure >= alert.fromConfidence) return alert.severity;
  return type === "defect" && !alert && sure >= rules.defectFromConfidence ? "warning" : undefined;
}

/** The worst of some severities. */
export function worst(severities: readonly MatchFinding["severity"][]): MatchFinding["severity"] {
  if (severities.includes("critical")) return "critical";
  return severities.includes("warning") ? "warning" : "info";
}

import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { NamedManifest } from "../reading/name-manifests.ts";
import { formatPercent, listNames, nameLines, namePlaces } from "./finding-texts.ts";
import type { FoundDetection, Picture } from "./pictures.ts";

/**
 * Grounds of findings besides the findings themselves: the judged pictures, the versions of the rules, and the names
 * of the manifests.
 */
export type JudgedBy = { pictures: readonly Picture[]; ruleSet: string; names: readonly NamedManifest[] };

const MAX_RUNS = 10;
/** Enough to identify a picture; its scan holds the whole hash. */
const SHA256_SHOWN = 12;

/** Rules about all pictures of a visit together, or about missing goods: they are based on no single object. */
const PICTURE_RULES: ReadonlySet<string> = new Set([
  "cargo-not-pictured",
  "cargo-not-visible",
  "declared-goods-not-observed",
  "declared-goods-unknown",
  "empty-as-declared",
  "goods-not-stated",
  "nothing-recognised",
]);

/**
 * Findings with their grounds: which objects of which pictures, which declared lines, which entries of the category map
 * or settings, and which rule in which version.
 */
export function addGrounds(findings: readonly MatchFinding[], { pictures, ruleSet, names }: JudgedBy): MatchFinding[] {
  const byId = new Map(pictures.map((picture) => [picture.scanId, picture]));
  return findings.map((finding) => ({
    ...finding,
    grounds: [
      nameEvidence(finding, byId),
      nameDeclared(finding, names),
      finding.explanation && finding.explanation.length > 0 ? `Basis: ${finding.explanation.join("; ")}.` : "",
      `Rule ${finding.rule} (${ruleSet}).`,
    ]
      .filter((sentence) => sentence !== "")
      .join(" "),
  }));
}

function nameEvidence({ rule, evidence }: MatchFinding, byId: ReadonlyMap<string, Picture>): string {
  const objects = evidence?.flatMap(({ scanId, detections }) => {
    const picture = byId.get(scanId);
    return picture ? [nameObjects(picture, detections)] : [];
  });
  if (objects && objects.length > 0) return `Objects: ${listNames(objects, "; ")}.`;
  if (!PICTURE_RULES.has(rule)) return "";
  return `Compared pictures: ${listNames([...byId.values()].map(namePicture), "; ")}.`;
}

/** `Declared: lines 1, 2.`, with the manifest of each line where the container has several. */
function nameDeclared({ lines = [], manifests = [] }: MatchFinding, names: readonly NamedManifest[]): string {
  if (lines.length === 0) return "";
  const whoseOf = (manifestId: string) => names.find(({ id }) => id === manifestId)?.whose ?? "";
  const places = manifests.flatMap(({ manifestId, lines: there }) =>
    there.map((line) => ({ line, whose: whoseOf(manifestId) })),
  );
  return `Declared: ${places.length > 0 ? namePlaces(places) : nameLines(lines)}.`;
}

/** `category scan by camera gate-1 at 2026-11-22 04:15:07 UTC, SHA-256 9f0c1d2e3f4a…, model demo 2`. */
function namePicture({
  scanId,
  type,
  cameraId,
  takenAt,
  receivedAt,
  sha256,
  modelName,
  modelVersion,
}: Picture): string {
  const kind = type === "illegal" ? "scan for illegal goods" : `${type} scan`;
  const model = modelName === null ? "" : `, model ${`${modelName} ${modelVersion ?? ""}`.trim()}`;
  return [
    kind,
    cameraId === null ? "" : ` by camera ${cameraId}`,
    takenAt === null ? ` received at ${formatTime(receivedAt)}` : ` at ${formatTime(takenAt)}`,
    sha256 === null ? `, scan ${scanId}` : `, SHA-256 ${sha256.slice(0, SHA256_SHOWN)}…`,
    model,
  ].join("");
}

/** The objects of a picture by class, counted from 1: `objects 1, 2 (drum, confidence 41 % to 93 %) in …`. */
function nameObjects(picture: Picture, indexes: readonly number[]): string {
  const wanted = new Set(indexes);
  const found = picture.detections.filter(({ index }) => wanted.has(index));
  const groups = [...Map.groupBy(found, ({ className }) => className ?? "unnamed")];
  const named = groups.map(([name, group]) => `${countObjects(group)} (${[name, ...measure(group)].join(", ")})`);
  return `${named.join(", ")} in ${namePicture(picture)}`;
}

function countObjects(group: readonly FoundDetection[]): string {
  const runs: { from: number; to: number }[] = [];
  for (const { index } of group) {
    const last = runs.at(-1);
    if (last?.to === index) last.to = index + 1;
    else runs.push({ from: index + 1, to: index + 1 });
  }
  const shown = runs.slice(0, MAX_RUNS);
  const left = runs.slice(MAX_RUNS).reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const named = shown.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`)).join(", ");
  return `${group.length === 1 ? "object" : "objects"} ${named}${left === 0 ? "" : ` and ${left} more`}`;
}

/** Describes the confidence of the model, and the confirmations by reviewers. */
function measure(group: readonly FoundDetection[]): string[] {
  const reviewed = group.filter(({ isReviewed }) => isReviewed).length;
  const stated = group.flatMap(({ confidence, isReviewed }) => (confidence === null || isReviewed ? [] : [confidence]));
  const [low, high] = [Math.min(...stated), Math.max(...stated)].map(formatPercent);
  return [
    ...(stated.length === 0 ? [] : [low === high ? `confidence ${low}` : `confidence ${low} to ${high}`]),
    ...(reviewed === 0
      ? []
      : [reviewed === group.length ? "confirmed by a reviewer" : `${reviewed} confirmed by a reviewer`]),
  ];
}

/** Formats a time to the second, in UTC. */
export const formatTime = (at: Date) => `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;

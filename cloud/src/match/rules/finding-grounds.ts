import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { NamedManifest } from "../reading/name-manifests.ts";
import {
  withPhrase,
  join,
  joins,
  listNames,
  named,
  phraseOf,
  type Translatable,
  english,
  type Words,
} from "../english.ts";
import { formatPercent, nameLines, namePlaces } from "./finding-texts.ts";
import type { FoundDetection, Picture } from "./pictures.ts";

/**
 * Grounds of findings besides the findings themselves: the judged pictures, the versions of the rules, and the names
 * of the manifests.
 */
export type JudgedBy = { pictures: readonly Picture[]; ruleSet: Words; names: readonly Named[] };
type Named = Pick<NamedManifest, "id" | "whose">;

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
  return findings.map((finding) => {
    const basis = [nameEvidence(finding, byId), nameDeclared(finding, names), nameBasis(finding)];
    const grounds = join([...basis, english`Rule ${named(finding.rule)} (${ruleSet}).`], joins.space);
    const { message = [finding.message], explanation: _inGrounds, ...others } = finding.phrases ?? {};
    return { ...finding, grounds: String(grounds), phrases: { message, ...others, grounds: phraseOf(grounds) } };
  });
}

function nameBasis({ explanation = [], phrases }: MatchFinding): Words {
  if (explanation.length === 0) return "";
  const reasons = explanation.map((text, index) => withPhrase(text, phrases?.explanation?.[index]));
  return english`Basis: ${join(reasons, joins.semicolon)}.`;
}

function nameEvidence({ rule, evidence }: MatchFinding, byId: ReadonlyMap<string, Picture>): Words {
  const objects = evidence?.flatMap(({ scanId, detections }) => {
    const picture = byId.get(scanId);
    return picture ? [nameObjects(picture, detections)] : [];
  });
  if (objects && objects.length > 0) return english`Objects: ${listNames(objects, joins.semicolon)}.`;
  if (!PICTURE_RULES.has(rule)) return "";
  return english`Compared pictures: ${listNames([...byId.values()].map(namePicture), joins.semicolon)}.`;
}

/** `Declared: lines 1, 2.`, with the manifest of each line where the container has several. */
function nameDeclared({ lines = [], manifests = [] }: MatchFinding, names: readonly Named[]): Words {
  if (lines.length === 0) return "";
  const whoseOf = (manifestId: string) => names.find(({ id }) => id === manifestId)?.whose ?? "";
  const places = manifests.flatMap(({ manifestId, lines: there }) =>
    there.map((line) => ({ line, whose: whoseOf(manifestId) })),
  );
  return english`Declared: ${places.length > 0 ? namePlaces(places) : nameLines(lines)}.`;
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
  isUnlike,
}: Picture): Translatable {
  const by = cameraId === null ? "" : english` by camera ${cameraId}`;
  const at = takenAt === null ? english` received at ${formatTime(receivedAt)}` : english` at ${formatTime(takenAt)}`;
  const file = sha256 === null ? english`, scan ${scanId}` : english`, SHA-256 ${sha256.slice(0, SHA256_SHOWN)}…`;
  const model = modelName === null ? "" : english`, model ${`${modelName} ${modelVersion ?? ""}`.trim()}`;
  const note = isUnlike ? english`, unlike the pictures that the model was trained on` : "";
  return english`${scanNames[type]}${by}${at}${file}${model}${note}`;
}

/** The kinds of scans in the midst of a sentence. */
const scanNames = {
  category: english`category scan`,
  defect: english`defect scan`,
  illegal: english`scan for illegal goods`,
};

/** The objects of a picture by class, counted from 1: `objects 1, 2 (drum, confidence 41 % to 93 %) in …`. */
function nameObjects(picture: Picture, indexes: readonly number[]): Translatable {
  if (indexes.length === 0) return namePicture(picture);
  const wanted = new Set(indexes);
  const found = picture.detections.filter(({ index }) => wanted.has(index));
  const groups = [...Map.groupBy(found, ({ className }) => className ?? "unnamed")];
  const objects = groups.map(
    ([name, group]) => english`${countObjects(group)} (${join([named(name), ...measure(group)], joins.comma)})`,
  );
  return english`${join(objects, joins.comma)} in ${namePicture(picture)}`;
}

function countObjects(group: readonly FoundDetection[]): Translatable {
  const runs: { from: number; to: number }[] = [];
  for (const { index } of group) {
    const last = runs.at(-1);
    if (last?.to === index) last.to = index + 1;
    else runs.push({ from: index + 1, to: index + 1 });
  }
  const shown = runs.slice(0, MAX_RUNS);
  const left = runs.slice(MAX_RUNS).reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const numbers = shown.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`)).join(", ");
  if (group.length === 1) return english`object ${numbers}`;
  return left === 0 ? english`objects ${numbers}` : english`objects ${numbers} and ${left} more`;
}

/** Describes the confidence of the model, and the confirmations by reviewers. */
function measure(group: readonly FoundDetection[]): Translatable[] {
  const reviewed = group.filter(({ isReviewed }) => isReviewed).length;
  const stated = group.flatMap(({ confidence, isReviewed }) => (confidence === null || isReviewed ? [] : [confidence]));
  const [low, high] = [formatPercent(Math.min(...stated)), formatPercent(Math.max(...stated))];
  return [
    ...(stated.length === 0
      ? []
      : [low.text === high.text ? english`confidence ${low}` : english`confidence ${low} to ${high}`]),
    ...(reviewed === 0
      ? []
      : [reviewed === group.length ? english`confirmed by a reviewer` : english`${reviewed} confirmed by a reviewer`]),
  ];
}

/** Formats a time to the second, in UTC. */
export const formatTime = (at: Date) => `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;

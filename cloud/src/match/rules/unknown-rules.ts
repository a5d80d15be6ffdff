import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { GoodsRules } from "@container-inspection/shared-schemas/rules/goods-rules";
import type { DeclaredLine } from "../reading/declared-line.ts";
import { listNames, english, state } from "../english.ts";
import { aboutLines, describeLines, describePictures, describeSeen, evidenceOf, listLines } from "./finding-texts.ts";
import type { SeenPicture } from "./pictures.ts";
import { probabilityOf } from "./undeclared-rules.ts";

/**
 * Reports goods, declared or seen, that the category map does not contain. Declared ones are information; an object of
 * an unknown class may be anything, so that it is a warning until the map names it.
 */
export function findUnknownGoods(
  lines: readonly DeclaredLine[],
  pictures: readonly SeenPicture[],
  rules: GoodsRules,
): MatchFinding[] {
  const unknown = lines.filter(({ kind }) => kind === "unknown");
  const findings: MatchFinding[] = [];
  if (unknown.length > 0) {
    const declared = listLines(unknown);
    const goods = describeLines(unknown);
    const message =
      unknown.length === 1
        ? english`${goods} was not compared with the pictures: the category map has no entry.`
        : english`${goods} were not compared with the pictures: the category map has no entry.`;
    const finding = {
      rule: "declared-goods-unknown",
      severity: "info",
      lane: "cargo",
      declared,
      observed: null,
      ...aboutLines(unknown),
      message,
    } as const;
    findings.push(state(finding));
  }
  return [...findings, ...pictures.flatMap((picture) => findUnknownObjects(picture, rules))];
}

function findUnknownObjects(picture: SeenPicture, rules: GoodsRules): MatchFinding[] {
  const things = picture.seen.filter(({ kind, isReported }) => kind === "unknown" && !isReported);
  if (things.length === 0) return [];
  const observed = listNames(things.map(describeSeen));
  const isProbable = things.some(({ sightings }) => probabilityOf(sightings, rules) >= rules.warningProbability);
  const message = english`The picture shows ${observed}, not compared with the manifest: the category map has no entry.`;
  const finding = { rule: "observed-goods-unknown", lane: "cargo", declared: null, observed, message } as const;
  return [state({ ...finding, severity: isProbable ? "warning" : "info", evidence: evidenceOf(picture, things) })];
}

/** A manifest without goods: there is nothing to compare with. */
export function reportGoodsNotStated(pictures: readonly SeenPicture[]): MatchFinding {
  const observed = describePictures(pictures);
  const message =
    pictures.length === 1
      ? english`The manifest does not state its goods, so they could not be compared; the picture shows ${observed}.`
      : english`The manifest does not state its goods, so they could not be compared; the pictures show ${observed}.`;
  return state({ rule: "goods-not-stated", severity: "info", lane: "cargo", declared: null, observed, message });
}

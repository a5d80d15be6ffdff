import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { DeclaredLine } from "../reading/declared-line.ts";
import { aboutLines, capitalise, describeLines, formatNumber, listLines, listNames, placeOf } from "./finding-texts.ts";

/** Lines whose description does not describe the goods, such as "general cargo", and that have no HS code either. */
export function findVagueDescriptions(lines: readonly DeclaredLine[]): MatchFinding[] {
  const vague = lines.filter(({ kind }) => kind === "vague");
  if (vague.length === 0) return [];
  const declared = listNames(vague.map(({ label, line, whose }) => `${label} (${placeOf({ line, whose })})`));
  const message =
    vague.length === 1
      ? `The description ${declared} does not identify the goods, and the line has no HS code.`
      : `The descriptions ${declared} do not identify the goods, and their lines have no HS code.`;
  const finding = { rule: "vague-description", severity: "warning", lane: "documents" } as const;
  return [{ ...finding, declared, observed: null, message, ...aboutLines(vague) }];
}

/** Counts of packages that are not understood, and descriptions that state more packages than the fields do. */
export function checkCounts(lines: readonly DeclaredLine[]): MatchFinding[] {
  return lines.flatMap((line): MatchFinding[] => {
    const { countNotUnderstood: text, countInFields, packageCount = 0, label } = line;
    const finding = { lane: "documents", declared: label, observed: null, ...aboutLines([line]) } as const;
    if (text !== undefined) {
      const message = `${capitalise(placeOf(line))}, ${label}, states “${text}” packages, which is not understood as a number of packages, so they were not counted.`;
      return [{ ...finding, rule: "count-not-understood", severity: "info", message }];
    }
    if (countInFields === undefined) return [];
    const message = `${capitalise(placeOf(line))}, ${label}, declares ${formatNumber(countInFields)} in its field for packages and ${formatNumber(packageCount)} in its description: the larger number was compared.`;
    return [{ ...finding, rule: "counts-differ", severity: "warning", message }];
  });
}

/** A container that is declared empty in words of which some are not understood. */
export function reportUnsureEmpty(lines: readonly DeclaredLine[]): MatchFinding[] {
  if (lines.length === 0) return [];
  const message = `${describeLines(lines)} ${lines.length === 1 ? "was" : "were"} read as an empty container, but other words beside it are not understood.`;
  const finding = { rule: "empty-not-certain", severity: "warning", lane: "documents" } as const;
  return [{ ...finding, declared: listLines(lines), observed: null, message, ...aboutLines(lines) }];
}

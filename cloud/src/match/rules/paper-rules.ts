import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { DeclaredLine } from "../reading/declared-line.ts";
import { listNames, english, state } from "../english.ts";
import { aboutLines, beginWithPlace, describeLines, listLines, placeOf } from "./finding-texts.ts";

/** Lines whose description does not describe the goods, such as "general cargo", and that have no HS code either. */
export function findVagueDescriptions(lines: readonly DeclaredLine[]): MatchFinding[] {
  const vague = lines.filter(({ kind }) => kind === "vague");
  if (vague.length === 0) return [];
  const declared = listNames(vague.map(({ label, line, whose }) => english`${label} (${placeOf({ line, whose })})`));
  const message =
    vague.length === 1
      ? english`The description ${declared} does not identify the goods, and the line has no HS code.`
      : english`The descriptions ${declared} do not identify the goods, and their lines have no HS code.`;
  const finding = { rule: "vague-description", severity: "warning", lane: "documents" } as const;
  return [state({ ...finding, declared, observed: null, message, ...aboutLines(vague) })];
}

/** Counts of packages that are not understood, and descriptions that state more packages than the fields do. */
export function checkCounts(lines: readonly DeclaredLine[]): MatchFinding[] {
  return lines.flatMap((line): MatchFinding[] => {
    const { countNotUnderstood: text, countInFields, packageCount = 0, label } = line;
    const finding = { lane: "documents", declared: label, observed: null, ...aboutLines([line]) } as const;
    if (text !== undefined) {
      const message = english`${beginWithPlace(line)}, ${label}, states “${text}” packages, which is not understood as a number of packages, so they were not counted.`;
      return [state({ ...finding, rule: "count-not-understood", severity: "info", message })];
    }
    if (countInFields === undefined) return [];
    const message = english`${beginWithPlace(line)}, ${label}, declares ${countInFields} in its field for packages and ${packageCount} in its description: the larger number was compared.`;
    return [state({ ...finding, rule: "counts-differ", severity: "warning", message })];
  });
}

/** A container that is declared empty in words of which some are not understood. */
export function reportUnsureEmpty(lines: readonly DeclaredLine[]): MatchFinding[] {
  if (lines.length === 0) return [];
  const goods = describeLines(lines);
  const message =
    lines.length === 1
      ? english`${goods} was read as an empty container, but other words beside it are not understood.`
      : english`${goods} were read as an empty container, but other words beside it are not understood.`;
  const finding = { rule: "empty-not-certain", severity: "warning", lane: "documents" } as const;
  return [state({ ...finding, declared: listLines(lines), observed: null, message, ...aboutLines(lines) })];
}

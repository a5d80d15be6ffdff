import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { DeclaredLine } from "../reading/declared-line.ts";
import { aboutLines, listNames, placeOf } from "./finding-texts.ts";

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

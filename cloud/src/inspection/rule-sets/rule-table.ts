import { type Marks, replaceMarked } from "../../platform/settings/replace-marked.ts";
import { listRuleSettings } from "./list-rule-settings.ts";

const MARKS: Marks = ["<!-- rules: npm --prefix cloud run rule-table -->", "<!-- /rules -->"];

/** The chapter with the table of the settings of rule sets between its two marks, as their schema has them. */
export function withRuleTable(chapter: string): string {
  const rows = listRuleSettings().map(
    ({ path, unit, shownDefault, meaning, source }) =>
      `| \`${path}\` | ${unit} | ${shownDefault} | ${meaning} | ${source} |`,
  );
  const head = ["| Setting | Unit | Default | Meaning | Source |", "|---|---|---|---|---|"];
  return replaceMarked(chapter, MARKS, [...head, ...rows].join("\n"));
}

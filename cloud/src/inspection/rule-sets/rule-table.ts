import { type Marks, replaceMarked } from "../../platform/settings/replace-marked.ts";
import { listRuleSettings } from "./list-rule-settings.ts";

const MARKS: Marks = ["<!-- rules: npm --prefix cloud run rule-table -->", "<!-- /rules -->"];

/** The README with the table of the settings of rule sets between its two marks, as their schema has them. */
export function withRuleTable(readme: string): string {
  const rows = listRuleSettings().map(
    ({ path, unit, shownDefault, meaning, source }) =>
      `| \`${path}\` | ${unit} | ${shownDefault} | ${meaning} | ${source} |`,
  );
  const head = ["| Setting | Unit | Default | Meaning | Source |", "|---|---|---|---|---|"];
  return replaceMarked(readme, MARKS, [...head, ...rows].join("\n"));
}

import { documentedVariables } from "./environment.ts";
import { type Marks, replaceMarked } from "./replace-marked.ts";

const MARKS: Marks = ["<!-- settings: npm --prefix cloud run settings-table -->", "<!-- /settings -->"];

/** The README with the table of settings between its two marks, as the schema of the environment has it. */
export function withSettingsTable(readme: string): string {
  const rows = documentedVariables().map(
    ({ name, shownDefault = "", meaning }) => `| \`${name}\` | ${shownDefault} | ${meaning} |`,
  );
  return replaceMarked(readme, MARKS, ["| Name | Default | Meaning |", "|---|---|---|", ...rows].join("\n"));
}

import { documentedVariables } from "./environment.ts";
import { type Marks, replaceMarked } from "./replace-marked.ts";

const MARKS: Marks = ["<!-- settings: npm --prefix cloud run settings-table -->", "<!-- /settings -->"];

/** The chapter about settings, with the table between its two marks as the schema of the environment has it. */
export function withSettingsTable(chapter: string): string {
  const rows = documentedVariables().map(
    ({ name, shownDefault = "", meaning }) => `| \`${name}\` | ${shownDefault} | ${meaning} |`,
  );
  return replaceMarked(chapter, MARKS, ["| Name | Default | Meaning |", "|---|---|---|", ...rows].join("\n"));
}

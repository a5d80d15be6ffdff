import { documentedVariables } from "./environment.ts";

const [BEGIN, END] = ["<!-- settings: npm --prefix cloud run settings-table -->", "<!-- /settings -->"];

/** The README with the table of settings between its two marks, as the schema of the environment has it. */
export function withSettingsTable(readme: string): string {
  const [before, rest] = readme.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`the README lacks ${BEGIN} or ${END}`);
  const rows = documentedVariables().map(
    ({ name, shownDefault = "", meaning }) => `| \`${name}\` | ${shownDefault} | ${meaning} |`,
  );
  const table = ["| Name | Default | Meaning |", "|---|---|---|", ...rows].join("\n");
  return `${before}${BEGIN}\n\n${table}\n\n${END}${after}`;
}

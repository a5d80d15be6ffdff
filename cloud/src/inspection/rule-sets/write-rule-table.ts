// Writes the table of the settings of rule sets into cloud/README.md: npm --prefix cloud run rule-table
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { withRuleTable } from "./rule-table.ts";

const readme = path.resolve(import.meta.dirname, "../../../README.md");
writeFileSync(readme, withRuleTable(readFileSync(readme, "utf8")));

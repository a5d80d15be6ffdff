// Writes the table of settings into cloud/README.md: npm --prefix cloud run settings-table
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { withSettingsTable } from "./settings-table.ts";

const readme = path.resolve(import.meta.dirname, "../../../README.md");
writeFileSync(readme, withSettingsTable(readFileSync(readme, "utf8")));

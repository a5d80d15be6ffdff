// Writes the table of settings into deploy/docs/administrator/settings.md: npm --prefix cloud run settings-table
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { withSettingsTable } from "./settings-table.ts";

const chapter = path.resolve(import.meta.dirname, "../../../../deploy/docs/administrator/settings.md");
writeFileSync(chapter, withSettingsTable(readFileSync(chapter, "utf8")));

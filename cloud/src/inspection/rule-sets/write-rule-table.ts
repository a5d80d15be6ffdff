// Writes the table of rule settings into deploy/docs/administrator/rule-sets.md: npm --prefix cloud run rule-table
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { withRuleTable } from "./rule-table.ts";

const chapter = path.resolve(import.meta.dirname, "../../../../deploy/docs/administrator/rule-sets.md");
writeFileSync(chapter, withRuleTable(readFileSync(chapter, "utf8")));

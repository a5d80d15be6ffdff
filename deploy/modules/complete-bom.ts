// node complete-bom.ts FILE: adds what is built into a file of a module to the bill of materials that pnpm has written.
import { readFileSync, writeFileSync } from "node:fs";
import { addBuiltIn, readBuiltIn } from "./built-in.ts";

const [file = ""] = process.argv.slice(2);
const bom = JSON.parse(readFileSync(file, "utf8"));
addBuiltIn(bom, readBuiltIn());
writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);

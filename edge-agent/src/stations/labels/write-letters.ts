// Writes the outlines of the letters that labels are drawn with: node edge-agent/src/stations/labels/write-letters.ts
import { writeFileSync } from "node:fs";
import { readLetters } from "./read-letters.ts";

writeFileSync(new URL("./letters.json", import.meta.url), readLetters());

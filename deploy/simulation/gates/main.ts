// `node deploy/simulation/gates/main.ts [--seed N] [--count N] [--minutes M] [--rule passages|announcement]`: runs
// schedules of gates from a seed on and prints the figures. A schedule that breaks the promise is printed with its seed,
// shrunk to what matters, and ends the run with 1; with `--all`, it is counted and the run continues. With
// `--break-facts`, a vehicle without a load may be followed by one without a number.
import { readOptions } from "../../read-options.ts";
import { recordByAnnouncement } from "./record-by-announcement.ts";
import { recordByPassages } from "./run-gate.ts";
import { searchGates } from "./search-gates.ts";

const options = {
  seed: { type: "string" },
  count: { type: "string" },
  minutes: { type: "string" },
  rule: { type: "string" },
  all: { type: "boolean" },
  "break-facts": { type: "boolean" },
} as const;
const { values } = readOptions({ options });
const startedMs = performance.now();
const minutes = Number(values.minutes ?? 3);
const found = searchGates({
  firstSeed: Number(values.seed ?? 1),
  count: Number(values.count ?? 1e9),
  record: values.rule === "announcement" ? recordByAnnouncement : recordByPassages,
  breaksFacts: values["break-facts"] ?? false,
  continues: values.all ?? false,
  isOver: () => performance.now() - startedMs > minutes * 60_000,
});
const { figures, schedules, failure, failed, byKind } = found;
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(3)} % (${part} of ${whole})`;
console.log(`${schedules} schedules, ${figures.vehicles} vehicles, ${figures.captures} captures`);
console.log(`captures under another vehicle's number: ${figures.foreign}`);
console.log(`captures under a number that a reader accepted wrongly: ${percent(figures.misread, figures.captures)}`);
console.log(`identified, of those with a known number: ${percent(figures.identified, figures.known)}`);
for (const [kind, one] of byKind) {
  console.log(`  ${kind}: foreign ${one.foreign}, identified ${percent(one.identified, one.known)}`);
}
if (failure) {
  console.log(`${failed.length} schedules break the promise; the first: seed ${failure.seed}: ${failure.broken}`);
  console.log(`seeds ${failed.slice(0, 20).join(", ")}`);
  console.log(JSON.stringify(failure.smallest));
  process.exitCode = 1;
}

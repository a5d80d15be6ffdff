// `node deploy/simulation/gates/main.ts [--seed N] [--count N] [--minutes M] [--rule passages|announcement]`: runs
// schedules of gates from a seed on, for three minutes or those set, and prints the figures; a line every ten seconds
// shows how far it is. A schedule that breaks the promise is printed with its seed, shrunk to what matters, and ends the
// run with 1; with `--all`, it is counted and the run continues. With `--break-facts`, the lanes do not hold to the
// facts that passages rest on.
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
const PROGRESS_MS = 10_000;
let shown = 0;

function isOver({ schedules, failed }: { schedules: number; failed: number }): boolean {
  const tookMs = performance.now() - startedMs;
  if (tookMs >= (shown + 1) * PROGRESS_MS) {
    shown = Math.floor(tookMs / PROGRESS_MS);
    const seconds = (tookMs / 1_000).toFixed(0);
    console.log(`${seconds} s of ${minutes * 60}: ${schedules} schedules, ${failed} break the promise`);
  }
  return tookMs > minutes * 60_000;
}

const found = searchGates({
  firstSeed: Number(values.seed ?? 1),
  count: Number(values.count ?? 1e9),
  record: values.rule === "announcement" ? recordByAnnouncement : recordByPassages,
  breaksFacts: values["break-facts"] ?? false,
  continues: values.all ?? false,
  isOver,
});
const { figures, schedules, failure, failed, byKind } = found;
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(3)} % (${part} of ${whole})`;
console.log(`${schedules} schedules, ${figures.vehicles} vehicles, ${figures.captures} captures`);
console.log(`captures under another vehicle's number: ${figures.foreign}`);
console.log(`captures under a number that a reader accepted wrongly: ${percent(figures.misread, figures.captures)}`);
console.log(`passages with captures of several vehicles: ${figures.merged}`);
console.log(`vehicles whose captures are of several passages: ${percent(figures.split, figures.scanned)}`);
console.log(`identified, of those with a known number: ${percent(figures.identified, figures.known)}`);
for (const [kind, one] of byKind) {
  const later = percent(one.identifiedLater, one.knownLater);
  console.log(`  ${kind}: foreign ${one.foreign}, identified ${percent(one.identified, one.known)}`);
  console.log(`    from the eleventh vehicle on ${later}, of several passages ${percent(one.split, one.scanned)}`);
}
if (failure) {
  console.log(`${failed.length} schedules break the promise; the first: seed ${failure.seed}: ${failure.broken}`);
  console.log(`seeds ${failed.slice(0, 20).join(", ")}`);
  console.log(JSON.stringify(failure.smallest));
  process.exitCode = 1;
}

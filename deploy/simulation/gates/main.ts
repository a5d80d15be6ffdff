// `node deploy/simulation/gates/main.ts [--seed N] [--count N] [--minutes M] [--rule passages|announcement]`: runs
// schedules of gates from a seed on, each day from another one, for three minutes or those set, and prints the figures; a
// line every ten seconds shows how far it is. A schedule that breaks the promise is printed with its seed, shrunk to what
// matters, and ends the run with 1; with `--all`, it is counted and the run continues. With `--break-facts`, the lanes do
// not hold to the facts that passages rest on.
import { readOptions } from "../../read-options.ts";
import { recordByAnnouncement } from "./record-by-announcement.ts";
import { type GateFigures, recordByPassages } from "./run-gate.ts";
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
/** Each day has other seeds: rules that were developed on some hold on those. */
const SEEDS_PER_DAY = 1_000_000;
const firstSeed = Number(values.seed ?? 1 + Math.floor(Date.now() / 86_400_000) * SEEDS_PER_DAY);
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
  firstSeed,
  count: Number(values.count ?? 1e9),
  record: values.rule === "announcement" ? recordByAnnouncement : recordByPassages,
  breaksFacts: values["break-facts"] ?? false,
  continues: values.all ?? false,
  isOver,
});
const { figures, schedules, failure, failed, byKind, byTravel, causes } = found;
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(3)} % (${part} of ${whole})`;
console.log(
  `from seed ${firstSeed}: ${schedules} schedules, ${figures.vehicles} vehicles, ${figures.captures} captures`,
);
console.log(`captures under another vehicle's number: ${figures.foreign}`);
console.log(`captures under a number that a reader accepted wrongly: ${percent(figures.misread, figures.captures)}`);
console.log(`passages with captures of several vehicles: ${figures.merged}`);
const show = ({ identified, known, scanned, split }: GateFigures["later"]) =>
  `identified ${percent(identified, known)}, of several passages ${percent(split, scanned)}`;
console.log(`vehicles, of those with a known number: ${show(figures)}`);
console.log(`  from the twenty-first of a lane on: ${show(figures.later)}`);
for (const [travel, one] of byTravel) console.log(`  usual times to stations further on ${travel}: ${show(one)}`);
for (const [kind, one] of byKind) {
  console.log(`  ${kind}: foreign ${one.foreign}, ${show(one)}`);
  console.log(`    from the twenty-first on ${show(one.later)}`);
}
for (const [cause, count] of [...causes].toSorted(([, a], [, b]) => b - a).slice(0, 20)) {
  console.log(`  ${String(count).padStart(6)} ${cause}`);
}
if (failure) {
  console.log(`${failed.length} schedules break the promise; the first: seed ${failure.seed}: ${failure.broken}`);
  console.log(`seeds ${failed.slice(0, 20).join(", ")}`);
  console.log(JSON.stringify(failure.smallest));
  process.exitCode = 1;
}

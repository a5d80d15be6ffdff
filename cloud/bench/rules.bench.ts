// Measures the rules on honest and dishonest loads against limits that were set before the rules were written.
// Run: node cloud/bench/rules.bench.ts [loads of each row, 20000 unless given]
// One load with its match: node cloud/bench/rules.bench.ts show ROW NUMBER
import { judgeLoad } from "../src/match/testing/judge-load.ts";
import { drawLoad, isMet, type Measured, measureRow, SEED, shareOf, timeMatches } from "./rules/measure.ts";
import { type Limit, rows } from "./rules/rows.ts";

/**
 * A match may take the processor time of parsing its load from JSON so many times, so that the limit does not depend on
 * the machine: it stands for 3 ms where the code of November 2026 took 2.5 ms, and 4.25 times the parsing.
 */
const MAX_PARSES = 5.1;
const MAX_RULES = 4;

const [first = "20000", name, number] = process.argv.slice(2);
if (first === "show") show();
else compare(Number(first));

function show(): void {
  const row = rows.find((each) => each.name === name);
  if (!row) throw new Error(`the rows are ${rows.map((each) => each.name).join(", ")}`);
  const load = drawLoad(row, Number(number ?? 0));
  const shorten = (key: string, value: unknown) => (key === "polygon" ? undefined : value);
  console.log(JSON.stringify({ load, match: judgeLoad(load) }, shorten, 1));
}

/** Prints the table; ends with 1 when a limit is missed. */
function compare(loads: number): void {
  const [sample] = rows;
  console.log(`${sample ? judgeLoad(drawLoad(sample, 0)).ruleSet : ""}; ${loads} loads a row, seed ${SEED}\n`);
  console.log("| loads | limit | measured | | green | yellow | red | incomplete |");
  console.log("|---|---|---|---|---|---|---|---|");
  const measured = rows.map((row) => {
    const result = measureRow(row, loads);
    console.log(describe(result));
    return result;
  });
  const { match, parse } = timeMatches();
  const isFast = match / parse <= MAX_PARSES;
  const time = `${(match / parse).toFixed(1)} (${match.toFixed(2)} ms)`;
  console.log(
    `| processor time of a match of 200 lines and 500 detections, over that of parsing them from JSON | ≤ ${MAX_PARSES} | ${time} | ${mark(isFast)} | | | | |`,
  );
  console.log("\nLoads in which a rule raised a warning or a critical finding:");
  for (const result of measured) console.log(describeRules(result));
  const isEachMet = measured.every((result) =>
    result.row.limits.every((limit) => isMet(shareOf(result, limit), limit)),
  );
  process.exitCode = isEachMet && isFast ? 0 : 1;
}

function describe(result: Measured): string {
  const { row, lanes, loads } = result;
  const shares = row.limits.map((limit) => ({ limit, share: shareOf(result, limit) }));
  const columns = [
    row.about,
    shares.length === 0 ? "for information" : shares.map(({ limit }) => describeLimit(limit)).join(", "),
    shares.map(({ limit, share }) => `${percent(share)} ${limit.of}`).join(", "),
    shares.length === 0 ? "" : mark(shares.every(({ limit, share }) => isMet(share, limit))),
    ...[lanes.green, lanes.yellow, lanes.red, lanes.incomplete].map((count) => percent(count / loads)),
  ];
  return `| ${columns.join(" | ")} |`;
}

function describeRules({ row, rules, loads }: Measured): string {
  const often = [...rules].sort(([, left], [, right]) => right - left).slice(0, MAX_RULES);
  const listed = often.map(([rule, count]) => `${rule} ${percent(count / loads)}`);
  return `  ${row.name}: ${listed.join(", ") || "none"}`;
}

function describeLimit({ of, atLeast, atMost }: Limit): string {
  return atLeast === undefined ? `≤ ${percent(atMost ?? 1)} ${of}` : `≥ ${percent(atLeast)} ${of}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1).replace(/\.0$/, "")} %`;
}

function mark(isEnough: boolean): string {
  return isEnough ? "ok" : "short";
}

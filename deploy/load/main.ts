// `npm run load -- [--boxes N] …`: boxes that were offline for an hour come back to a cloud of several processes on this
// machine, while people read. Prints what came of it; ends with 1 when a record was lost or recorded twice, when a
// request was answered 500, or when people waited too long.
import { setTimeout as delay } from "node:timers/promises";
import { readOptions } from "../read-options.ts";
import { createRandom } from "../power-cut/random.ts";
import { deliver, type Tries } from "./box.ts";
import { describeReads, percentile, readDuring, type Reads } from "./reads.ts";
import { recordsOf } from "./records.ts";
import type { LoadSite } from "./site.ts";
import { countStored, loadAverage, printOptions, type Stored, withLoadSite } from "./with-load-site.ts";

const HOUR_MS = 3_600_000;

const number = (fallback: string) => ({ type: "string", default: fallback }) as const;
const { values } = readOptions({
  options: {
    boxes: number("2000"),
    cameras: number("2"), // of each box
    scans: number("2"), // of each box in its hour offline
    batches: number("1"), // of tracking events, of each camera
    events: number("60"), // of each batch
    spread: number("60"), // seconds in which the boxes come back
    processes: number("2"),
    people: number("10"),
    calm: number("30"), // seconds in which people read before the boxes come back
    limit: number("500"), // milliseconds that people may wait, at the 99th percentile
    seed: number("1"),
  },
});
const given = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
const option = (name: keyof typeof values): number => given[name] ?? Number.NaN;
const sequence = createRandom(option("seed"));
const random = () => sequence.next();
const perBox = {
  cameras: option("cameras"),
  scans: option("scans"),
  batches: option("batches"),
  events: option("events"),
};

/** Boxes that come back while people read; returns whether all that must hold did. */
async function storm(site: LoadSite): Promise<boolean> {
  const boxes = Array.from({ length: option("boxes") }, (_, index) => index);
  const keys: string[] = [];
  for (const box of boxes) keys.push(await site.createDevice(`box-${box}`));
  const people = { urls: site.urls, token: site.token, people: option("people") };
  console.log(describeReads("before", await readDuring(people, delay(option("calm") * 1_000))));

  const tries: Tries = new Map();
  const [startedMs, backMs] = [performance.now(), Date.now()];
  const work = Promise.all(
    boxes.map((box) =>
      deliver(
        {
          apiKey: keys[box] ?? "",
          records: recordsOf(box, perBox, { startMs: backMs - HOUR_MS, lengthMs: HOUR_MS }),
          beginMs: random() * option("spread") * 1_000,
        },
        { url: site.urls[box % site.urls.length] ?? "", tries, random },
      ),
    ),
  );
  const reads = await readDuring(people, work);
  const seconds = (performance.now() - startedMs) / 1_000;
  const parked = (await work).reduce((sum, box) => sum + box.parked, 0);
  console.log(describeReads("during the storm", reads));
  return judge({ seconds, parked, tries, reads }, await countStored(site));
}

type Storm = { seconds: number; parked: number; tries: Tries; reads: Reads };

function judge({ seconds, parked, tries, reads }: Storm, stored: Stored): boolean {
  const scans = perBox.scans * option("boxes");
  const batches = perBox.cameras * perBox.batches * option("boxes");
  const events = batches * perBox.events;
  const outcome = [...tries].map(([status, count]) => `${count} x ${status || "no answer"}`).join(", ");
  const rates = [scans, batches, events].map((count) => (count / seconds).toFixed(0));
  console.log(`drained in ${seconds.toFixed(0)} s: ${scans} scans and ${events} events in ${batches} batches`);
  console.log(
    `  a second: ${rates[0]} scans and ${rates[1]} batches with ${rates[2]} events; load average ${loadAverage()}`,
  );
  console.log(`  tries: ${outcome}; parked ${parked}; stored ${stored.scans} scans and ${stored.events} events`);
  const readFailures = [...reads.failures.values()].reduce((sum, count) => sum + count, 0);
  const isSlow = percentile(reads.latenciesMs, 0.99) > option("limit");
  const problems = [
    ...(stored.scans === scans && stored.events === events && parked === 0 ? [] : ["records were lost or doubled"]),
    ...(tries.has(500) ? [`${tries.get(500)} requests were answered 500`] : []),
    ...(readFailures === 0 ? [] : [`${readFailures} reads failed`]),
    ...(isSlow ? [`the p99 of people's reads is above ${option("limit")} ms`] : []),
  ];
  for (const problem of problems) console.log(`FAILED: ${problem}`);
  return problems.length === 0;
}

printOptions(given);
process.exit((await withLoadSite(option("processes"), storm)) ? 0 : 1);

// `node deploy/load/soak.ts [--minutes N] …`: runs a site for an hour; single boxes go offline now and then, and once
// all of them do. Prints the resources of the cloud's processes after each tenth; exits with 1 when a record was lost
// or recorded twice, a request was answered 500, people waited too long, or memory or descriptors grew.
import { setTimeout as delay } from "node:timers/promises";
import { createRandom } from "../power-cut/random.ts";
import { readOptions } from "../read-options.ts";
import { deliver, type Tries } from "./box.ts";
import { describeReads, percentile, readDuring, type Reads } from "./reads.ts";
import { recordsOf, type TimedRecord } from "./records.ts";
import type { LoadSite } from "./site.ts";
import { type Held, readHeld, readUsage } from "./usage.ts";
import { countStored, loadAverage, printOptions, withLoadSite } from "./with-load-site.ts";

const MIB = 1024 * 1024;
/** Mean interval in ms at which a box checks for captured records. */
const LOOK_MS = 1_000;
const SAMPLES = 60;
/** The largest permitted growth from the second sixth, when caches are filled, to the last. */
const GROWTH = 1.15;

const number = (fallback: string) => ({ type: "string", default: fallback }) as const;
const { values } = readOptions({
  options: {
    minutes: number("60"),
    boxes: number("50"),
    cameras: number("2"), // of each box
    scans: number("60"), // of each box in an hour
    batches: number("60"), // of tracking events, of each camera in an hour
    events: number("60"), // of each batch
    outages: number("3"), // of each box
    outage: number("120"), // seconds that an outage takes
    processes: number("2"),
    people: number("5"),
    limit: number("500"), // milliseconds that people may wait, at the 99th percentile
    seed: number("1"),
  },
});
const given = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
const option = (name: keyof typeof values): number => given[name] ?? Number.NaN;
const sequence = createRandom(option("seed"));
const random = () => sequence.next();
const lengthMs = option("minutes") * 60_000;
const share = (perHour: number): number => Math.max(1, Math.round((perHour * option("minutes")) / 60));
const perBox = {
  cameras: option("cameras"),
  scans: share(option("scans")),
  batches: share(option("batches")),
  events: option("events"),
};

/** Period in which a box has no connection, in milliseconds from the start. */
type Outage = { fromMs: number; untilMs: number };

async function soak(site: LoadSite): Promise<boolean> {
  const keys: string[] = [];
  for (let box = 0; box < option("boxes"); box += 1) keys.push(await site.createDevice(`box-${box}`));
  const tries: Tries = new Map();
  const startMs = Date.now();
  const before = await readUsage(site);
  const work = Promise.all(keys.map((apiKey, box) => live(site, { apiKey, box, startMs }, tries)));
  const samples = sample(site);
  const people = { urls: site.urls, token: site.token, people: option("people") };
  const reads = await readDuring(people, work);
  const parked = (await work).reduce((sum, count) => sum + count, 0);
  const used = await readUsage(site);
  const seconds = (Date.now() - startMs) / 1_000;
  console.log(describeReads("in all", reads));
  const cores = (from: number, to: number) => ((to - from) / seconds).toFixed(2);
  console.log(
    `${seconds.toFixed(0)} s with ${cores(before.cloudSeconds, used.cloudSeconds)} cores of the cloud and ${cores(before.postgresSeconds, used.postgresSeconds)} of Postgres; load average ${loadAverage()}`,
  );
  return judge(site, { tries, parked, reads, samples: await samples });
}

/** Runs a box that captures, delivers, and is offline now and then; returns the number of records it parked. */
async function live(
  site: LoadSite,
  { apiKey, box, startMs }: { apiKey: string; box: number; startMs: number },
  tries: Tries,
): Promise<number> {
  const url = site.urls[box % site.urls.length] ?? "";
  const outages = drawOutages();
  let waiting: TimedRecord[] = recordsOf(box, perBox, { startMs, lengthMs });
  let parked = 0;
  while (waiting.length > 0) {
    const nowMs = Date.now();
    const outage = outages.find(({ fromMs, untilMs }) => nowMs >= startMs + fromMs && nowMs < startMs + untilMs);
    const due = outage === undefined ? waiting.filter(({ atMs }) => atMs <= nowMs) : [];
    waiting = waiting.slice(due.length);
    if (due.length > 0) parked += (await deliver({ apiKey, records: due, beginMs: 0 }, { url, tries, random })).parked;
    await delay(LOOK_MS * (0.5 + random()));
  }
  return parked;
}

/** Some outages of one box, and one in the middle that all boxes share. */
function drawOutages(): Outage[] {
  const outageMs = option("outage") * 1_000;
  const own = Array.from({ length: option("outages") }, () => random() * (lengthMs - outageMs));
  return [...own, lengthMs / 2].map((fromMs) => ({ fromMs, untilMs: fromMs + outageMs }));
}

/** Samples the resources that the processes hold, over the whole time. */
async function sample(site: LoadSite): Promise<Held[]> {
  const samples: Held[] = [];
  for (let index = 1; index <= SAMPLES; index += 1) {
    await delay(lengthMs / SAMPLES);
    const held = await readHeld(site);
    samples.push({ residentBytes: sumOf(held, "residentBytes"), descriptors: sumOf(held, "descriptors") });
    if (index % (SAMPLES / 10) === 0) console.log(`  ${describeHeld(samples.slice(-SAMPLES / 10))}`);
  }
  return samples;
}

type Course = { tries: Tries; parked: number; reads: Reads; samples: Held[] };

async function judge(site: LoadSite, { tries, parked, reads, samples }: Course): Promise<boolean> {
  const stored = await countStored(site);
  const scans = perBox.scans * option("boxes");
  const events = perBox.cameras * perBox.batches * perBox.events * option("boxes");
  const answers = [...tries].map(([status, count]) => `${count} x ${status || "no answer"}`).join(", ");
  console.log(`captured ${scans} scans and ${events} events; stored ${stored.scans} and ${stored.events}`);
  console.log(`tries: ${answers}; parked ${parked}`);
  const sixth = SAMPLES / 6;
  const [early, late] = [samples.slice(sixth, 2 * sixth), samples.slice(-sixth)];
  const growthOf = (name: keyof Held) => middleOf(late, name) / middleOf(early, name);
  const grown = (["residentBytes", "descriptors"] as const).map((name) => ({ name, growth: growthOf(name) }));
  console.log(
    `from the second sixth to the last: ${grown.map(({ name, growth }) => `${name} x ${growth.toFixed(3)}`).join(", ")}`,
  );
  const readFailures = [...reads.failures.values()].reduce((sum, count) => sum + count, 0);
  const problems = [
    ...(stored.scans === scans && stored.events === events && parked === 0 ? [] : ["records were lost or doubled"]),
    ...(tries.has(500) ? [`${tries.get(500)} requests were answered 500`] : []),
    ...(readFailures === 0 ? [] : [`${readFailures} reads failed`]),
    ...(percentile(reads.latenciesMs, 0.99) > option("limit")
      ? [`the p99 of reads is above ${option("limit")} ms`]
      : []),
    ...grown.filter(({ growth }) => growth > GROWTH).map(({ name }) => `${name} grew by more than ${GROWTH}`),
  ];
  for (const problem of problems) console.log(`FAILED: ${problem}`);
  return problems.length === 0;
}

const sumOf = (held: readonly Held[], name: keyof Held) => held.reduce((sum, each) => sum + each[name], 0);

const middleOf = (samples: readonly Held[], name: keyof Held) =>
  percentile(
    samples.map((each) => each[name]),
    0.5,
  );

const describeHeld = (samples: readonly Held[]) =>
  `${(middleOf(samples, "residentBytes") / MIB).toFixed(0)} MiB and ${middleOf(samples, "descriptors")} descriptors in all processes`;

printOptions(given);
process.exit((await withLoadSite(option("processes"), soak)) ? 0 : 1);

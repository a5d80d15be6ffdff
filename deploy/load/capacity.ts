// `node deploy/load/capacity.ts [--count N] …`: what one scan, one batch of tracking events, one heartbeat and one read of a
// person cost the cloud and Postgres, in processor time and bytes, and what that comes to for many cameras.
import { setTimeout as delay } from "node:timers/promises";
import { readOptions } from "../read-options.ts";
import { describeCost, describeNeeds, type Kind } from "./needs.ts";
import { BATCH_EVENTS, prepareRequests, type Send } from "./requests.ts";
import type { LoadSite } from "./site.ts";
import { readUsage, type Usage } from "./usage.ts";
import { loadAverage, printOptions, withLoadSite } from "./with-load-site.ts";

const IN_FLIGHT = 8;
const IDLE_SECONDS = 20;

const number = (fallback: string) => ({ type: "string", default: fallback }) as const;
const { values } = readOptions({
  options: {
    count: number("2000"), // of each kind of request that is measured
    processes: number("2"),
    scans: number("12"), // of each camera in an hour
    events: number("0.5"), // of each camera in a second, on average over the day
    cameras: number("2"), // of each box
    watched: number("50"), // cameras for each person who reads a page every ten seconds
    days: number("30"), // for which tracking events are kept
    years: number("1"), // for which scans and their pictures are kept
  },
});
const given = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
const option = (name: keyof typeof values): number => given[name] ?? Number.NaN;

async function measure(site: LoadSite): Promise<boolean> {
  const count = option("count");
  const warmUp = Math.ceil(count / 10);
  const sends = await prepareRequests(site, warmUp + count);
  const idleFrom = await readUsage(site);
  await delay(IDLE_SECONDS * 1_000);
  const idle = perUnit(idleFrom, await readUsage(site), IDLE_SECONDS);
  console.log(describeCost("a second without requests", idle));
  const cost = async (kind: Kind) => {
    await sendAll(sends[kind], 0, warmUp);
    const [before, startedMs] = [await readUsage(site), performance.now()];
    await sendAll(sends[kind], warmUp, count);
    const seconds = (performance.now() - startedMs) / 1_000;
    const whole = perUnit(before, await readUsage(site), count);
    const each = { ...whole, ...withoutIdle(whole, idle, seconds / count) };
    console.log(describeCost(kind, each));
    return each;
  };
  const costs = {
    scan: await cost("scan"),
    batch: await cost("batch"),
    heartbeat: await cost("heartbeat"),
    read: await cost("read"),
  };
  console.log(`load average ${loadAverage()}\n`);
  console.log(
    describeNeeds(costs, {
      scansPerHour: option("scans"),
      eventsPerSecond: option("events"),
      batchEvents: BATCH_EVENTS,
      camerasPerBox: option("cameras"),
      camerasPerPerson: option("watched"),
      trackingDays: option("days"),
      scanYears: option("years"),
    }),
  );
  return true;
}

/** Returns the site's usage between two readings, for each of `units`. */
function perUnit(before: Usage, after: Usage, units: number): Usage {
  const each = (name: keyof Usage) => (after[name] - before[name]) / units;
  return {
    cloudSeconds: each("cloudSeconds"),
    postgresSeconds: each("postgresSeconds"),
    walBytes: each("walBytes"),
    databaseBytes: each("databaseBytes"),
    pictureBytes: each("pictureBytes"),
  };
}

/** Processor time of one request, without the idle usage of the processes over its share of the time. */
function withoutIdle(cost: Usage, idle: Usage, seconds: number): Pick<Usage, "cloudSeconds" | "postgresSeconds"> {
  return {
    cloudSeconds: cost.cloudSeconds - idle.cloudSeconds * seconds,
    postgresSeconds: cost.postgresSeconds - idle.postgresSeconds * seconds,
  };
}

async function sendAll(send: Send, first: number, count: number): Promise<void> {
  let next = first;
  const sendOn = async () => {
    while (next < first + count) {
      const index = next;
      next += 1;
      await send(index);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, sendOn));
}

printOptions(given);
process.exit((await withLoadSite(option("processes"), measure)) ? 0 : 1);

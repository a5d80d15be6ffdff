import { readFileSync } from "node:fs";
import path from "node:path";
import type { Kind } from "./needs.ts";
import { recordsOf, type TimedRecord } from "./records.ts";
import type { LoadSite } from "./site.ts";

/** Sends the request of an index; throws unless it succeeds. */
export type Send = (index: number) => Promise<void>;

/** Events of each batch: those of half a minute in which something moves. */
export const BATCH_EVENTS = 60;
/** Containers that are scanned again and again, each with a manifest. */
const CONTAINERS = 200;
const CAMERAS = 2;
const HOUR_MS = 3_600_000;
const READS = ["containers?sort=lastActivity&limit=50", "escalations/queue", "cameras?limit=50", "statistics"];
const fixture = path.join(import.meta.dirname, "../../shared-schemas/src/fixtures/heartbeat-full.json");

/** Prepares `count` requests of each kind, each of them to be sent once. */
export async function prepareRequests(site: LoadSite, count: number): Promise<Record<Kind, Send>> {
  const apiKey = await site.createDevice("box-0");
  const containers = await createContainers(site);
  const captured = { cameras: CAMERAS, scans: count, batches: Math.ceil(count / CAMERAS), events: BATCH_EVENTS };
  const records = recordsOf(0, captured, { startMs: Date.now() - HOUR_MS, lengthMs: HOUR_MS });
  const isBatch = ({ route }: TimedRecord) => route.endsWith("stream-events");
  const [batches, scans] = [records.filter(isBatch), records.filter((record) => !isBatch(record))];
  const heartbeat = JSON.stringify(JSON.parse(readFileSync(fixture, "utf8")).body);
  const from = new Date(Date.now() - 24 * HOUR_MS).toISOString();
  const send = async (index: number, route: string, init: RequestInit) => {
    const reply = await fetch(`${site.urls[index % site.urls.length]}/v1/${route}`, init);
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${route} answered ${reply.status}: ${text}`);
  };
  const post = (index: number, route: string, key: string, body: string) => {
    const headers = { "x-api-key": apiKey, "idempotency-key": key, "content-type": "application/json" };
    return send(index, route, { method: "POST", headers, body });
  };
  return {
    scan: (index) => {
      const route = `edge/containers/${containers[index % containers.length]}/scans/category`;
      return post(index, route, `scan-${index}`, scans[index]?.body() ?? "");
    },
    batch: (index) => post(index, "tracking-data/stream-events", `batch-${index}`, batches[index]?.body() ?? ""),
    heartbeat: (index) => post(index, "edge/heartbeat", `heartbeat-${index}`, heartbeat),
    read: (index) => {
      const route = READS[index % READS.length]?.replace("statistics", `statistics?from=${from}&bucket=hour`) ?? "";
      return send(index, route, { headers: { authorization: `Bearer ${site.token}` } });
    },
  };
}

/** Declares a load for each container, so that its scans are matched. Returns their numbers. */
async function createContainers(site: LoadSite): Promise<string[]> {
  const numbers = Array.from({ length: CONTAINERS }, (_, index) => `CAPA${String(index).padStart(7, "0")}`);
  for (const containerNumber of numbers) {
    const goods = { description: "cartons of shoes", hsCode: "640399", numberOfPackages: 400, packageCode: "CT" };
    await site.post("manifests", { containerNumber, declaredGoods: [goods], status: "SUBMITTED" });
  }
  return numbers;
}

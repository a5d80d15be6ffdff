import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { cleanUpLater } from "../../../testing/clean-up.ts";
import { openDuckDb } from "./duckdb.ts";
import { addChecks, type Checks, differences } from "./event-columns.ts";
import { checkEvents, loadLines } from "./event-queries.ts";

const folder = await mkdtemp(path.join(tmpdir(), "columns-"));
cleanUpLater(() => rm(folder, { recursive: true }));
const duckDb = await openDuckDb(folder, { memoryMb: 128, threads: 1 });
cleanUpLater(async () => duckDb.close());

const event = {
  camera_id: "gate-1", occurred_at: 1_790_000_000_001, device_id: "box", session_id: "run", event_id: "a", tracking_id: 1,
  event_type: "enter", class_name: "drum", confidence: 0.1, x1: 1, y1: 2, x2: 3, y2: 4, received_at: 1_790_000_000_900,
}; // prettier-ignore
let tables = 0;

async function check(...events: object[]): Promise<Checks> {
  tables += 1;
  const place = path.join(folder, `${tables}.json`);
  await writeFile(place, events.map((line) => `${JSON.stringify(line)}\n`).join(""));
  await loadLines(duckDb, `t${tables}`, place);
  return checkEvents(duckDb, `t${tables}`);
}

test("checks do not depend on the order, and add up", async () => {
  const [one, other] = [event, { ...event, event_id: "b" }];
  expect(await check(one, other)).toEqual(await check(other, one));
  expect(addChecks(await check(one), await check(other))).toEqual(await check(one, other));
  expect(await check()).toEqual({ events: "0", arrival: "0", object: "0", box: "0", confidence: "0" });
});

test.each([
  [{ received_at: 1_790_000_000_901 }, ["arrival"]],
  [{ tracking_id: 2 }, ["object"]],
  [{ event_type: "leave" }, ["object"]],
  [{ class_name: "drum " }, ["object"]],
  [{ x1: 2, y1: 1 }, ["box"]],
  [{ x2: -3 }, ["box"]],
  [{ confidence: 0.1 + 1e-17 * 2 }, ["confidence"]],
  [{ event_id: "b" }, ["arrival", "object", "box", "confidence"]],
  [{ occurred_at: 1_790_000_000_002 }, ["arrival", "object", "box", "confidence"]],
])("an event with %o differs in %o", async (change, groups) => {
  expect(differences(await check(event), await check({ ...event, ...change }))).toEqual(groups);
});

test("values that two events exchange differ", async () => {
  const [one, other] = [event, { ...event, event_id: "b", class_name: "carton" }];
  const exchanged = await check({ ...one, class_name: "carton" }, { ...other, class_name: "drum" });
  expect(differences(await check(one, other), exchanged)).toEqual(["object"]);
});

test("an engine reads and writes its folder, and nothing else", async () => {
  await expect(duckDb.run("copy (select 1) to '/tmp/elsewhere.csv'")).rejects.toThrow("disabled");
  await expect(duckDb.run("install httpfs")).rejects.toThrow(/disabled|denied|Permission/);
  await expect(duckDb.run("set enable_external_access = true")).rejects.toThrow("locked");
});

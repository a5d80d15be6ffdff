import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as yieldOnce } from "node:timers/promises";
import type { EdgeVerdict } from "@container-inspection/shared-schemas/verdicts";
import { expect, onTestFinished, test } from "vitest";
import { announced, A, laneOf, load, standing } from "../../stations/passages/testing.ts";
import { createLaneVerdicts } from "./lane-verdicts.ts";
import type { VerdictMessage } from "./verdict-message.ts";
import { type Output, outputsOf } from "./verdict-outputs.ts";

const verdictOf = (visit: number, verdict: EdgeVerdict["verdict"], takenAtSeconds: number): EdgeVerdict => ({
  visitId: `visit-${visit}`,
  containerId: `container-${visit}`,
  containerNumber: A,
  cameraIds: ["top"],
  verdict,
  scanId: `scan-${visit}`,
  scannedAt: new Date(takenAtSeconds * 1_000).toISOString(),
  takenAt: new Date(takenAtSeconds * 1_000).toISOString(),
});

/** A lane with a scan of one vehicle, which another one may follow. */
function openLane(output: Output, whileDown: "hold" | "nothing" = "nothing") {
  const first = load(0, 20);
  const passages = laneOf([announced(A, -5), first]);
  passages.noteScan(first.id, 3_000);
  let made = 0;
  const lane = createLaneVerdicts({
    lane: "lane-1",
    whileDown,
    output,
    given: {},
    save: () => {},
    newId: () => `message-${(made += 1)}`,
    nowMs: () => 0,
    hasLeft: (takenMs) => passages.hasLeft(takenMs),
    random: () => 0.1,
    pause: () => yieldOnce(),
    logger: { info: () => {}, warn: () => {}, error: () => {} },
  });
  onTestFinished(() => lane.stop());
  const comeNext = () => {
    const next = standing(60, 70);
    passages.see(next);
    passages.noteScan(next.id, 63_000);
  };
  return { ...lane, comeNext };
}

function record() {
  const taken: VerdictMessage[] = [];
  const give = async (message: VerdictMessage) => void taken.push(message);
  return { output: { kind: "url", name: "gate", give } satisfies Output, taken };
}

test("a verdict states whether its vehicle is at the gate, or another one has come since its scan", async () => {
  const { output, taken } = record();
  const { note, comeNext } = openLane(output);
  note([verdictOf(1, "ESCALATED", 3)], null);
  await expect.poll(() => taken).toMatchObject([{ verdict: "escalated", atGate: true }]);
  comeNext();
  note([verdictOf(1, "CLEARED", 3), verdictOf(2, "SCANNED", 63)], null);
  await expect.poll(() => taken).toHaveLength(3);
  expect(taken.slice(1)).toMatchObject([
    { verdict: "cleared", atGate: false, takenAt: "1970-01-01T00:00:03.000Z" },
    { verdict: "scanned", atGate: true },
  ]);
  note([verdictOf(3, "HELD", 40)], null);
  await expect.poll(() => taken.at(-1)).toMatchObject({ verdict: "held", atGate: null });
});

test("the file keeps the verdict on the vehicle there when an earlier one is cleared", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "verdicts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "verdict.json");
  const [output] = outputsOf({ file, whileDown: "nothing", downAfterSeconds: 10 }, undefined);
  const { note, comeNext, status } = openLane(output!);
  comeNext();
  note([verdictOf(1, "ESCALATED", 3), verdictOf(2, "HELD", 63)], null);
  await expect.poll(() => status().given).toBe(2);
  note([verdictOf(1, "CLEARED", 3), verdictOf(2, "HELD", 63)], null);
  await expect.poll(() => status().given).toBe(3);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ verdict: "held", scanId: "scan-2", atGate: true });
});

test("what a lane gives out without a line stays until the verdict on the vehicle there arrives", async () => {
  const { output, taken } = record();
  const { note, noteDown, comeNext } = openLane(output, "hold");
  note([verdictOf(1, "ESCALATED", 3)], null);
  await expect.poll(() => taken).toHaveLength(1);
  noteDown();
  await expect.poll(() => taken).toHaveLength(2);
  comeNext();
  note([verdictOf(1, "ESCALATED", 3)], null);
  note([verdictOf(1, "ESCALATED", 3), verdictOf(2, "SCANNED", 63)], null);
  await expect.poll(() => taken).toHaveLength(3);
  expect(taken.map(({ verdict }) => verdict)).toEqual(["escalated", "hold", "scanned"]);
});

test("an attempt that is repeated states whether the vehicle is still at the gate", async () => {
  const { output, taken } = record();
  let isUp = false;
  const give: Output["give"] = async (message) => {
    if (!isUp) throw new Error("the gate is down");
    await output.give(message);
  };
  const { note, comeNext } = openLane({ ...output, give });
  note([verdictOf(1, "CLEARED", 3)], null);
  comeNext();
  isUp = true;
  await expect.poll(() => taken).toMatchObject([{ verdict: "cleared", atGate: false }]);
});

test("a scan whose load is forgotten is of a vehicle that has left", () => {
  const first = load(0, 20);
  const passages = laneOf([first]);
  passages.noteScan(first.id, 3_000);
  expect(passages.hasLeft(3_000)).toBe(false);
  for (let at = 100; at < 9_000; at += 100) passages.see(load(at, at + 5));
  expect(passages.hasLeft(3_000)).toBe(true);
  expect(passages.hasLeft(4_000)).toBeNull();
});

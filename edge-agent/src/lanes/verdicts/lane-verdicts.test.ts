import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { EdgeVerdict } from "@container-inspection/shared-schemas/verdicts";
import { expect, onTestFinished, test } from "vitest";
import { readConfigText } from "../../config/config.ts";
import { startBroker } from "../testing/start-broker.ts";
import { createLaneVerdicts } from "./lane-verdicts.ts";
import type { VerdictMessage } from "./verdict-message.ts";
import { openPublisher, type Output, outputsOf } from "./verdict-outputs.ts";

const logger = { info: () => {}, warn: () => {}, error: () => {} };
const NUMBER = "CSQU3054383";
const verdictOf = (visit: number, verdict: EdgeVerdict["verdict"], scan = visit): EdgeVerdict => ({
  visitId: `visit-${visit}`,
  containerId: `container-${visit}`,
  containerNumber: NUMBER,
  cameraIds: ["top"],
  verdict,
  scanId: `scan-${scan}`,
  scannedAt: "2026-11-01T10:00:00.000Z",
  takenAt: "2026-11-01T10:00:00.000Z",
});

type Options = {
  whileDown?: "hold" | "release" | "nothing";
  given?: Record<string, string>;
  hasLeft?: (takenMs: number) => boolean | null;
};
function startLane(output: Output, { whileDown = "nothing", given, hasLeft = () => null }: Options = {}) {
  let made = 0;
  const saved: Record<string, string>[] = [];
  const lane = createLaneVerdicts({
    lane: "lane-1",
    whileDown,
    output,
    given,
    save: (state) => void saved.push(state),
    newId: () => `message-${(made += 1)}`,
    nowMs: () => 1_000 * made,
    hasLeft,
    random: () => 0.1,
    pause: async (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
    logger,
  });
  onTestFinished(() => lane.stop());
  const note = (verdicts: readonly EdgeVerdict[], lastScanMs: number | null = null) => lane.note(verdicts, lastScanMs);
  return { ...lane, note, saved };
}

function record() {
  const taken: VerdictMessage[] = [];
  const give = async (message: VerdictMessage) => void taken.push(message);
  const shown = () => taken.map(({ scanId, verdict, reason }) => `${scanId} ${verdict} ${reason}`);
  return { output: { kind: "url", name: "gate", give } satisfies Output, shown };
}

test("a broker that is down gets the newest verdict of each visit when it is back; the file is not delayed", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "verdicts-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const broker = await startBroker();
  const settings = { url: broker.url, username: undefined, password: undefined, ca: undefined };
  const publisher = openPublisher(settings, "box-1", 50);
  onTestFinished(() => publisher.stop());
  await broker.stop();
  const file = path.join(folder, "verdict.json");
  const outputs = outputsOf(
    { file, mqttTopic: "gates/1/verdict", whileDown: "nothing", downAfterSeconds: 10 },
    publisher,
  );
  expect(outputs.map(({ kind }) => kind)).toEqual(["file", "mqtt"]);
  const lanes = outputs.map((output) => startLane(output));
  const note = (...verdicts: EdgeVerdict[]) => lanes.forEach((lane) => lane.note(verdicts));
  const inFile = () => JSON.parse(readFileSync(file, "utf8")).verdict as string;
  note(verdictOf(1, "SCANNED"));
  await expect.poll(() => lanes[0]!.status()).toMatchObject({ given: 1 });
  expect(inFile()).toBe("scanned");
  note(verdictOf(1, "ESCALATED"), verdictOf(2, "SCANNED"));
  note(verdictOf(1, "HELD"), verdictOf(2, "SCANNED"));
  await expect.poll(() => inFile()).toBe("held");
  expect(lanes[1]!.saved).toEqual([{}]);
  const taken = { kind: "file", output: file, given: 3, waiting: 0, lastError: null };
  await expect.poll(() => lanes[0]!.status()).toMatchObject(taken);
  expect(lanes[0]!.status().last).toMatchObject({ verdict: "held", containerNumber: NUMBER });
  const refused = expect.stringContaining("ECONNREFUSED");
  const untaken = { kind: "mqtt", given: 0, last: null, waiting: 2, lastError: refused, isLineDown: false };
  await expect.poll(() => lanes[1]!.status()).toMatchObject(untaken);
  await startBroker({ port: broker.port });
  await expect.poll(() => lanes[1]!.saved).toHaveLength(3);
  expect(lanes[1]!.saved.at(-1)).toEqual({ "visit-1": `scan-1 held ${NUMBER}`, "visit-2": `scan-2 scanned ${NUMBER}` });
  expect(lanes[1]!.status()).toMatchObject({ given: 2, waiting: 0, lastError: null });
});

test("the first start gives out the newest verdict only; a restart repeats nothing, and gives out what has changed", async () => {
  const first = record();
  const { note, saved } = startLane(first.output);
  note([verdictOf(1, "CLEARED"), verdictOf(2, "SCANNED")]);
  note([verdictOf(1, "CLEARED"), verdictOf(2, "SCANNED")]);
  await expect.poll(() => saved).toHaveLength(2);
  expect(first.shown()).toEqual(["scan-2 scanned decision"]);
  const second = record();
  const restarted = startLane(second.output, { given: saved[1]! });
  restarted.note([verdictOf(1, "CLEARED", 3), verdictOf(2, "SCANNED")]);
  restarted.note([verdictOf(2, "HELD"), verdictOf(1, "CLEARED", 3)]);
  await expect.poll(() => restarted.saved).toHaveLength(2);
  expect(second.shown()).toEqual(["scan-3 cleared decision", "scan-2 held decision"]);
});

test("a gate that is down at the first start loses no verdict at the next one", async () => {
  const give = async () => Promise.reject(new Error("the gate is down"));
  const { note, saved } = startLane({ kind: "url", name: "gate", give });
  note([]);
  note([verdictOf(1, "HELD"), verdictOf(2, "SCANNED")]);
  const { output, shown } = record();
  startLane(output, { given: saved.at(-1)! }).note([verdictOf(1, "HELD"), verdictOf(2, "SCANNED")]);
  await expect.poll(() => shown()).toEqual(["scan-1 held decision", "scan-2 scanned decision"]);
});

test("a corrected container number is given out", async () => {
  const taken: (string | null)[] = [];
  const give = async ({ containerNumber }: VerdictMessage) => void taken.push(containerNumber);
  const { note } = startLane({ kind: "url", name: "gate", give });
  note([{ ...verdictOf(1, "SCANNED"), containerNumber: "MISREAD" }]);
  await expect.poll(() => taken).toEqual(["MISREAD"]);
  note([verdictOf(1, "SCANNED")]);
  await expect.poll(() => taken).toEqual(["MISREAD", NUMBER]);
});

test.each([
  ["hold", ["null hold line-down", "scan-1 cleared decision"]],
  ["release", ["null release line-down", "scan-1 cleared decision"]],
  ["nothing", []],
] as const)(
  "without a line, a lane with %s gives it out once, and the newest verdict after it",
  async (whileDown, expected) => {
    const { output, shown } = record();
    const lane = startLane(output, { whileDown, given: { "visit-1": `scan-1 cleared ${NUMBER}` } });
    lane.noteDown();
    lane.noteDown();
    await expect.poll(() => shown()).toEqual(expected.slice(0, 1));
    expect(lane.status().isLineDown).toBe(true);
    lane.note([verdictOf(1, "CLEARED")]);
    lane.note([verdictOf(1, "CLEARED")]);
    await expect.poll(() => shown()).toEqual(expected);
    expect(lane.status().isLineDown).toBe(false);
  },
);

const at = (time: string, arrived = time) => ({
  takenAt: `2026-11-01T${time}:00.000Z`,
  scannedAt: `2026-11-01T${arrived}:00.000Z`,
});

test("after an outage, the verdict on a vehicle that left before it arrived is not given out, and that on the one there stays", async () => {
  const { output, shown } = record();
  const lane = startLane(output, { whileDown: "hold", given: {} });
  lane.noteDown();
  await expect.poll(() => shown()).toHaveLength(1);
  const [old, live] = [
    { ...verdictOf(1, "CLEARED"), ...at("07:00", "10:00") },
    { ...verdictOf(2, "ESCALATED"), ...at("10:00", "10:01") },
  ];
  // The scan of the vehicle at the gate is on its way.
  lane.note([old], Date.parse(live.takenAt));
  lane.note([old, live], Date.parse(live.takenAt));
  lane.note([old, { ...live, verdict: "CLEARED" }], null);
  const expected = ["null hold line-down", "scan-2 escalated decision", "scan-2 cleared decision"];
  await expect.poll(() => shown().at(-1)).toBe(expected.at(-1));
  expect(shown()).toEqual(expected);
});

test("a vehicle that waited for the line, one that was overtaken on the way, and a decision on one given out before get their verdicts", async () => {
  const { output, shown } = record();
  const lane = startLane(output, { given: { "visit-1": `scan-1 escalated ${NUMBER}` } });
  const waited = { ...verdictOf(2, "SCANNED"), ...at("09:00", "10:00") };
  lane.note([{ ...verdictOf(1, "CLEARED"), ...at("07:00", "10:00") }, waited], Date.parse(waited.takenAt));
  lane.note(
    [
      { ...verdictOf(3, "SCANNED"), ...at("10:00", "10:20") },
      { ...verdictOf(4, "SCANNED"), ...at("10:10") },
    ],
    null,
  );
  const expected = ["scan-1 cleared", "scan-2 scanned", "scan-3 scanned", "scan-4 scanned"];
  await expect.poll(() => shown()).toEqual(expected.map((one) => `${one} decision`));
});

test("a line that returns without a verdict ends the one given out without it", async () => {
  const { output, shown } = record();
  const lane = startLane(output, { whileDown: "hold" });
  lane.noteDown();
  await expect.poll(() => shown()).toEqual(["null hold line-down"]);
  lane.note([]);
  await expect.poll(() => shown()).toEqual(["null hold line-down", "null none line-up"]);
});

test("a lane needs an output, a broker for its topic, and no password in its address", async () => {
  const problemsOf = async (verdict: string) => {
    const text = `
cloud: { url: http://127.0.0.1:9, apiKey: key }
device: { id: box }
lanes: [{ id: lane-1, container: { identified: {} }, verdict: ${verdict} }]`;
    const reading = await readConfigText(text, "/tmp/edge-agent.yaml", {});
    return reading.ok
      ? []
      : reading.problems.filter(({ severity }) => severity === "error").map(({ message }) => message);
  };
  expect(await problemsOf("{ url: 'http://127.0.0.1:9000/x', file: verdict.json }")).toEqual([]);
  expect(await problemsOf("{ whileDown: hold }")).toEqual([expect.stringContaining("needs file, url or mqttTopic")]);
  expect(await problemsOf("{ mqttTopic: gates/1 }")).toEqual(["no broker is configured for this topic"]);
  expect(await problemsOf("{ url: 'http://a:b@127.0.0.1/x' }")).toEqual([expect.stringContaining("user name")]);
});

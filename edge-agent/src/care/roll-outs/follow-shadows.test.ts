import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { WantedRelease } from "@container-inspection/shared-schemas/releases";
import { expect, onTestFinished, test } from "vitest";
import { type AgentConfig, readConfigText } from "../../config/config.ts";
import { fixedKey } from "../../forwarding/link/api-key.ts";
import { createLogger } from "../../base/logger.ts";
import { followShadows } from "./follow-shadows.ts";
import { readShadows, type SavedShadow, writeShadows } from "./shadow-file.ts";

const wanted = (releaseId: string, name = "category"): WantedRelease => ({
  releaseId,
  kind: "model",
  name,
  version: "2",
  sizeBytes: 100_000_000,
  sha256: "",
});
const saved = (releaseId: string, more: Partial<SavedShadow> = {}): SavedShadow => {
  const settings = [{ setting: "models.category.file", value: `"${releaseId}.onnx"` }];
  return { release: { ...wanted(releaseId), settings }, counts: null, starts: 0, ...more };
};

/** A device that compared these before; records which models it loads and ends. */
async function layOut(before: SavedShadow[], availableBytes = Infinity) {
  const dataDir = mkdtempSync(path.join(tmpdir(), "follow-shadows-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const text = "cloud: { url: http://127.0.0.1:1, apiKey: key }\ndevice: { id: box-1 }";
  const reading = await readConfigText(text, path.join(dataDir, "edge-agent.yaml"), {});
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  const release = { ...wanted("promoted"), settings: [] };
  const config: AgentConfig = { ...reading.config, dataDir, releases: [release] };
  writeShadows(dataDir, before);
  const done: string[] = [];
  let nowMs = 0;
  const shadows = followShadows({
    config,
    apiKey: fixedKey("key"),
    environment: {},
    shadows: {
      open: async ({ releaseId, file }) => void done.push(`open ${releaseId} ${file}`),
      close: async (releaseId) => void done.push(`close ${releaseId}`),
      countsOf: () => undefined,
    },
    availableBytes: () => availableBytes,
    readDisk: async () => undefined,
    clock: { monotonicMs: () => nowMs },
    onRefusal: () => {},
    logger: createLogger({ isTerminal: false, level: "silent" }),
  });
  onTestFinished(() => shadows.stop());
  const starts = () => readShadows(dataDir).map(({ release: { releaseId }, starts: count }) => [releaseId, count]);
  return { shadows, done, starts, wait: (ms: number) => (nowMs += ms) };
}

test("previous shadows run again, except promoted ones, and end when they are no longer wanted", async () => {
  const { shadows, done, starts, wait } = await layOut([saved("one"), saved("promoted"), saved("two", { starts: 2 })]);
  await shadows.keepOnly([wanted("one"), wanted("two")]);
  expect(done).toEqual(["open one one.onnx", "open two two.onnx"]);
  expect(starts()).toEqual([
    ["one", 1],
    ["two", 3],
  ]);
  expect(shadows.reports().map(({ state }) => state)).toEqual(["comparing", "comparing"]);
  wait(601_000);
  await shadows.keepOnly([wanted("two")]);
  expect([done.at(-1), starts(), shadows.reports().length]).toEqual(["close one", [["two", 0]], 1]);
});

test("a shadow that the memory has no room for waits with the reason, and downloads nothing", async () => {
  const { shadows, done } = await layOut([], 400_000_000);
  await shadows.follow([wanted("large")], new AbortController().signal);
  const reason = "400 MB of memory are free, and 500 MB are needed";
  expect([shadows.reports(), done]).toMatchObject([[{ state: "waiting", reason, comparison: null }], []]);
});

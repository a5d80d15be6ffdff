/**
 * One frame from the decoded picture to its tracks, over the bare run of its model: letterbox, checks, boxes,
 * suppression, masks, outlines and tracking. Ends with 1 when the ratio is above 1.15.
 *
 *   node edge-agent/bench/frame.bench.ts [rounds]
 *
 * A picture of 1280 × 720, a segmentation graph of the size of yolov8n-seg at 640 with random weights, two threads. What
 * random weights find has no shape, so the outputs that are decoded are made up: 20 round objects of 110 to 220 pixels.
 * Each part is timed in turn in one process. The ratio is that of the shortest times: the rest is what other programs on
 * the machine take.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { checkOutputs, describeShapes } from "../src/inference/check-outputs.ts";
import { v8Segment } from "../src/inference/layouts/v8-segment.ts";
import { fillInput, fitPicture } from "../src/inference/letterbox.ts";
import { createRunner } from "../src/inference/runner.ts";
import { createTracker } from "../src/tracking/tracker.ts";
import { buildRandomGraph } from "./random-graph.ts";

const LIMIT = 1.15;
const OBJECTS = 20;
const CLASSES = 80;
const ROWS = 8_400;
const PROTOTYPES = { count: 32, side: 160 };

const [rounds = "40"] = process.argv.slice(2);
const picture = drawPicture(1_280, 720);
const folder = await mkdtemp(path.join(tmpdir(), "frame-bench-"));
try {
  const file = path.join(folder, "model.onnx");
  await writeFile(file, buildRandomGraph().bytes);
  const runner = await createRunner(file, null, { threads: 2 });
  const input = new Float32Array(runner.inputLength);
  const letterbox = fitPicture("letterbox", picture, runner.input);
  const outputs = makeOutputs();
  const shapes = describeShapes(outputs);
  const classNames = Array.from({ length: CLASSES }, (_, index) => `class ${index}`);
  const decoding = { model: "bench", classNames, confidence: 0.25, iou: 0.7, maxDetections: 300, picture, letterbox };
  const tracker = createTracker();
  const decode = () => v8Segment.decode(outputs, decoding);
  const points = decode().map(({ polygon, areaPercent }) => [polygon?.x.length ?? 0, areaPercent] as const);
  let frame = 0;
  const parts: Record<string, () => unknown> = {
    run: () => runner.run(input, picture),
    letterbox: () => fillInput("letterbox", picture, letterbox, input),
    check: () => checkOutputs("bench", outputs, shapes),
    "boxes and masks": decode,
    track: () => {
      frame += 100;
      return tracker.update({ items: decode() }, { capturedAtMs: frame, monotonicMs: frame });
    },
  };
  const timesMs = new Map(Object.keys(parts).map((name) => [name, [] as number[]]));
  for (let round = 0; round < Number(rounds); round += 1) {
    for (const [name, work] of Object.entries(parts)) {
      const startedMs = performance.now();
      await work();
      timesMs.get(name)?.push(performance.now() - startedMs);
    }
  }
  await runner.close();
  const least = (name: string) => Math.min(...(timesMs.get(name) ?? []));
  // "track" decodes, too: each tracker needs its own detections.
  const whole = least("run") + least("letterbox") + least("check") + Math.max(least("track"), least("boxes and masks"));
  const covered = points.reduce((sum, [, areaPercent]) => sum + areaPercent, 0);
  console.log(
    `${points.length} objects, masks on ${covered.toFixed(0)} % of the picture, ${rounds} rounds, shortest times\n`,
  );
  for (const name of timesMs.keys()) {
    const share = (100 * least(name)) / least("run");
    console.log(`${name.padEnd(18)}${least(name).toFixed(2).padStart(8)} ms${share.toFixed(1).padStart(8)} %`);
  }
  const ratio = whole / least("run");
  console.log(`\nwhole frame over bare run: ${ratio.toFixed(3)}, limit ${LIMIT} ("track" includes "boxes and masks")`);
  if (ratio > LIMIT) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Outputs of layout v8-segment: each object twice, the second time weaker, with a prototype that is a disc. */
function makeOutputs() {
  const channels = 4 + CLASSES + PROTOTYPES.count;
  const predictions = new Float32Array(channels * ROWS);
  const prototypes = new Float32Array(PROTOTYPES.count * PROTOTYPES.side ** 2).fill(-1);
  for (let object = 0; object < OBJECTS; object += 1) {
    // On a grid of 5 × 4 in the part of the input that the picture covers (rows 140 to 500).
    const [x, y] = [64 + 128 * (object % 5), 185 + 90 * Math.floor(object / 5)];
    const radius = 28 + ((object * 7) % 27);
    for (const [copy, confidence] of [0.8, 0.5].entries()) {
      const values = [x + copy * 2, y, 2 * radius, 2 * radius];
      const row = 2 * object + copy;
      for (const [channel, value] of values.entries()) predictions[channel * ROWS + row] = value;
      predictions[(4 + (object % CLASSES)) * ROWS + row] = confidence;
      predictions[(4 + CLASSES + object) * ROWS + row] = 1;
    }
    for (let v = 0; v < PROTOTYPES.side; v += 1) {
      for (let u = 0; u < PROTOTYPES.side; u += 1) {
        const wave = 1 + 0.15 * Math.sin(5 * Math.atan2(4 * v - y, 4 * u - x));
        prototypes[(object * PROTOTYPES.side + v) * PROTOTYPES.side + u] =
          radius * wave - Math.hypot(4 * u + 2 - x, 4 * v + 2 - y);
      }
    }
  }
  return [
    { name: "output0", dims: [1, channels, ROWS], data: predictions },
    { name: "output1", dims: [1, PROTOTYPES.count, PROTOTYPES.side, PROTOTYPES.side], data: prototypes },
  ];
}

function drawPicture(widthPixels: number, heightPixels: number) {
  const rgb = new Uint8Array(widthPixels * heightPixels * 3);
  for (let at = 0; at < rgb.length; at += 1) rgb[at] = (at * 7 + Math.floor(at / (widthPixels * 30)) * 40) % 256;
  return { rgb, widthPixels, heightPixels };
}

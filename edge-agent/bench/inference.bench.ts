/**
 * Measures the cost of a whole `detect()` over the bare run of its model: letterbox, checks, boxes, suppression, masks,
 * outlines.
 *
 *   node edge-agent/bench/inference.bench.ts [model.onnx] [rounds]
 *
 * Both are timed in turn in one process, so that other load on the machine affects both alike. Six findings are forced
 * by taking the six best of the model's findings, however unsure.
 */
import path from "node:path";
import process from "node:process";
import { loadModel } from "../src/inference/load-model.ts";
import { createRunner } from "../src/inference/runner.ts";

const FINDINGS = 6;
const PICTURES = [
  { widthPixels: 640, heightPixels: 480 },
  { widthPixels: 1280, heightPixels: 720 },
  { widthPixels: 1920, heightPixels: 1080 },
];

const [file = path.join(import.meta.dirname, "../models/category-demo.onnx"), rounds = "150"] = process.argv.slice(2);
const model = await loadModel({ file, confidence: 0.0001, maxDetections: FINDINGS, threads: 1 }, () =>
  performance.now(),
);
const size = { widthPixels: model.inputWidthPixels, heightPixels: model.inputHeightPixels };
const runner = await createRunner(file, size, { threads: 1 });
const input = new Float32Array(runner.inputLength).fill(0.4);

console.log(
  `${model.name} ${model.version}, input ${size.widthPixels} × ${size.heightPixels}, 1 thread, ${rounds} rounds, medians\n`,
);
console.log("picture      findings  mask share  run ms  detect ms  ratio");
for (const picture of PICTURES) {
  const frame = { ...picture, rgb: drawPicture(picture) };
  const { items } = await model.detect(frame);
  const runMs: number[] = [];
  const detectMs: number[] = [];
  for (let round = 0; round < Number(rounds); round += 1) {
    runMs.push(await timeMs(() => runner.run(input, runner.input)));
    detectMs.push(await timeMs(() => model.detect(frame)));
  }
  const [run, detect] = [median(runMs), median(detectMs)];
  const share = items.reduce((sum, { areaPercent }) => sum + areaPercent, 0);
  console.log(
    `${`${picture.widthPixels} × ${picture.heightPixels}`.padEnd(13)}${String(items.length).padEnd(10)}` +
      `${`${share.toFixed(0)} %`.padEnd(12)}${run.toFixed(2).padEnd(8)}${detect.toFixed(2).padEnd(11)}${(detect / run).toFixed(2)}`,
  );
}
await runner.close();
await model.close();

async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** Six coloured ellipses on a striped floor. */
function drawPicture({ widthPixels, heightPixels }: { widthPixels: number; heightPixels: number }): Uint8Array {
  const rgb = new Uint8Array(widthPixels * heightPixels * 3);
  for (let y = 0; y < heightPixels; y += 1) {
    for (let x = 0; x < widthPixels; x += 1) {
      const across = (x / widthPixels) * 3;
      const down = (y / heightPixels) * 2;
      const cell = Math.floor(down) * 3 + Math.floor(across);
      const inside = Math.hypot((across % 1) - 0.5, ((down % 1) - 0.5) * 0.8) < 0.3;
      const at = (y * widthPixels + x) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        rgb[at + channel] = inside ? (cell * 97 + channel * 71 + 40) % 256 : 90 + ((x + y) % 16) + channel * 8;
      }
    }
  }
  return rgb;
}

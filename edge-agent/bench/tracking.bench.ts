/**
 * What one frame of tracking costs, by the number of things in sight.
 *
 *   node edge-agent/bench/tracking.bench.ts [frames]
 */
import process from "node:process";
import { createTracker } from "../src/tracking/tracker.ts";

const [frames = "300"] = process.argv.slice(2);

console.log(`${frames} frames at 10 a second, median and slowest\n`);
console.log("things  frame ms  slowest ms");
for (const count of [1, 6, 20, 100, 300]) {
  const tracker = createTracker();
  const costsMs: number[] = [];
  for (let frame = 0; frame < Number(frames); frame += 1) {
    const items = Array.from({ length: count }, (_, index) => thing(index, frame));
    const startedMs = performance.now();
    tracker.update({ items }, { capturedAtMs: frame * 100, monotonicMs: frame * 100 });
    costsMs.push(performance.now() - startedMs);
  }
  costsMs.sort((a, b) => a - b);
  const median = costsMs[costsMs.length >> 1] ?? Number.NaN;
  console.log(`${String(count).padEnd(8)}${median.toFixed(3).padEnd(10)}${(costsMs.at(-1) ?? Number.NaN).toFixed(3)}`);
}

/** Things on a grid of 20 columns that sway, now and then hardly seen. */
function thing(index: number, frame: number) {
  const x = (index % 20) * 60 + 20 * Math.sin((frame + index) / 10);
  const y = Math.floor(index / 20) * 60;
  const box = { x1: x, y1: y, x2: x + 50, y2: y + 50 };
  const confidence = (frame + index) % 7 === 0 ? 0.15 : 0.8;
  return { className: "box", confidence, box, polygon: null, areaPercent: 1 };
}

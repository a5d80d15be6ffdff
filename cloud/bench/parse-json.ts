// How much the strict check of JSON bodies costs beside JSON.parse alone: node cloud/bench/parse-json.ts
import { parseJson } from "../src/platform/http/parse-json.ts";
import { MOST_VALUES } from "../src/platform/http/scan-json.ts";

const TARGET_BYTES = 50_000_000;
const RUNS = 5;

const detection = { class_name: "pallet", confidence: 0.91, polygon: { x: [1.5, 2.25, 3], y: [4, 5.125, 6] } };
const fill = (item: string, sizeBytes: number) =>
  `[${Array.from({ length: Math.floor(sizeBytes / (item.length + 1)) }, () => item).join(",")}]`;

const bodies = {
  "one 50 MB picture": JSON.stringify({ detections: [detection], image: "A".repeat(TARGET_BYTES) }),
  "50 MB of numbers": fill("123.456", TARGET_BYTES),
  "one string of escapes": `"${String.raw`\n\u0041`.repeat(TARGET_BYTES / 8)}"`,
  "one string outside ASCII": `"${"ü".repeat(TARGET_BYTES / 2)}"`,
  "5 MB of small objects": fill(JSON.stringify(detection), 5_000_000),
};

for (const [name, text] of Object.entries(bodies)) {
  const bytes = Buffer.from(text);
  const plain = await best(() => JSON.parse(bytes.toString("utf8")));
  const strict = await best(() => parseJson(bytes, { limits: MOST_VALUES }));
  const ratio = (strict / plain).toFixed(2);
  console.log(`${name}: JSON.parse ${plain.toFixed(0)} ms, strict ${strict.toFixed(0)} ms (${ratio} times)`);
}

async function best(work: () => unknown): Promise<number> {
  let shortest = Infinity;
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now();
    await work();
    shortest = Math.min(shortest, performance.now() - start);
  }
  return shortest;
}

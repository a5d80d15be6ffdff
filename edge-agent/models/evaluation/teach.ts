// Teaches from few pictures and measures on pictures of other containers, and on other drawings of the same yard:
//   node edge-agent/models/evaluation/teach.ts LETTERS [--base FILE] [--examples 50]
// LETTERS has images/ and labels/ of numbers whose eleven characters are boxed in order (names NUMBER-k-0.jpg); the
// question is whether a number is written across or down. A drawn question comes with it: does a load stand in the yard?
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { execFile } from "node:child_process";
import sharp from "sharp";
import { readOptions } from "../../../deploy/read-options.ts";
import { decodePicture } from "../../src/base/pictures/decode-picture.ts";
import { drawScene } from "../../src/cameras/testing/draw-scenes.ts";
import { resolveModelFile } from "../../src/config/files.ts";
import { loadModel } from "../../src/inference/load-model.ts";
import { figuresOf } from "../../src/inference/teaching/held-out.ts";
import { isHeldOut } from "./held-out-third.ts";

/** A picture file with its answer. */
type Example = { file: string; answer: string };

const { values, positionals } = readOptions({
  allowPositionals: true,
  options: {
    base: { type: "string", default: "bundled:category-demo" },
    examples: { type: "string", default: "50" },
  },
});
const [letters] = positionals;
if (letters === undefined) {
  console.error("Usage: teach.ts LETTERS [--base FILE] [--examples 50]");
  process.exit(2);
}
const base = resolveModelFile(values.base, process.cwd());
const count = Number(values.examples);
const work = await mkdtemp(path.join(tmpdir(), "teach-"));
try {
  const real = await findLetters(letters);
  await measure("number across or down", pickFew(real.filter((one) => !isHeldOut(numberOf(one)))), {
    unseen: real.filter((one) => isHeldOut(numberOf(one))),
  });
  await measure("drawn yard with a load or empty", await drawYards("taught", count, 0), {
    unseen: await drawYards("unseen", 200, 1_000),
  });
} finally {
  await rm(work, { recursive: true });
}

function numberOf({ file }: Example): string {
  return path.basename(file).split("-")[0] ?? "";
}

async function findLetters(folder: string): Promise<Example[]> {
  const names = (await readdir(path.join(folder, "labels"))).filter((name) => name.endsWith(".txt")).toSorted();
  const found: Example[] = [];
  for (const name of names) {
    const lines = (await readFile(path.join(folder, "labels", name), "utf8")).trim().split("\n");
    const boxes = lines.map((line) => line.split(" ").map(Number));
    const reach = (axis: 1 | 2) => {
      const middles = boxes.map((box) => box[axis] ?? 0);
      return Math.max(...middles) - Math.min(...middles);
    };
    const file = path.resolve(folder, "images", name.replace(/txt$/, "jpg"));
    found.push({ file, answer: reach(2) > reach(1) ? "down" : "across" });
  }
  return found;
}

/** Chooses up to half of the rarer answer, then the other one, in an order that the number decides. */
function pickFew(all: readonly Example[]): Example[] {
  const hash = (one: Example) => createHash("sha256").update(`teach ${numberOf(one)}`).digest("hex");
  const mixed = all.toSorted((a, b) => hash(a).localeCompare(hash(b)));
  const [down, across] = ["down", "across"].map((answer) => mixed.filter((one) => one.answer === answer));
  const few = (down ?? []).slice(0, count / 2);
  return [...few, ...(across ?? []).slice(0, count - few.length)];
}

/** Draws a yard at any hour, every second time with a load in it. */
async function drawYards(name: string, pictures: number, first: number): Promise<Example[]> {
  const folder = path.join(work, name);
  await mkdir(folder);
  const drawn: Example[] = [];
  for (let at = first; at < first + pictures; at += 1) {
    const from = 0.1 + ((at * 37) % 50) / 100;
    const load = at % 2 ? { load: [from, from + 0.2 + ((at * 13) % 15) / 100] as const } : {};
    const scene = { hour: (at * 7.3) % 24, seed: at, shiftX: (at * 5) % 9, rain: at % 5 === 0, ...load };
    const { levels, widthPixels: width, heightPixels: height } = drawScene(scene);
    const file = path.join(folder, `${String(at).padStart(4, "0")}.png`);
    await sharp(levels, { raw: { width, height, channels: 1 } }).png().toFile(file);
    drawn.push({ file, answer: at % 2 ? "load" : "empty" });
  }
  return drawn;
}

async function measure(question: string, taught: readonly Example[], { unseen }: { unseen: readonly Example[] }) {
  const folder = await mkdtemp(path.join(work, "examples-"));
  for (const { file, answer } of taught) {
    await mkdir(path.join(folder, answer), { recursive: true });
    await symlink(file, path.join(folder, answer, path.basename(file)));
  }
  const output = path.join(work, `${path.basename(folder)}.onnx`);
  const cli = path.resolve(import.meta.dirname, "../../src/cli.ts");
  const startedMs = performance.now();
  const args = [cli, "model", "teach", "--base", base, "--examples", folder, "--output", output];
  await promisify(execFile)(process.execPath, args);
  const seconds = (performance.now() - startedMs) / 1_000;
  const model = await loadModel({ file: output, confidence: 0 }, () => performance.now());
  const given: number[] = [];
  for (const { file } of unseen) {
    const { items } = await model.detect(await decodePicture(await readFile(file)));
    given.push(model.classNames.indexOf(items[0]?.className ?? ""));
  }
  await model.close();
  console.log(`${question}: ${taught.length} examples, ${unseen.length} unseen pictures, ${seconds.toFixed(1)} s`);
  const wanted = unseen.map(({ answer }) => model.classNames.indexOf(answer));
  for (const { answer, pictures, precision, recall, f1 } of figuresOf(wanted, given, model.classNames))
    console.log(
      `  ${answer} (${pictures}): precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, F1 ${f1.toFixed(3)}`,
    );
}

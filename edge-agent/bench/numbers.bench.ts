/**
 * Measures the cost of reading the container number of a picture over the bare `session.run`s of its two networks.
 *
 *   node edge-agent/bench/numbers.bench.ts FOLDER [pictures] [rounds]
 *
 * FOLDER has pictures such as `container_numbers.sets development 100 --labelled FOLDER` draws. Both are timed in turn
 * in one process; the bare runs have inputs of the sizes that the reader gave to its networks for the same picture.
 */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { type InferenceSession, Tensor } from "onnxruntime-node";
import { decodePicture } from "../src/base/pictures/decode-picture.ts";
import type { Picture } from "../src/base/pictures/picture.ts";
import { openNumberNetworks } from "../src/inference/number-networks.ts";
import { openSession } from "../src/inference/runner.ts";
import { readNumbers } from "../src/reading/read-number.ts";

const SIDE_STEP = 32;
const [folder, count = "100", rounds = "3"] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Usage: numbers.bench.ts FOLDER [pictures] [rounds]");
  process.exit(2);
}
const models = path.join(import.meta.dirname, "../models");
const [characters, lines] = [path.join(models, "number-characters.onnx"), path.join(models, "number-lines.onnx")];
const networks = await openNumberNetworks({ characters, lines: [lines], threads: 1 });
const bare = {
  characters: await openSession(characters, { threads: 1 }),
  lines: await openSession(lines, { threads: 1 }),
};

/** Last runs of the reader: the sizes of the inputs, by network. */
let ran: { session: InferenceSession; dims: number[] }[] = [];
const noted: typeof networks = {
  ...networks,
  findCharacters: (picture) => {
    const sides = [picture.heightPixels, picture.widthPixels].map((side) => Math.ceil(side / SIDE_STEP) * SIDE_STEP);
    ran.push({ session: bare.characters, dims: [1, 3, ...sides] });
    return networks.findCharacters(picture);
  },
  readers: networks.readers.map((reader) => ({
    ...reader,
    readStrips: (strips) => {
      const { heightPixels, widthPixels } = reader.strip;
      ran.push({ session: bare.lines, dims: [strips.length, 1, heightPixels, widthPixels] });
      return reader.readStrips(strips);
    },
  })),
};

const names = (await readdir(folder)).toSorted().slice(0, Number(count));
const pictures: Picture[] = [];
for (const name of names) pictures.push(await decodePicture(await readFile(path.join(folder, name))));
const perRound: { readMs: number; runMs: number }[] = [];
for (let round = 0; round <= Number(rounds); round += 1) {
  let [readMs, runMs] = [0, 0];
  for (const picture of pictures) {
    ran = [];
    readMs += await timeMs(() => readNumbers(picture, noted));
    const inputs = ran.map(({ session, dims }) => {
      const values = new Float32Array(dims.reduce((product, size) => product * size, 1)).fill(0.4);
      return { session, feeds: { [session.inputNames[0] ?? ""]: new Tensor("float32", values, dims) } };
    });
    for (const { session, feeds } of inputs) runMs += await timeMs(() => session.run(feeds));
  }
  // The first round warms up.
  if (round > 0) perRound.push({ readMs: readMs / pictures.length, runMs: runMs / pictures.length });
}
console.log(`${pictures.length} pictures, 1 thread, means of each round\n\nbare runs ms  reader ms  ratio`);
for (const { readMs, runMs } of perRound)
  console.log(`${runMs.toFixed(1).padEnd(14)}${readMs.toFixed(1).padEnd(11)}${(readMs / runMs).toFixed(2)}`);
await networks.close();

async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

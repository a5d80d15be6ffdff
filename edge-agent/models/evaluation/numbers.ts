// Reads every picture of a folder as a lane with one camera does, and compares with the numbers that their names begin
// with. Those of one container, such as CSQU3054383-1-0.jpg and CSQU3054383-1-1.jpg, are the frames of one vehicle:
//   node edge-agent/models/evaluation/numbers.ts FOLDER [--characters FILE] [--lines FILE] [--minimum 0.95] [--show]
// With --calibrate it prints the weights of src/reading/candidate-chances.ts that fit these pictures best, one by one; give
// it pictures of the development split, never those that the reader is scored on.
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { readOptions } from "../../../deploy/read-options.ts";
import { resolveModelFile } from "../../src/config/files.ts";
import { decodePicture } from "../../src/base/pictures/decode-picture.ts";
import { openNumberNetworks } from "../../src/inference/number-networks.ts";
import { NUMBER_LENGTH } from "../../src/reading/number-grammar.ts";
import { createNumberWatch, type NumberOutcome } from "../../src/reading/number-watch.ts";
import { readNumbers } from "../../src/reading/read-number.ts";
import { fitWeights, type Sample } from "./fit-weights.ts";

/** Between two frames of one container, and from the last one until it has left. */
const [FRAME_MS, GONE_MS] = [200, 1_000];
const { values, positionals } = readOptions({
  allowPositionals: true,
  options: {
    characters: { type: "string", default: "bundled:number-characters" },
    lines: { type: "string", default: "bundled:number-lines" },
    minimum: { type: "string", default: "0.95" },
    calibrate: { type: "boolean", default: false },
    show: { type: "boolean", default: false },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error("Usage: numbers.ts FOLDER [--characters FILE] [--lines FILE] [--minimum 0.95] [--show] [--calibrate]");
  console.error("FOLDER has pictures whose names begin with their number, such as CSQU3054383-1-0.jpg (container 1, frame 0).");
  process.exit(2);
}
const scenes = await scenesOf(folder).catch((error: NodeJS.ErrnoException) => fail(`${folder} cannot be read: ${error.message}`));
if (scenes.size === 0) fail(`${folder} has no picture whose name begins with a number such as CSQU3054383.`);
const networks = await openNumberNetworks({
  characters: resolveModelFile(values.characters, process.cwd()),
  lines: resolveModelFile(values.lines, process.cwd()),
});
const minimumConfidence = Number(values.minimum);
const counts = { scenes: 0, pictures: 0, exact: 0, wrong: 0, abstained: 0, rightButAbstained: 0, missed: 0 };
const samples: Sample[] = [];
const startedMs = performance.now();
for (const [scene, names] of scenes) {
  const truth = scene.slice(0, NUMBER_LENGTH);
  // All frames count: none is decided before the vehicle has left.
  const settings = { positions: [], minimumConfidence, enoughLooks: Infinity, goneMs: GONE_MS };
  const watch = createNumberWatch({ ...settings, expected: () => new Set() });
  for (const [frame, name] of names.entries()) {
    const picture = await decodePicture(await readFile(path.join(folder, name)));
    const capturedAtMs = frame * FRAME_MS;
    const places = await readNumbers(picture, networks);
    const looks = places.map((place) => ({ cameraId: "camera", capturedAtMs, place }));
    watch.observe(looks, capturedAtMs, capturedAtMs);
    if (places[0]) samples.push({ truth, explanations: places[0].candidates });
  }
  const outcome = watch.tick(names.length * FRAME_MS + GONE_MS)[0]?.outcome;
  const accepted = outcome?.kind === "read" ? outcome.numbers.map(({ number }) => number.text) : [];
  counts.scenes += 1;
  counts.pictures += names.length;
  const isWrong = accepted.some((text) => text !== truth);
  if (isWrong) counts.wrong += 1;
  else if (accepted.length > 0) counts.exact += 1;
  else counts.abstained += 1;
  if (outcome?.kind === "unread" && outcome.best[0]?.text === truth) counts.rightButAbstained += 1;
  if (!outcome) counts.missed += 1;
  if (values.show && (isWrong || accepted.length === 0)) console.log(scene, isWrong ? "WRONG" : "abstained", describe(outcome ?? undefined));
}
await networks.close();
const share = (count: number) => `${((100 * count) / counts.scenes).toFixed(1)} %`;
const pictureMs = ((performance.now() - startedMs) / counts.pictures).toFixed(0);
console.log(`${counts.scenes} containers, ${counts.pictures} pictures, ${pictureMs} ms each`);
console.log(`exact ${share(counts.exact)}, accepted but wrong ${counts.wrong} (${share(counts.wrong)}, at most ${upperBound(counts.wrong, counts.exact + counts.wrong)} % of the accepted at 95 %)`);
console.log(`abstained ${share(counts.abstained)}: right ${counts.rightButAbstained}, nothing found ${counts.missed}`);
if (values.calibrate) {
  const { characters, lines, elseLog } = fitWeights(samples);
  const fitted = `characters ${characters.toFixed(2)}, lines ${lines.toFixed(2)}, elseLog ${elseLog.toFixed(1)}`;
  console.log(`weights that fit ${samples.length} pictures best: ${fitted}`);
}

/** The upper 95 % bound of a share, in percent (Wilson, one side). */
function upperBound(count: number, of: number): string {
  if (of === 0) return "-";
  const [z, p] = [1.645, count / of];
  const centre = p + (z * z) / (2 * of);
  const spread = z * Math.sqrt((p * (1 - p)) / of + (z * z) / (4 * of * of));
  return ((100 * (centre + spread)) / (1 + (z * z) / of)).toFixed(2);
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

/** Pictures of each container, by the part of names such as NUMBER-1-0.png and NUMBER-1-1.png before the frame. */
async function scenesOf(from: string): Promise<Map<string, string[]>> {
  const scenes = new Map<string, string[]>();
  for (const name of (await readdir(from)).toSorted()) {
    const [, scene, frame] = /^([A-Z]{4}\d{7}(?:-[^-.]+)?)(-[^-.]+)?\.\w+$/.exec(name) ?? [];
    if (scene === undefined) continue;
    const key = frame === undefined ? name : scene;
    scenes.set(key, [...(scenes.get(key) ?? []), name]);
  }
  return scenes;
}

function describe(outcome: NumberOutcome | undefined): string {
  if (!outcome) return "nothing found";
  const best = outcome.kind === "read" ? outcome.numbers.map(({ number }) => number) : outcome.best;
  const numbers = best.map(({ text, confidence }) => `${text} ${confidence.toFixed(3)}`);
  return [...numbers, outcome.kind === "unread" ? outcome.reason : ""].join(" ");
}

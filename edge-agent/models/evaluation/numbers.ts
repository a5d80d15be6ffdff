// Reads every picture of a folder as a lane with one camera does, and compares with the numbers that their names begin
// with. Those of one container, such as CSQU3054383-1-0.jpg and CSQU3054383-1-1.jpg, are the frames of one vehicle:
//   node edge-agent/models/evaluation/numbers.ts FOLDER [--characters FILE] [--lines FILE]... [--minimum 0.95] [--show]
// Of real photographs, --third held-out reads the numbers that nothing was chosen on, --third others the rest;
// --sample 150 reads a fixed choice of 150 containers.
// With --calibrate it prints the weights of src/reading/number-weights.ts that fit these pictures best, one by one; give
// it pictures of the development split, or --third others, never those that the reader is scored on.
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { readOptions } from "../../../deploy/read-options.ts";
import { resolveModelFile } from "../../src/config/files.ts";
import { isMissingPackage } from "../../src/config/packaged-models.ts";
import { decodePicture } from "../../src/base/pictures/decode-picture.ts";
import { openNumberNetworks } from "../../src/inference/number-networks.ts";
import { NUMBER_LENGTH } from "../../src/reading/number-grammar.ts";
import { createNumberWatch, type NumberOutcome } from "../../src/reading/number-watch.ts";
import { readNumbers } from "../../src/reading/read-number.ts";
import { createHash } from "node:crypto";
import { fitWeights, type Sample } from "./fit-weights.ts";
import { isHeldOut } from "./held-out-third.ts";
import { calibrationOf, countReadings, type Reading, upperBound } from "./number-figures.ts";

/** Between two frames of one container, and from the last one until it has left. */
const [FRAME_MS, GONE_MS] = [200, 1_000];
const { values, positionals } = readOptions({
  allowPositionals: true,
  options: {
    characters: { type: "string", default: "bundled:number-characters" },
    lines: { type: "string", multiple: true, default: ["bundled:number-lines", "bundled:real-text-lines"] },
    minimum: { type: "string", default: "0.95" },
    third: { type: "string" },
    sample: { type: "string" },
    calibrate: { type: "boolean", default: false },
    show: { type: "boolean", default: false },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error("Usage: numbers.ts FOLDER [--characters FILE] [--lines FILE]... [--third held-out|others] [--sample N] [--minimum 0.95] [--show] [--calibrate]");
  console.error("FOLDER has pictures whose names begin with their number, such as CSQU3054383-1-0.jpg (container 1, frame 0).");
  process.exit(2);
}
const { third } = values;
if (third !== undefined && third !== "held-out" && third !== "others") fail(`--third is held-out or others, not ${third}.`);
const all = await scenesOf(folder).catch((error: NodeJS.ErrnoException) => fail(`${folder} cannot be read: ${error.message}`));
const ofThird = [...all].filter(([scene]) => third === undefined || isHeldOut(scene.slice(0, NUMBER_LENGTH)) === (third === "held-out"));
const scenes = values.sample === undefined ? ofThird : sampleOf(ofThird, Number(values.sample));
if (scenes.length === 0) fail(`${folder} has no picture whose name begins with a number such as CSQU3054383.`);
const networks = await openNumberNetworks({
  characters: resolveModelFile(values.characters, process.cwd()),
  lines: values.lines.filter((file) => !isMissingPackage(file)).map((file) => resolveModelFile(file, process.cwd())),
  threads: 1,
});
const minimumConfidence = Number(values.minimum);
const readings: Reading[] = [];
const samples: Sample[] = [];
let pictures = 0;
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
    pictures += 1;
    if (places[0]) samples.push({ truth, explanations: places[0].candidates });
  }
  const outcome = watch.tick(names.length * FRAME_MS + GONE_MS)[0]?.outcome ?? undefined;
  const accepted = outcome?.kind === "read" ? outcome.numbers.map(({ number }) => number.text) : [];
  readings.push({ truth, accepted, best: bestOf(outcome) ?? null });
  const isWrong = accepted.some((text) => text !== truth);
  if (values.show && (isWrong || accepted.length === 0)) console.log(scene, isWrong ? "WRONG" : "abstained", describe(outcome));
}
await networks.close();
const pictureMs = ((performance.now() - startedMs) / pictures).toFixed(0);
const { exact, wrong, abstained, rightButAbstained, missed, topRight } = countReadings(readings);
const share = (count: number) => `${((100 * count) / readings.length).toFixed(1)} %`;
console.log(networks.name);
console.log(`${readings.length} containers, ${pictures} pictures, ${pictureMs} ms each`);
console.log(`exact ${share(exact)}, accepted but wrong ${wrong} (${share(wrong)}, at most ${upperBound(wrong, exact + wrong)?.toFixed(2) ?? "-"} % of the accepted at 95 %)`);
console.log(`abstained ${share(abstained)}: right ${rightButAbstained}, nothing found ${missed}; the likeliest number is right in ${share(topRight)}`);
console.log(calibrationOf(readings).join("\n"));
if (values.calibrate) {
  const { characters, lines, elseLog } = fitWeights(samples);
  const ofLines = lines.map((weight) => weight.toFixed(2)).join(" and ");
  const fitted = `characters ${characters.toFixed(2)}, lines ${ofLines}, elseLog ${elseLog.toFixed(1)}`;
  console.log(`weights that fit ${samples.length} pictures best: ${fitted}`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

/** The same containers each time, chosen by a hash of their names. */
function sampleOf(from: readonly [string, string[]][], count: number): [string, string[]][] {
  const hashOf = ([name]: readonly [string, ...unknown[]]) => createHash("sha256").update(`sample ${name}`).digest("hex");
  return from.toSorted((a, b) => (hashOf(a) < hashOf(b) ? -1 : 1)).slice(0, count);
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

function numbersOf(outcome: NumberOutcome | undefined) {
  if (!outcome) return [];
  return outcome.kind === "read" ? outcome.numbers.map(({ number }) => number) : outcome.best;
}

function bestOf(outcome: NumberOutcome | undefined): Reading["best"] {
  return numbersOf(outcome).toSorted((a, b) => b.confidence - a.confidence)[0] ?? null;
}

function describe(outcome: NumberOutcome | undefined): string {
  if (!outcome) return "nothing found";
  const numbers = numbersOf(outcome).map(({ text, confidence }) => `${text} ${confidence.toFixed(3)}`);
  return [...numbers, outcome.kind === "unread" ? outcome.reason : ""].join(" ");
}

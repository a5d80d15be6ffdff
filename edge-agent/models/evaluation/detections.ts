// Scores a model on a folder of labelled pictures in YOLO's layout (data.yaml, images/, labels/), through the agent's own
// preparation and decoding:
//   node edge-agent/models/evaluation/detections.ts FOLDER --model FILE [--boxes] [--json FILE] [--coco FILE]
// A finding is right when it overlaps a thing of its class by half. Masks are compared where the model gives them, else,
// and with --boxes, boxes. --json writes all figures, of which the model's card is made; --coco writes things and findings
// as pycocotools reads them.
import { readFile, writeFile } from "node:fs/promises";
import { readOptions } from "../../../deploy/read-options.ts";
import { resolveModelFile } from "../../src/config/files.ts";
import { decodePicture } from "../../src/base/pictures/decode-picture.ts";
import { loadModel } from "../../src/inference/load-model.ts";
import { averagePrecision, meanOf, type FoundThing, type Scored, type Thing } from "./average-precision.ts";
import { findingsOf, operatingPoint, reliabilityOf } from "./operating-point.ts";
import { boxOf, fillBox, fillOutline, type Region } from "./region.ts";
import { openYoloFolder, readLabels } from "./yolo-labels.ts";

/** Low enough that the curve of precision over recall is complete. */
const CONFIDENCE = 0.002;
/** Minimum confidence that a station requires of its models by default. */
const CONFIDENCE_IN_USE = 0.25;
const { values, positionals } = readOptions({
  allowPositionals: true,
  options: {
    model: { type: "string" },
    boxes: { type: "boolean", default: false },
    json: { type: "string" },
    coco: { type: "string" },
  },
});
const [folder] = positionals;
if (folder === undefined || values.model === undefined) {
  console.error("Usage: detections.ts FOLDER --model FILE [--boxes] [--json FILE] [--coco FILE]");
  console.error("FOLDER is in YOLO's layout: data.yaml with the names of the classes, images/, labels/.");
  process.exit(2);
}
const { names, pictures } = await openYoloFolder(folder).catch((error: Error) => {
  console.error(`${folder} cannot be scored: ${error.message}`);
  process.exit(2);
});
const loaded = { file: resolveModelFile(values.model, process.cwd()), confidence: CONFIDENCE, maxDetections: 100 };
const model = await loadModel(loaded, () => performance.now());
const areBoxes = values.boxes || model.task !== "segment";
const scored: (Scored & { widthPixels: number; heightPixels: number })[] = [];
const inferenceMs: number[] = [];
for (const { file, labelFile } of pictures) {
  const picture = await decodePicture(await readFile(file));
  const { widthPixels, heightPixels } = picture;
  const toRegion = (region: Region) => (areBoxes ? fillBox(boxOf(region, heightPixels), widthPixels, heightPixels) : region);
  const truth = (await readLabels(labelFile, names, picture)).map((thing) => ({ ...thing, region: toRegion(thing.region) }));
  const detections = await model.detect(picture);
  inferenceMs.push(detections.inferenceMs);
  const found = detections.items.map(({ className, confidence, box, polygon }): FoundThing => {
    const outline = areBoxes ? null : polygon;
    const region = outline ? fillOutline(outline, widthPixels, heightPixels) : fillBox(box, widthPixels, heightPixels);
    return { className, confidence, region };
  });
  scored.push({ found, truth, widthPixels, heightPixels });
}
await model.close();
const rows = names.map((name) => [name, averagePrecision(scored, name)] as const);
for (const [name, value] of rows) console.log(`${name.padEnd(24)} ${value === null ? "none to find" : value.toFixed(3)}`);
const mean = meanOf(rows.map(([, value]) => value));
const medianMs = inferenceMs.toSorted((a, b) => a - b)[Math.floor(inferenceMs.length / 2)] ?? 0;
console.log(`${areBoxes ? "box" : "mask"} mAP50 ${mean?.toFixed(4) ?? "-"} of ${pictures.length} pictures, ${medianMs.toFixed(1)} ms each (median)`);
const point = operatingPoint(scored, names, CONFIDENCE_IN_USE);
console.log(
  `from confidence ${CONFIDENCE_IN_USE} on: ${(100 * point.recall).toFixed(1)} % found, ${(100 * point.misnamedShare).toFixed(1)} % of them under another name, ${point.straysPerPicture.toFixed(2)} strays a picture`,
);
if (values.json !== undefined) await writeFile(values.json, JSON.stringify(toFigures()));
if (values.coco !== undefined) await writeFile(values.coco, JSON.stringify(toCoco()));

function toFigures(): object {
  const findings = findingsOf(scored, names);
  return {
    map50: mean,
    byClass: Object.fromEntries(rows),
    pictures: pictures.length,
    things: scored.reduce((sum, { truth }) => sum + truth.length, 0),
    inUse: point,
    reliability: reliabilityOf(findings),
    findings: findings.map(({ confidence, isHit }) => [confidence, Number(isHit)]),
    medianMs,
  };
}

/** Ground truth and results in COCO's format, masks as runs. */
function toCoco(): { truth: object; found: object[] } {
  const entries = scored.map(({ found, truth, widthPixels, heightPixels }, index) => {
    const entryOf = ({ className, region }: Thing) => {
      const { x1, y1, x2, y2 } = boxOf(region, heightPixels);
      const segmentation = { counts: region.counts, size: [heightPixels, widthPixels] };
      const place = { bbox: [x1, y1, x2 - x1, y2 - y1], segmentation, area: region.areaPixels };
      return { image_id: index + 1, category_id: names.indexOf(className) + 1, ...place };
    };
    return {
      image: { id: index + 1, width: widthPixels, height: heightPixels },
      things: truth.map((thing) => ({ ...entryOf(thing), iscrowd: 0 })),
      found: found.map((one) => ({ ...entryOf(one), score: one.confidence })),
    };
  });
  return {
    truth: {
      images: entries.map(({ image }) => image),
      categories: names.map((name, index) => ({ id: index + 1, name })),
      annotations: entries.flatMap(({ things }) => things).map((thing, index) => ({ id: index + 1, ...thing })),
    },
    found: entries.flatMap(({ found }) => found),
  };
}

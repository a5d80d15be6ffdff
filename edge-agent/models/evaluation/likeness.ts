// Measures how a model takes the pictures of a folder, and writes what is usual for it into its metadata:
//   node edge-agent/models/evaluation/likeness.ts FOLDER --model FILE [--write [--marked PERCENT]] [--json FILE]
// Without --write it prints how many of the pictures the agent would mark as unlike those that the model was trained on,
// and how many findings they have. With --write the pictures must be like those that it was trained on, but none of them:
// they become the figures by which the agent marks pictures, and PERCENT (2) of them would be marked, too. FOLDER has
// pictures, or images/ with them.
import { existsSync } from "node:fs";
import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { readOptions } from "../../../deploy/read-options.ts";
import { decodePicture } from "../../src/base/pictures/decode-picture.ts";
import { resolveModelFile } from "../../src/config/files.ts";
import { LIKENESS_CONFIDENCE, LIKENESS_KEY } from "../../src/inference/likeness.ts";
import { loadModel } from "../../src/inference/load-model.ts";
import { figuresOf, type Seen, summarise } from "./likeness-figures.ts";
import { withMetadata } from "./write-metadata.ts";

const { values, positionals } = readOptions({
  allowPositionals: true,
  options: {
    model: { type: "string" },
    write: { type: "boolean", default: false },
    marked: { type: "string", default: "2" },
    json: { type: "string" },
  },
});
const [given] = positionals;
const markedShare = Number(values.marked) / 100;
if (given === undefined || values.model === undefined || !(markedShare > 0 && markedShare < 0.5)) {
  console.error("Usage: likeness.ts FOLDER --model FILE [--write [--marked PERCENT]] [--json FILE]");
  console.error("FOLDER has pictures, or a folder images/ with them.");
  process.exit(2);
}
const folder = existsSync(path.join(given, "images")) ? path.join(given, "images") : given;
const names = (await readdir(folder)).filter((name) => /\.(png|jpe?g|webp|tiff?)$/i.test(name)).toSorted();
if (names.length === 0) {
  console.error(`${folder} has no pictures (PNG, JPEG, WebP or TIFF).`);
  process.exit(2);
}
const file = resolveModelFile(values.model, process.cwd());
const settings = { file, confidence: LIKENESS_CONFIDENCE, measuresLikeness: true };
const model = await loadModel(settings, () => performance.now());
const seen: Seen[] = [];
for (const name of names) {
  const { items, likeness } = await model.detect(await decodePicture(await readFile(path.join(folder, name))));
  if (likeness) seen.push({ ...likeness, findings: items.length });
}
await model.close();
if (values.write) {
  const figures = figuresOf(seen, markedShare);
  const temporary = `${file}.new`;
  await writeFile(temporary, withMetadata(await readFile(file), LIKENESS_KEY, JSON.stringify(figures)));
  await rename(temporary, file);
  console.log(`${file}: ${LIKENESS_KEY} of ${seen.length} pictures written`);
} else {
  const summary = summarise(seen);
  for (const line of summary.lines) console.log(line);
  if (values.json !== undefined) await writeFile(values.json, JSON.stringify(summary.figures));
}

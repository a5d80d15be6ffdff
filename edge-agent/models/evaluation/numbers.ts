// Reads every picture of a folder as the product does, and compares with the numbers that their names begin with:
//   node edge-agent/models/evaluation/numbers.ts FOLDER --characters FILE --lines FILE [--show]
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { decodePicture } from "../../src/decode-picture.ts";
import { openNumberNetworks } from "../../src/inference/number-networks.ts";
import { readNumbers } from "../../src/reading/read-number.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    characters: { type: "string" },
    lines: { type: "string" },
    minimum: { type: "string", default: "0.9" },
    show: { type: "boolean", default: false },
  },
});
const [folder] = positionals;
const { characters, lines } = values;
if (folder === undefined || characters === undefined || lines === undefined) {
  console.error("Usage: numbers.ts FOLDER --characters FILE --lines FILE [--minimum 0.9] [--show]");
  console.error("FOLDER has pictures whose names begin with their number, such as CSQU3054383-1.jpg.");
  process.exit(2);
}
const networks = await openNumberNetworks({ characters, lines });
const counts = { pictures: 0, exact: 0, wrong: 0, abstained: 0, rightButAbstained: 0, missed: 0 };
const startedMs = performance.now();
for (const name of (await readdir(folder)).toSorted()) {
  const truth = /^([A-Z]{4}\d{7})/.exec(name)?.[1];
  if (truth === undefined) continue;
  const picture = await decodePicture(await readFile(path.join(folder, name)));
  const [best] = await readNumbers(picture, networks);
  const text = best?.candidates[0]?.text;
  const isAccepted = best !== undefined && best.isAgreed && best.confidence >= Number(values.minimum);
  counts.pictures += 1;
  if (isAccepted && text === truth) counts.exact += 1;
  else if (isAccepted) counts.wrong += 1;
  else counts.abstained += 1;
  if (!isAccepted && text === truth) counts.rightButAbstained += 1;
  if (text === undefined) counts.missed += 1;
  if (values.show && !(isAccepted && text === truth))
    console.log(name, isAccepted ? "WRONG" : "abstained", text ?? "-", best?.confidence.toFixed(3), best?.isAgreed);
}
await networks.close();
const share = (count: number) => `${((100 * count) / counts.pictures).toFixed(1)} %`;
console.log(`${counts.pictures} pictures, ${((performance.now() - startedMs) / counts.pictures).toFixed(0)} ms each`);
console.log(`exact ${share(counts.exact)}, accepted but wrong ${counts.wrong} (${share(counts.wrong)}, at most ${upperBound(counts.wrong, counts.exact + counts.wrong)} % of the accepted at 95 %)`);
console.log(`abstained ${share(counts.abstained)}: right ${counts.rightButAbstained}, nothing found ${counts.missed}`);

/** The upper 95 % bound of a share, in percent (Wilson, one side). */
function upperBound(count: number, of: number): string {
  if (of === 0) return "-";
  const [z, p] = [1.645, count / of];
  const centre = p + (z * z) / (2 * of);
  const spread = z * Math.sqrt((p * (1 - p)) / of + (z * z) / (4 * of * of));
  return ((100 * (centre + spread)) / (1 + (z * z) / of)).toFixed(2);
}

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import { loadModel, type ModelSettings } from "../load-model.ts";
import { differences } from "./compare-findings.ts";
import { type Goldens, readGoldenPicture, readGoldens } from "./read-goldens.ts";

/** One golden picture: the findings on this machine, and their differences from the measured ones. */
type PictureCheck = { picture: string; wanted: number; found: number; differences: string[] };

export type ModelCheck =
  /** No goldens lie beside the file. */
  { state: "unchecked" } | { state: "passed" | "failed"; pictures: PictureCheck[]; problems: string[] };

/**
 * Runs a model on the golden pictures beside its file and compares its findings on this machine with the measured
 * ones, at the confidence and IoU of the measurement. Throws a ModelLoadError for a file that cannot be loaded.
 */
export async function checkModel(
  settings: Pick<ModelSettings, "file" | "executionProvider" | "threads">,
): Promise<ModelCheck> {
  const goldens = await readGoldens(settings.file);
  if (!goldens) return { state: "unchecked" };
  const { file, executionProvider, threads } = settings;
  const model = await loadModel({ file, executionProvider, threads }, () => 0);
  try {
    const pictures: PictureCheck[] = [];
    for (const golden of goldens.pictures) {
      const picture = await readGoldenPicture(pathInside(goldens.folder, golden.picture));
      const { items } = await model.detect(picture);
      const compared = differences(items, golden.findings, { picture, classNames: model.classNames });
      const counts = { wanted: golden.findings.length, found: items.length };
      pictures.push({ picture: golden.picture, ...counts, differences: compared });
    }
    const differing = pictures.filter((one) => one.differences.length > 0);
    const problems = [
      ...(await checkFile(file, goldens)),
      ...differing.map(({ picture, differences: [first = ""] }) => `${picture}: ${first}`),
    ];
    return { state: problems.length === 0 ? "passed" : "failed", pictures, problems };
  } finally {
    await model.close();
  }
}

async function checkFile(file: string, { modelSha256 }: Goldens): Promise<string[]> {
  const sha256 = createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
  return sha256 === modelSha256
    ? []
    : [`the file is damaged or another one: its SHA-256 is ${sha256}, not ${modelSha256}`];
}

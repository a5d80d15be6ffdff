import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { pathInside } from "@container-inspection/shared-schemas/path-inside";
import { decodePicture, PictureError } from "../base/pictures/decode-picture.ts";
import type { Picture } from "../base/pictures/picture.ts";
import type { Detection } from "../inference/detections.ts";
import { replaceFile } from "../base/replace-file.ts";
import {
  CommandError,
  type CommandContext,
  type CommonOptions,
  type Outcome,
  show,
} from "./terminal/command-context.ts";
import { findModel, usualThreads, withWorker } from "./terminal/model-target.ts";
import { plural } from "./terminal/wording.ts";

type Options = CommonOptions & { overwrite?: boolean };

/**
 * Writes the golden pictures of a model: its findings on this machine in these pictures, which every other machine
 * must find as well (`model check`). The pictures are stored without loss in the folder `goldens` beside its file.
 */
export async function measureModel(
  [target, ...pictures]: readonly string[],
  options: Options,
  context: CommandContext,
): Promise<Outcome> {
  const { file } = await findModel(target ?? "", options, context);
  const folder = path.join(path.dirname(file), "goldens");
  const list = path.join(folder, "goldens.json");
  if (existsSync(list) && options.overwrite !== true)
    throw new CommandError("usage", `${list} exists already: add --overwrite to replace it`);
  const read = await Promise.all(pictures.map(readPicture));
  if (new Set(read.map(({ name }) => name)).size < read.length)
    throw new CommandError("usage", "two of the pictures have the same name: rename one");
  const measured = await withWorker({ threads: usualThreads(), isTerminal: context.isTerminal }, async (pool) => {
    const model = await pool.load({ file, executionProvider: "cpu" });
    const done = [];
    for (const { name, picture } of read) {
      const { items } = await model.detect(picture, "measure");
      done.push({ picture: name, findings: items.map((item) => describeFinding(item, model.classNames)), items });
    }
    return done;
  });
  await mkdir(folder, { recursive: true });
  for (const { name, picture } of read) await storePicture(pathInside(folder, name), picture);
  const modelSha256 = createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
  const entries = measured.map(({ picture, findings }) => ({ picture, findings }));
  const goldens = {
    madeWith: { edgeAgent: context.version },
    model: path.basename(file),
    modelSha256,
    pictures: entries,
  };
  replaceFile(list, `${JSON.stringify(goldens)}\n`);
  const empty = measured.every(({ findings }) => findings.length === 0);
  if (empty) context.note("the model finds nothing in these pictures: a model that finds nothing at all would pass");
  show(options, context, { file: list, pictures: entries }, [
    ...measured.map(({ picture, items }) => {
      const names = items.map(({ className }) => className).join(", ");
      return `  ${picture}: ${plural(items.length, "finding")}${names === "" ? "" : ` (${names})`}`;
    }),
    `${list}: look at the findings; from now on, model check expects them on every machine`,
  ]);
  return "done";
}

async function readPicture(file: string): Promise<{ name: string; picture: Picture }> {
  try {
    return { name: `${path.parse(file).name}.png`, picture: await decodePicture(await readFile(file)) };
  } catch (error) {
    const reason = error instanceof PictureError ? error.message : "it cannot be read";
    throw new CommandError("usage", `${file}: ${reason}`, { cause: error });
  }
}

function describeFinding({ className, confidence, box }: Detection, classNames: readonly string[]) {
  const { x1, y1, x2, y2 } = box;
  return { classIndex: classNames.indexOf(className), confidence, box: [x1, y1, x2, y2] };
}

async function storePicture(file: string, { rgb, widthPixels, heightPixels }: Picture): Promise<void> {
  const raw = { width: widthPixels, height: heightPixels, channels: 3 as const };
  await sharp(rgb, { raw }).png().toFile(file);
}

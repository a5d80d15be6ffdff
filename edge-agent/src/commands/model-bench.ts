import { availableParallelism } from "node:os";
import { readFile } from "node:fs/promises";
import { decodePicture } from "../base/pictures/decode-picture.ts";
import type { Picture } from "../base/pictures/picture.ts";
import type { ModelSettings } from "../inference/load-model.ts";
import { type CommandContext, type CommonOptions, show } from "./terminal/command-context.ts";
import { findModel, withWorker } from "./terminal/model-target.ts";
import { formatTable } from "./terminal/wording.ts";

type Options = CommonOptions & { seconds: number; image?: string };
type Measurement = { threads: number; pictures: number; picturesPerSecond: number; p50Ms: number; p99Ms: number };

const WARM_UP_PICTURES = 3;

/** Measures how fast a model is on this machine, by threads: letterbox, model, boxes, masks and outlines. */
export async function benchModel(target: string, options: Options, context: CommandContext): Promise<void> {
  const settings = await findModel(target, options, context);
  const picture = options.image === undefined ? drawPicture() : await decodePicture(await readFile(options.image));
  const measurements: Measurement[] = [];
  for (const threads of threadCounts()) {
    context.note(`${threads === 1 ? "1 thread" : `${threads} threads`}: ${options.seconds} s ...`);
    measurements.push(await measure(settings, picture, { threads, seconds: options.seconds }, context));
  }
  const { widthPixels, heightPixels } = picture;
  const rows = measurements.map(({ threads, picturesPerSecond, p50Ms, p99Ms }) =>
    [threads, picturesPerSecond.toFixed(1), `${p50Ms.toFixed(1)} ms`, `${p99Ms.toFixed(1)} ms`].map(String),
  );
  show(options, context, { file: settings.file, widthPixels, heightPixels, measurements }, [
    `${settings.file}, pictures of ${widthPixels} × ${heightPixels}`,
    ...formatTable([["threads", "pictures/s", "p50", "p99"], ...rows]),
  ]);
}

/** 1, 2, 4, … and all cores. */
function threadCounts(): number[] {
  const cores = availableParallelism();
  return [...new Set([1, 2, 4, 8, cores])].filter((count) => count <= cores).toSorted((a, b) => a - b);
}

async function measure(
  settings: ModelSettings,
  picture: Picture,
  { threads, seconds }: { threads: number; seconds: number },
  { clock, isTerminal }: CommandContext,
): Promise<Measurement> {
  return withWorker({ threads, isTerminal }, async (pool) => {
    const model = await pool.load(settings);
    for (let index = 0; index < WARM_UP_PICTURES; index += 1) await model.detect(picture, "bench");
    const timesMs: number[] = [];
    const startedMs = clock.monotonicMs();
    while (clock.monotonicMs() - startedMs < seconds * 1_000)
      timesMs.push((await model.detect(picture, "bench")).inferenceMs);
    const elapsedSeconds = (clock.monotonicMs() - startedMs) / 1_000;
    const sorted = timesMs.toSorted((a, b) => a - b);
    const share = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
    const picturesPerSecond = timesMs.length / elapsedSeconds;
    return { threads, pictures: timesMs.length, picturesPerSecond, p50Ms: share(0.5), p99Ms: share(0.99) };
  });
}

/** A striped picture of the size of a usual camera. */
function drawPicture(): Picture {
  const [widthPixels, heightPixels] = [1_280, 720];
  const rgb = new Uint8Array(widthPixels * heightPixels * 3);
  for (let at = 0; at < rgb.length; at += 1) rgb[at] = (at * 7 + Math.floor(at / (widthPixels * 30)) * 40) % 256;
  return { rgb, widthPixels, heightPixels };
}

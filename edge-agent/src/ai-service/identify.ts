import type { AiResult } from "@container-inspection/shared-schemas/ai-protocol";
import type { PooledNumberReader } from "../inference/inference-pool.ts";
import type { Picture } from "../base/pictures/picture.ts";
import { type FusedNumber, fuseLooks } from "../reading/fuse-looks.ts";

/** The reader of container numbers behind the task `identify`. */
export type NumberOffer = {
  task: "identify";
  model: Pick<PooledNumberReader, "name" | "version" | "read">;
  /** A number with less is not the answer. */
  minimumConfidence: number;
};

const MAX_CANDIDATES = 10;

/**
 * Reads the container number of one picture, preferring expected ones; if it abstains, the result states the text it
 * read and the reason.
 */
export async function identify(
  picture: Picture,
  { model, minimumConfidence }: NumberOffer,
  expected: ReadonlySet<string>,
): Promise<Omit<AiResult, "type" | "id">> {
  const { places, inferenceMs } = await model.read(picture, "AI service");
  const looks = places.map((place) => ({ cameraId: "picture", capturedAtMs: 0, place }));
  const readings = fuseLooks(looks, { expected, minimumConfidence });
  const { name, version } = model;
  const { widthPixels: width, heightPixels: height } = picture;
  const facts = { model: { name: name.slice(0, 200), version: version.slice(0, 200) }, width, height, inferenceMs };
  const read = readings.filter(({ kind }) => kind === "read").map(({ number }) => number);
  const [only] = read;
  if (only && read.length === 1) return { ...facts, number: { ...numberOf(only), candidates: alternativesOf(only) } };
  if (read.length > 1) {
    const reason = "the picture shows several containers";
    return { ...facts, number: null, unread: { reason, candidates: read.map(numberOf) } };
  }
  const [best] = readings;
  if (best?.kind !== "abstained") return { ...facts, number: null };
  const candidates = [numberOf(best.number), ...alternativesOf(best.number)];
  return { ...facts, number: null, unread: { reason: REASONS[best.reason], candidates } };
}

const REASONS = {
  disagreement: "no two networks read the same number",
  uncertain: "the number is too uncertain",
} as const;

const numberOf = ({ text, confidence }: Pick<FusedNumber, "text" | "confidence">) => ({ text, confidence });

const alternativesOf = ({ alternatives }: FusedNumber) => alternatives.slice(0, MAX_CANDIDATES).map(numberOf);

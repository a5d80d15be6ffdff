import { setTimeout as delay } from "node:timers/promises";
import type { PastPicture } from "./decode-past.ts";
import type { KeptPackets } from "./kept-packets.ts";
import type { PastPictures } from "./past-pictures.ts";
import { restartDelayMs } from "./restart-delay.ts";
import { SourceError } from "./source-error.ts";
import type { SourceFailure } from "./source-error.ts";
import type { Source, TakePackets } from "./source.ts";

type PictureSize = { widthPixels: number; heightPixels: number };

/** The main stream beside a sub-stream that is watched. `problem`: scans get pictures of the sub-stream. */
export type MainStreamState = { problem: SourceFailure | null; size: PictureSize | null };

export type MainStream = {
  /** Takes the size of the pictures of the sub-stream. */
  watched(size: PictureSize): void;
  state(): MainStreamState;
  /** The picture that arrived nearest to this time. Throws a SourceError where there is none. */
  at(atMs: number): Promise<PastPicture>;
  /** Resolves once it has ended, after `signal` aborted. */
  ended: Promise<void>;
};

type MainStreamParts = {
  readPackets: NonNullable<Source["readPackets"]>;
  kept: KeptPackets;
  pictures: PastPictures;
  /** Shortest and longest pause before it is opened again. */
  restartMinMs: number;
  restartMaxMs: number;
  monotonicMs: () => number;
  random: () => number;
  signal: AbortSignal;
};

/** Pictures for this long forget the failures before. */
const HEALTHY_AFTER_MS = 60_000;
/** A stream without a key picture for this long cannot be decoded. */
const KEY_WITHIN_MS = 30_000;
/** Two streams of one camera show the same when their shapes differ by less: 640 × 352 is the usual 16:9. */
const MAX_SHAPE_DIFFERENCE = 0.03;

/**
 * Reads a camera's main stream without decoding it, and opens it again whenever it fails. Its first key picture is
 * decoded, so that a codec that is not supported and a shape other than the sub-stream's are found at the start.
 */
export function openMainStream(parts: MainStreamParts): MainStream {
  const { kept, pictures, monotonicMs } = parts;
  let problem: SourceFailure | null = null;
  let size: PictureSize | null = null;
  let watched: PictureSize | null = null;

  const at = async (atMs: number) => {
    const picture = await pictures.at(atMs, { waits: problem === null });
    size = { widthPixels: picture.widthPixels, heightPixels: picture.heightPixels };
    return picture;
  };
  const check = async (atMs: number) => {
    problem = await at(atMs).then(
      () => null,
      (error: unknown) => failureOf(error),
    );
  };
  const takePackets: TakePackets = (stream) => {
    const keep = kept.take(stream);
    const beganMs = monotonicMs();
    let hasKey = false;
    return (packet, arrivedAtMs) => {
      keep(packet, arrivedAtMs);
      const isWell = hasKey && problem === null;
      hasKey ||= packet.isKeyframe;
      if (packet.isKeyframe && !isWell) void check(arrivedAtMs);
      if (!hasKey && monotonicMs() - beganMs > KEY_WITHIN_MS) {
        problem = { kind: "codec", message: `has sent no key picture for ${KEY_WITHIN_MS / 1_000} s` };
      }
    };
  };
  const problemNow = () => problem ?? findShapeProblem(size, watched);
  return {
    watched(next) {
      watched = next;
    },
    state: () => ({ problem: problemNow(), size }),
    async at(atMs) {
      const picture = await at(atMs).catch((error: unknown) => {
        // Why the stream fails explains more than that it kept nothing.
        throw problem ? new SourceError(problem.kind, problem.message) : error;
      });
      const shape = findShapeProblem(size, watched);
      if (shape) throw new SourceError(shape.kind, shape.message);
      return picture;
    },
    ended: keepOpen(parts, takePackets, (failure) => {
      problem = failure;
    }),
  };
}

/** Reads the stream, and opens it again whenever it fails, until `signal` aborts. */
async function keepOpen(
  { readPackets, restartMinMs: minMs, restartMaxMs: maxMs, monotonicMs, random, signal }: MainStreamParts,
  takePackets: TakePackets,
  onFailure: (failure: SourceFailure) => void,
): Promise<void> {
  for (let failures = 0; !signal.aborted;) {
    const startedMs = monotonicMs();
    const failure = await readPackets({ takePackets, monotonicMs }, signal).then(() => null, failureOf);
    if (signal.aborted || !failure) return;
    onFailure(failure);
    failures = monotonicMs() - startedMs >= HEALTHY_AFTER_MS ? 1 : failures + 1;
    const waitMs = restartDelayMs(failures, { minMs, maxMs, random });
    await delay(waitMs, undefined, { signal }).catch(() => {});
  }
}

function failureOf(error: unknown): SourceFailure {
  const kind = error instanceof SourceError ? error.kind : "other";
  return { kind, message: error instanceof Error ? error.message : String(error) };
}

/** Returns a failure if the streams differ in shape: findings in one could then not be shown in the other. */
function findShapeProblem(main: PictureSize | null, sub: PictureSize | null): SourceFailure | null {
  if (!main || !sub) return null;
  const ratio = (main.widthPixels * sub.heightPixels) / (main.heightPixels * sub.widthPixels);
  if (Math.abs(ratio - 1) <= MAX_SHAPE_DIFFERENCE) return null;
  const show = ({ widthPixels, heightPixels }: PictureSize) => `${widthPixels} × ${heightPixels} pixels`;
  const message =
    `has ${show(main)} and the sub-stream ${show(sub)}, which is another shape: ` +
    "set the same aspect ratio for both streams in the camera";
  return { kind: "other", message };
}

import type { PastPicture } from "./decode-past.ts";
import { createFinish } from "./finish-pictures.ts";
import type { PictureSettings } from "./finish-pictures.ts";
import type { MainStreamState } from "./main-stream.ts";
import type { Picture, Source, TakePackets } from "./source.ts";
import { parseCameraUrl } from "./sources.ts";

/** The time to ask for a picture's full-size one, and how many times wider that is; undefined: as wide, or unknown. */
type Relation = { arrivedAtMs: number | undefined; fullScale: number | undefined };

/** Access to the full-size pictures of a camera while smaller ones are watched. */
export type FullSize = {
  /** The width that the watched pictures are scaled down to. */
  maxWidthPixels: number | undefined;
  takePackets: TakePackets | undefined;
  /**
   * Relates a watched picture to its full-size one; call it at capture. `arrivedAtMs` is undefined for a full-size
   * picture.
   */
  relate(picture: Picture): Relation;
  /** Throws an error that states why there is none. */
  at(arrivedAtMs: number): Promise<PastPicture>;
  /** Null without a sub-stream. */
  mainStream(): MainStreamState | null;
};

export type FullSizeSettings = Pick<PictureSettings, "maxWidthPixels" | "rotate" | "privacyZones"> & {
  url: string;
  subStream: string | undefined;
  watchWidthPixels: number | undefined;
  keepMs: number;
  keepBytes: number;
  restartMinMs: number;
  restartMaxMs: number;
  decoder: string;
};
const itself: Relation = { arrivedAtMs: undefined, fullScale: undefined };
/** A picture that is wider by less has its full size: widths are rounded. */
const MIN_SCALE = 1.01;

type Surroundings = { monotonicMs: () => number; random: () => number; signal: AbortSignal };

/** Keeps the packets of the main stream where a sub-stream is watched, and of a stream that is scaled down. */
export async function openFullSize(
  settings: FullSizeSettings,
  watched: Source,
  surroundings: Surroundings,
): Promise<FullSize> {
  const { subStream, maxWidthPixels, watchWidthPixels = Infinity } = settings;
  if (subStream !== undefined) return openMain(settings, surroundings);
  const isScaled = watched.readPackets !== undefined && watchWidthPixels < (maxWidthPixels ?? Infinity);
  if (isScaled) return keepOwn({ ...settings, watchWidthPixels }, surroundings);
  return {
    maxWidthPixels,
    takePackets: undefined,
    relate: () => itself,
    at: () => Promise.reject(new Error("the picture has its full size")),
    mainStream: () => null,
  };
}

async function openMain(settings: FullSizeSettings, { monotonicMs, random, signal }: Surroundings): Promise<FullSize> {
  const parsed = parseCameraUrl(settings.url);
  if (!parsed.ok || !parsed.source.readPackets) throw new Error("the main stream of this kind cannot be kept");
  const { openMainStream } = await import("./main-stream.ts");
  const stream = openMainStream({
    ...settings,
    ...(await createStore(settings, monotonicMs)),
    readPackets: parsed.source.readPackets,
    monotonicMs,
    random,
    signal,
  });
  return {
    maxWidthPixels: settings.maxWidthPixels,
    takePackets: undefined,
    relate(picture) {
      stream.watched(picture);
      return { arrivedAtMs: picture.arrivedAtMs ?? monotonicMs(), fullScale: undefined };
    },
    at: (arrivedAtMs) => stream.at(arrivedAtMs),
    mainStream: () => stream.state(),
  };
}

async function keepOwn(
  settings: FullSizeSettings & { watchWidthPixels: number },
  { monotonicMs }: Surroundings,
): Promise<FullSize> {
  const { kept, pictures } = await createStore(settings, monotonicMs);
  const { maxWidthPixels = Infinity, watchWidthPixels } = settings;
  // Until the first picture shows how large they are.
  let isNeeded = true;
  return {
    maxWidthPixels: watchWidthPixels,
    takePackets(stream) {
      const keep = kept.take(stream);
      return (packet, arrivedAtMs) => {
        if (isNeeded) keep(packet, arrivedAtMs);
      };
    },
    relate({ widthPixels, fullScale: ofStream = 1, arrivedAtMs = monotonicMs() }) {
      const fullScale = Math.min(widthPixels * ofStream, maxWidthPixels) / widthPixels;
      isNeeded = fullScale > MIN_SCALE;
      if (isNeeded) return { arrivedAtMs, fullScale };
      kept.clear();
      return itself;
    },
    at: (arrivedAtMs) => pictures.at(arrivedAtMs, { waits: false }),
    mainStream: () => null,
  };
}

async function createStore({ keepMs, keepBytes, decoder, ...settings }: FullSizeSettings, monotonicMs: () => number) {
  // Only here, so that FFmpeg is not loaded for cameras that need none.
  const [{ createKeptPackets }, { createPastPictures }] = await Promise.all([
    import("./kept-packets.ts"),
    import("./past-pictures.ts"),
  ]);
  const kept = createKeptPackets({ keepMs, maxBytes: keepBytes });
  return { kept, pictures: createPastPictures({ kept, decoder, ...createFinish(settings), monotonicMs }) };
}

import { setTimeout as delay } from "node:timers/promises";
import { encodePicture, type SmallPicture } from "../care/watching/encode-picture.ts";
import type { PictureShelf, ShownPicture } from "../care/watching/picture-shelf.ts";
import type { PagePictureSettings } from "../config/page-section.ts";

/** A camera's newest picture, small, and the objects in its pixels. */
type PagePicture = SmallPicture & {
  /** Differs from picture to picture of a camera. */
  version: string;
  /** Time since the picture arrived. */
  ageMs: number;
};

/** The picture of a camera that was encoded last; the picture itself, which is many times larger, is not held. */
type Encoded = { version: string; arrivedAtMs: number; atMs: number; small: Promise<SmallPicture | undefined> };

/** The name under which the page wants pictures. */
const WATCHER = "page";
/** A camera is watched for this long after the last request for its picture. */
const LEASE_MS = 5_000;
const LOOK_MS = 40;
/** Time in ms that a request waits for a picture that it does not have yet. */
const WAIT_MS = 4_000;

/**
 * Gives the page the pictures of cameras for as long as it asks for them. However many pages look, each picture is
 * encoded once.
 */
export function createPagePictures(parts: {
  shelf: Pick<PictureShelf, "want" | "newest">;
  settings: PagePictureSettings;
  monotonicMs: () => number;
}) {
  const { shelf, settings, monotonicMs } = parts;
  const encoded = new Map<string, Encoded>();
  const leases = createLeases(shelf, { monotonicMs, onEnd: (cameraId) => encoded.delete(cameraId) });

  /** The picture encoded last, or a newer one where the pace allows it. */
  const encodeNewest = (cameraId: string) => {
    const picture = shelf.newest(cameraId);
    const last = encoded.get(cameraId);
    const isDue = !last || monotonicMs() - last.atMs >= 1_000 / settings.maxPicturesPerSecond;
    if (!picture || versionOf(picture) === last?.version || !isDue) return picture && last;
    const { arrivedAtMs } = picture;
    const small = encodePicture(picture, settings);
    const next = { version: versionOf(picture), arrivedAtMs, atMs: monotonicMs(), small };
    encoded.set(cameraId, next);
    return next;
  };

  return {
    /** Resolves with a picture of another version than `known`; with undefined if none comes within some seconds. */
    async next(cameraId: string, known: string, signal: AbortSignal): Promise<PagePicture | undefined> {
      const deadlineMs = monotonicMs() + WAIT_MS;
      while (!signal.aborted && monotonicMs() < deadlineMs) {
        leases.renew(cameraId);
        const found = encodeNewest(cameraId);
        if (found && found.version !== known) {
          const small = await found.small;
          if (!small) return undefined;
          const ageMs = Math.round(monotonicMs() - found.arrivedAtMs);
          return { ...small, version: found.version, ageMs };
        }
        await delay(LOOK_MS);
      }
      return undefined;
    },
    /** Resolves with a picture, not scaled down, that arrives from now on; with undefined if none comes in time. */
    async take(cameraId: string, timeoutMs: number, signal: AbortSignal): Promise<ShownPicture | undefined> {
      const startMs = monotonicMs();
      while (!signal.aborted && monotonicMs() - startMs < timeoutMs) {
        leases.renew(cameraId);
        const picture = shelf.newest(cameraId);
        if (picture && picture.arrivedAtMs >= startMs) return picture;
        await delay(LOOK_MS);
      }
      return undefined;
    },
    stop: () => leases.stop(),
  };
}
export type PagePictures = ReturnType<typeof createPagePictures>;

const versionOf = ({ frame }: ShownPicture) => `${frame.index}-${Math.round(frame.monotonicMs)}`;

/** Keeps the list of cameras that the page watches: each for some seconds after a request. */
function createLeases(
  shelf: Pick<PictureShelf, "want">,
  { monotonicMs, onEnd }: { monotonicMs: () => number; onEnd: (cameraId: string) => void },
) {
  const untilMs = new Map<string, number>();
  const publish = () => shelf.want(WATCHER, [...untilMs.keys()]);
  const expire = () => {
    const ended = [...untilMs].filter(([, atMs]) => atMs <= monotonicMs());
    for (const [cameraId] of ended) {
      untilMs.delete(cameraId);
      onEnd(cameraId);
    }
    if (ended.length > 0) publish();
  };
  const timer = setInterval(expire, 1_000);
  return {
    renew(cameraId: string): void {
      const isNew = !untilMs.has(cameraId);
      untilMs.set(cameraId, monotonicMs() + LEASE_MS);
      if (isNew) publish();
    },
    stop(): void {
      clearInterval(timer);
      untilMs.clear();
      publish();
    },
  };
}

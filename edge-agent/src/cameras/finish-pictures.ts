import { createPrivacyMask } from "./privacy-zones.ts";
import type { PrivacyZone } from "./privacy-zones.ts";
import type { Picture, Source, SourceSettings } from "./source.ts";
import { turnPicture } from "./turn-picture.ts";
import type { Turn } from "./turn-picture.ts";

/** Settings for the pictures of every kind of camera, applied before they leave the camera's process. */
export type PictureSettings = {
  maxWidthPixels: number | undefined;
  framesPerSecond: number | undefined;
  /** Rotation for a camera that is mounted turned. */
  rotate: Turn;
  privacyZones: readonly PrivacyZone[];
};

type Finish = {
  /** Size to which the source scales its pictures. */
  limits: Pick<SourceSettings, "maxWidthPixels" | "maxHeightPixels">;
  /** Turns and masks a picture; the masks are painted in place. */
  finish: <Finished extends Pick<Picture, "widthPixels" | "heightPixels" | "rgb">>(picture: Finished) => Finished;
};

/** Prepares turning and masking of pictures; `maxWidthPixels` is the width of the turned picture. */
export function createFinish({
  maxWidthPixels,
  rotate,
  privacyZones,
}: Pick<PictureSettings, "maxWidthPixels" | "rotate" | "privacyZones">): Finish {
  const isSideways = rotate === 90 || rotate === 270;
  const mask = createPrivacyMask(privacyZones);
  return {
    limits: {
      maxWidthPixels: isSideways ? undefined : maxWidthPixels,
      maxHeightPixels: isSideways ? maxWidthPixels : undefined,
    },
    finish(picture) {
      const turned = turnPicture(picture, rotate);
      mask(turned);
      return turned;
    },
  };
}

/** The source's pictures, turned and masked. */
export async function* finishPictures(
  source: Source,
  settings: PictureSettings,
  surroundings: Pick<
    SourceSettings,
    | "decoder"
    | "onDecoder"
    | "onLeftOut"
    | "takePackets"
    | "look"
    | "monotonicMs"
    | "onWaiting"
    | "onWarning"
    | "stateFile"
  >,
  signal: AbortSignal,
): AsyncGenerator<Picture> {
  const { limits, finish } = createFinish(settings);
  const { framesPerSecond } = settings;
  for await (const picture of source.pictures({ ...limits, framesPerSecond, ...surroundings }, signal)) {
    yield finish(picture);
  }
}

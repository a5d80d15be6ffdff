import { createPrivacyMask } from "./privacy-zones.ts";
import type { PrivacyZone } from "./privacy-zones.ts";
import type { Picture, Source, SourceSettings } from "./source.ts";
import { turnPicture } from "./turn-picture.ts";
import type { Turn } from "./turn-picture.ts";

/** What is done to the pictures of every kind of camera before they leave the camera's process. */
export type PictureSettings = {
  maxWidthPixels: number | undefined;
  framesPerSecond: number | undefined;
  /** For a camera that is mounted turned. */
  rotate: Turn;
  privacyZones: readonly PrivacyZone[];
};

/** The source's pictures, turned and masked; `maxWidthPixels` is the width of the turned picture. */
export async function* finishPictures(
  source: Source,
  { maxWidthPixels, framesPerSecond, rotate, privacyZones }: PictureSettings,
  surroundings: Pick<
    SourceSettings,
    "decoder" | "onDecoder" | "onLeftOut" | "look" | "monotonicMs" | "onWaiting" | "onWarning" | "stateFile"
  >,
  signal: AbortSignal,
): AsyncGenerator<Picture> {
  const isSideways = rotate === 90 || rotate === 270;
  const settings = {
    maxWidthPixels: isSideways ? undefined : maxWidthPixels,
    maxHeightPixels: isSideways ? maxWidthPixels : undefined,
    framesPerSecond,
    ...surroundings,
  };
  const mask = createPrivacyMask(privacyZones);
  for await (const picture of source.pictures(settings, signal)) {
    const turned = turnPicture(picture, rotate);
    mask(turned);
    yield turned;
  }
}

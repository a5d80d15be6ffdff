import sharp from "sharp";
import type { ShownPicture } from "./picture-shelf.ts";

/** A small JPEG, and the objects in its pixels. */
export type SmallPicture = {
  jpeg: Buffer;
  widthPixels: number;
  heightPixels: number;
  objects: ShownPicture["objects"];
};

/** The cloud takes no larger ones. */
const MAX_SIDE_PIXELS = 1_280;
const MAX_BYTES = 250_000;
/** Tried one after the other until the picture is small enough. */
const QUALITIES = [60, 35, 15];

/** Scales a picture down to a width and encodes it; undefined if it is too large even at the lowest quality. */
export async function encodePicture(
  { frame, objects }: ShownPicture,
  { maxWidthPixels }: { maxWidthPixels: number },
): Promise<SmallPicture | undefined> {
  const raw = { width: frame.widthPixels, height: frame.heightPixels, channels: 3 } as const;
  const size = { width: Math.min(maxWidthPixels, MAX_SIDE_PIXELS), height: MAX_SIDE_PIXELS };
  for (const quality of QUALITIES) {
    const { data: jpeg, info } = await sharp(frame.rgb, { raw })
      .resize({ ...size, fit: "inside", withoutEnlargement: true })
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true });
    if (jpeg.length > MAX_BYTES) continue;
    const [byX, byY] = [info.width / frame.widthPixels, info.height / frame.heightPixels];
    const scaled = objects.map(({ box, ...object }) => ({
      ...object,
      box: { x1: box.x1 * byX, y1: box.y1 * byY, x2: box.x2 * byX, y2: box.y2 * byY },
    }));
    return { jpeg, widthPixels: info.width, heightPixels: info.height, objects: scaled };
  }
  return undefined;
}

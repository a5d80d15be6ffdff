import type { Picture } from "../base/pictures/picture.ts";
import { resizeBilinear } from "../base/pictures/resize-bilinear.ts";
import { type Character, findCharacters, withoutDoubles } from "./find-characters.ts";

/** The detector of characters: rows and columns are a quarter of the picture's size. */
export type CharacterFinder = (picture: Picture) => Promise<{ data: Float32Array; rows: number; columns: number }>;

/** The detector knows characters of 10 to 60 pixels: larger ones are found in a smaller picture. */
const SCALES = [1, 0.5, 0.25] as const;
const MIN_SIDE_PIXELS = 160;
const MAX_SIDE_PIXELS = 1_600;
const MINIMUM_SCORE = 0.2;
/** Side to which a small picture is enlarged, and by how much: less adds nothing, more has no further detail. */
const ENLARGED_SIDE_PIXELS = 1_300;
const [LEAST_ENLARGED, MAX_ENLARGED] = [1.3, 2];

/** The characters of a picture, each found once. */
export async function findPictureCharacters(picture: Picture, find: CharacterFinder): Promise<Character[]> {
  const found: Character[] = [];
  const longest = longestOf(picture);
  const largest = Math.min(1, MAX_SIDE_PIXELS / longest);
  for (const scale of SCALES.map((share) => share * largest)) {
    if (scale < largest && longest * scale < MIN_SIDE_PIXELS) continue;
    found.push(...(await findAt(scale, picture, find)));
  }
  return withoutDoubles(found);
}

/**
 * The characters of a picture, with those that are only found once it is enlarged, as small ones of photographs are;
 * null for a picture that is large already. It takes several times as long as the picture itself.
 */
export async function findSmallCharacters(
  picture: Picture,
  found: readonly Character[],
  find: CharacterFinder,
): Promise<Character[] | null> {
  const scale = Math.min(MAX_ENLARGED, ENLARGED_SIDE_PIXELS / longestOf(picture));
  if (scale < LEAST_ENLARGED) return null;
  return withoutDoubles([...found, ...(await findAt(scale, picture, find))]);
}

async function findAt(scale: number, picture: Picture, find: CharacterFinder): Promise<Character[]> {
  const output = await find(scale === 1 ? picture : resized(picture, scale));
  return findCharacters(output, { scale, minimumScore: MINIMUM_SCORE });
}

const longestOf = ({ widthPixels, heightPixels }: Picture): number => Math.max(widthPixels, heightPixels);

function resized(picture: Picture, scale: number): Picture {
  const widthPixels = Math.max(1, Math.round(picture.widthPixels * scale));
  const heightPixels = Math.max(1, Math.round(picture.heightPixels * scale));
  const rgb = new Uint8Array(widthPixels * heightPixels * 3);
  resizeBilinear(picture, { widthPixels, heightPixels }, (y, row) => rgb.set(row, y * widthPixels * 3));
  return { rgb, widthPixels, heightPixels };
}

import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { resolveModelFile } from "../config/files.ts";
import { readNumbers } from "../reading/read-number.ts";
import { drawText, widthOfText } from "../stations/labels/draw-text.ts";
import { openNumberNetworks } from "./number-networks.ts";

const NUMBER = "CSQU3054383";
const SIZE = { widthPixels: 480, heightPixels: 160 };

/** A number on a painted wall, with a check digit that stands apart. */
async function paintNumber() {
  const { widthPixels, heightPixels } = SIZE;
  const [sizePixels, y, colour] = [36, 90, "#eeeeee"];
  const [whole, digit] = [`${NUMBER.slice(0, 4)} ${NUMBER.slice(4, 10)}`, NUMBER.slice(10)];
  const apart = 60 + widthOfText(whole, sizePixels) + 24;
  const texts = [
    drawText(whole, { x: 60, y, sizePixels, colour }),
    drawText(digit, { x: apart, y, sizePixels, colour }),
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPixels}" height="${heightPixels}"><rect width="100%" height="100%" fill="#8a3324"/>${texts.join("")}</svg>`;
  return { rgb: new Uint8Array(await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer()), ...SIZE };
}

test("the recogniser of real text comes as a package, and votes with both bundled networks", async () => {
  const networks = await openNumberNetworks({
    characters: resolveModelFile("bundled:number-characters", "/"),
    lines: ["bundled:number-lines", "bundled:real-text-lines"].map((name) => resolveModelFile(name, "/")),
    threads: 1,
  });
  onTestFinished(() => networks.close());
  const places = await readNumbers(await paintNumber(), networks);
  expect(places.map(({ candidates: [best], isAgreed }) => [best?.text, isAgreed])).toEqual([[NUMBER, true]]);
  expect(places[0]?.confidence).toBeGreaterThan(0.95);
});

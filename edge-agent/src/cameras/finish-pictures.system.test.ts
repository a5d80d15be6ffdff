import { expect, test } from "vitest";
import { closeCameras, openTestCamera, takeFrames } from "./camera-contract.ts";
import { createPrivacyMask } from "./privacy-zones.ts";
import { turnPicture } from "./turn-picture.ts";
import { afterEach } from "vitest";

afterEach(closeCameras);

/** 3 × 2 pixels, each with its number in all three channels. */
const numbered = () => ({
  ptsMs: 0,
  widthPixels: 3,
  heightPixels: 2,
  rgb: Uint8Array.from([1, 2, 3, 4, 5, 6].flatMap((value) => [value, value, value])),
});
const reds = ({ rgb }: { rgb: Uint8Array }) => [...rgb].filter((_, at) => at % 3 === 0);

test.each([
  [0, 3, 2, [1, 2, 3, 4, 5, 6]],
  [90, 2, 3, [4, 1, 5, 2, 6, 3]],
  [180, 3, 2, [6, 5, 4, 3, 2, 1]],
  [270, 2, 3, [3, 6, 2, 5, 1, 4]],
] as const)("a picture is turned clockwise by %d degrees", (turn, widthPixels, heightPixels, pixels) => {
  const turned = turnPicture(numbered(), turn);
  expect(turned).toMatchObject({ widthPixels, heightPixels });
  expect(reds(turned)).toEqual(pixels);
});

test("a privacy zone is painted black with every pixel that it touches, the rest stays", () => {
  const picture = { ptsMs: 0, widthPixels: 10, heightPixels: 10, rgb: new Uint8Array(300).fill(200) };
  createPrivacyMask([
    [
      [0.25, 0.2],
      [0.5, 0.2],
      [0.5, 0.6],
      [0.25, 0.6],
    ],
    [
      [0.8, 1],
      [1, 1],
      [1, 0.8],
    ],
  ])(picture);
  const rows = Array.from({ length: 10 }, (_, row) =>
    reds({ rgb: picture.rgb.subarray(row * 30, row * 30 + 30) })
      .map((value) => (value === 0 ? "#" : "."))
      .join(""),
  );
  expect(rows).toEqual([
    "..........",
    "..........",
    "..###.....",
    "..###.....",
    "..###.....",
    "..###.....",
    "..........",
    "..........",
    ".........#",
    "........##",
  ]);
});

test("a camera's pictures are turned, scaled and masked before they leave its process", async () => {
  const camera = openTestCamera({
    url: "test:pattern?width=160&height=120",
    rotate: 90,
    maxWidthPixels: 60,
    privacyZones: [
      [
        [0, 0],
        [1, 0],
        [1, 0.5],
        [0, 0.5],
      ],
    ],
  });
  const [frame] = await takeFrames(camera, 1);
  expect(frame).toMatchObject({ widthPixels: 60, heightPixels: 80 });
  const half = (60 * 80 * 3) / 2;
  expect(frame?.rgb.subarray(0, half).every((value) => value === 0)).toBe(true);
  expect(frame?.rgb.subarray(half).some((value) => value === 0)).toBe(false);
});

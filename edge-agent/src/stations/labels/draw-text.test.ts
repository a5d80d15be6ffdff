import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { drawText, widthOfText } from "./draw-text.ts";
import { readLetters } from "./read-letters.ts";

const place = { x: 10, y: 20, sizePixels: 12, colour: "#ffffff" };

test("the letters are those of the font: node edge-agent/src/stations/labels/write-letters.ts", () => {
  expect(readFileSync(new URL("./letters.json", import.meta.url), "utf8")).toBe(readLetters());
});

test("Latin, Greek and Cyrillic are drawn as outlines, which need no font of the machine", () => {
  for (const text of ["carton 90 %", "Fässer", "Łódź", "κιβώτιο", "ящик", '"><&']) {
    const drawn = drawText(text, place);
    expect(drawn).not.toContain("<text");
    expect(drawn.match(/<path /g)).toHaveLength(text.replaceAll(" ", "").length);
  }
});

test("a text in another script is left to the fonts of the machine, and nothing in it becomes markup", () => {
  expect(drawText("箱 <b> & \u0000", place)).toContain(">箱 &lt;b&gt; &amp; ?</text>");
});

test("each letter begins where the one before it ends", () => {
  const drawn = drawText("il", place);
  const [, second] = [...drawn.matchAll(/translate\((\d+) 0\)/g)].map(([, at]) => Number(at));
  expect((second ?? 0) * (12 / 2048)).toBeCloseTo(widthOfText("i", 12));
  expect(widthOfText("箱", 12)).toBe(12);
});

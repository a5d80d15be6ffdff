import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import { describe, expect, test } from "vitest";
import { commodities } from "./commodities.ts";
import { drawCargo } from "./cargo.ts";
import { weightOf } from "./cargo-items.ts";
import { drawLoad, isMet, measureRow, shareOf } from "./measure.ts";
import { bundledModel, detect, goodModel } from "./model.ts";
import { createRandom } from "./random.ts";
import { type Row, rows } from "./rows.ts";

const LOADS = 250;
const numbers = Array.from({ length: LOADS }, (_, index) => index);

describe("a sample of the benchmark's loads", () => {
  test.each(rows.filter(({ limits }) => limits.length > 0))("$about: within its limits", (row: Row) => {
    const measured = measureRow(row, LOADS);
    const missed = row.limits.filter((limit) => !isMet(shareOf(measured, limit), limit));
    expect({ missed, ...measured.lanes }).toMatchObject({ missed: [] });
  });
});

test("the same number draws the same load, another number another one", () => {
  for (const row of rows) {
    expect(drawLoad(row, 7)).toEqual(drawLoad(row, 7));
    expect(drawLoad(row, 7)).not.toEqual(drawLoad(row, 8));
  }
});

test("honest cargo fits its container, and every kind of goods comes up", () => {
  const cargos = numbers.flatMap((index) => [1, 2, 3].map((part) => drawCargo(createRandom(`fits/${index}/${part}`))));
  for (const { items, tare } of cargos) expect(weightOf(items) + tare).toBeLessThanOrEqual(30_480);
  const drawn = new Set(cargos.flatMap(({ items }) => items.map(({ commodity }) => commodity)));
  expect(drawn.size).toBe(commodities.length);
});

test("loads are valid input for the edge and the cloud: valid numbers, at most 1,000 detections, areas and confidences in range", () => {
  for (const row of rows)
    for (const index of numbers.slice(0, 50)) {
      const { containerNumber, pictures } = drawLoad(row, index);
      expect(parseContainerNumber(containerNumber)?.check).toBe("valid");
      for (const { detections } of pictures) {
        expect(detections.length).toBeLessThanOrEqual(1_000);
        for (const { confidence, areaPercentage } of detections) {
          expect(confidence).toBeGreaterThanOrEqual(0.25);
          expect(confidence).toBeLessThanOrEqual(1);
          expect(areaPercentage).toBeLessThanOrEqual(40);
        }
      }
    }
});

/** Within 1.5 percentage points: three standard deviations of 10,000 draws. */
const SLACK = 0.015;

test.each([
  ["the bundled model", bundledModel, 0.888, 0.16, 0.53],
  ["a good model", goodModel, 0.95, 0.005, 0.05],
])("%s finds, misnames and adds as often as its card states", (_name, model, found, misnamed, stray) => {
  const random = createRandom("rates");
  const rolls = Array.from({ length: 10_000 }, () =>
    detect([{ className: "roll", areaPercentage: 40 }], model, random),
  );
  const detections = rolls.flat();
  const things = detections.filter(({ areaPercentage }) => areaPercentage === 40);
  const wrong = things.filter(({ className }) => className !== "roll");
  expect(Math.abs(things.length / rolls.length - found)).toBeLessThan(SLACK);
  expect(Math.abs(wrong.length / things.length - misnamed)).toBeLessThan(SLACK);
  expect(Math.abs((detections.length - things.length) / rolls.length - stray)).toBeLessThan(SLACK);
});

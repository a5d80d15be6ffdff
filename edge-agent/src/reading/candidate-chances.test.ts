import { expect, test } from "vitest";
import { weighCandidates } from "./candidate-chances.ts";
import { weightsOf } from "./number-weights.ts";

const chancesOf = (...logs: [charactersLog: number, linesLog: number][]) =>
  weighCandidates(
    logs.map(([charactersLog, linesLog], index) => ({ text: String(index), charactersLog, linesLogs: [linesLog] })),
    weightsOf(1),
  ).map(({ chance }) => chance);

test("a number that explains what both networks found is nearly certain", () => {
  expect(chancesOf([-0.1, -1.2], [-4.3, -44])[0]).toBeGreaterThan(0.999);
});

test("characters that a number leaves unexplained count against it, even if the other numbers are far behind", () => {
  // Of a drawing of XKYU3301114, read as KYUU3301214; and of EBOU6878980, read as EDDU6878980.
  expect(chancesOf([-7.5, -10], [-9.3, -21.3], [-9.1, -40], [-9.4, -72.4])[0]).toBeLessThan(0.95);
  expect(chancesOf([-3.3, -27.4], [-12, -60])[0]).toBeLessThan(0.7);
});

test("both networks err together: a number that they make a little likelier is not certain", () => {
  // Of a drawing of GWNU8574800, read as GMNU8574800.
  expect(chancesOf([-0.6, -1.9], [-4.3, -4.4])[0]).toBeLessThan(0.95);
});

test("two numbers that nearly explain it share the chance, the likelier first", () => {
  const [first, second] = chancesOf([-1, -2], [-0.9, -1.9]);
  expect(first).toBeGreaterThan(second ?? 1);
  expect(first).toBeLessThan(0.6);
});

test("the chances leave room for whatever is none of the candidates, all of it where there is none", () => {
  const rest = (...logs: [number, number][]) => 1 - chancesOf(...logs).reduce((sum, chance) => sum + chance, 0);
  expect(rest()).toBe(1);
  expect(rest([0, 0])).toBeLessThan(0.001);
  expect(rest([-11, -60], [-12, -70])).toBeGreaterThan(0.99);
});

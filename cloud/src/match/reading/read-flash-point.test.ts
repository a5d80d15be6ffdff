import { expect, test } from "vitest";
import { readFlashPoint } from "./read-flash-point.ts";

test.each([
  ["flash point 23 °C", "", 23],
  ["FP 23C", "", 23],
  ["FP -18 C", "", -18],
  ["FP: −18 °C", "", -18],
  ["-4 °C", "", -4],
  ["FP (-18 °C)", "", -18],
  ["FP minus 18 C", "", -18],
  ["FP-18 C", "", 18],
  ["flash point 22,6 °C", "", 23],
  ["flash point 22.4 degrees", "", 22],
  ["flash point 73 °F", "", 23],
  ["flash point 73F", "", 23],
  ["flash point 140 deg. Fahrenheit", "", 60],
  ["flash point 140 degrees Fahrenheit", "", 60],
  ["flash point -4 ℉", "", -20],
  ["flash point 23 °C, boils at 140 °F", "", 23],
  ["- oil, flash point 93 °C", "oil", 93],
  ["flash point ２３ ºC", "", 23],
  ["flash point 23 filters", "", 23],
  ["24 drums of oil, flash point 93 °C", "24 drum of oil", 93],
  ["4.5 l oil, 24 drums, FP 93 °C", "4 5 l oil 24 drum", 93],
  ["flash point high", "", undefined],
  ["24 drums, flash point high", "24 drum", undefined],
  [undefined, "", undefined],
])("%s is read after %j as %s", (description, before, degrees) =>
  expect(readFlashPoint(description, before)).toBe(degrees),
);

test("a number beyond the read part of a description is ignored", () => {
  expect(readFlashPoint(`flash point ${" ".repeat(485)}23 °C`, "")).toBe(23);
  expect(readFlashPoint(`flash point ${" ".repeat(488)}23 °C`, "")).toBeUndefined();
});

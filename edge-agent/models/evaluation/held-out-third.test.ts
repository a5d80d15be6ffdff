import { expect, test } from "vitest";
import { isHeldOut } from "./held-out-third.ts";

test("a third of all numbers is held out, the same ones for ever", () => {
  const numbers = Array.from({ length: 3_000 }, (_, serial) => `CSQU${String(serial).padStart(7, "0")}`);
  const share = numbers.filter(isHeldOut).length / numbers.length;
  expect(share).toBeCloseTo(1 / 3, 1);
  const known = ["APZU4812090", "CSQU3054383", "HLXU2008419", "MEDU6246078", "TCLU9826835", "TGHU7599330"];
  expect(known.filter(isHeldOut)).toEqual(["APZU4812090", "TCLU9826835"]);
});

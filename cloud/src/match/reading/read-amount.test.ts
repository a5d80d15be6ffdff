import { expect, test } from "vitest";
import { readUnit } from "./read-amount.ts";

test.each<[object, string | undefined]>([
  [{ quantity: { value: 5, unit: " pcs. " } }, "PCS"],
  [{ quantity: 5, quantityUnit: "p.c." }, "P.C"],
  [{ quantity: 5, unit: "C62" }, "C62"],
  [{ quantity: 5, unitCode: "kgm" }, "KGM"],
  [{ quantity: { value: 5, unit: 7 }, unit: "CT" }, "CT"],
  [{ quantity: 5, unit: " . " }, undefined],
  [{ quantity: 5 }, undefined],
])("the unit of %j is %s", (raw, unit) => expect(readUnit({ ...raw })).toBe(unit));

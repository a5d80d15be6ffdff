import { expect, test } from "vitest";
import { bundledMap } from "../bundled/category-map.ts";
import { compileMap } from "./compile-map.ts";
import { readDeclaredGoods } from "./read-goods.ts";

const map = compileMap(1, bundledMap);
const read = (...goods: unknown[]) => readDeclaredGoods(goods, map, 0);
const line = (facts: Record<string, unknown>) => {
  const found = read(facts);
  return found.kind === "laden" ? found.lines[0] : undefined;
};

test("a description that begins with empty and goes further is an empty container that is not certain", () => {
  const goods = read({ description: "EMPTY QWERTZ AS AGREED" });
  expect(goods).toMatchObject({ kind: "empty", unsure: [{ mayBeEmpty: true, kind: "unknown" }] });
  expect(read({ description: "EMPTY QWERTZ" }, { description: "coffee" })).toMatchObject({
    kind: "laden",
    lines: [{ kind: "unknown" }, { kind: "goods" }],
  });
  expect(line({ description: "EMPTY QWERTZ", packageCode: "CT", numberOfPackages: 40 })?.kind).toBe("goods");
});

test("a description that states more packages than the fields counts, and the fields are kept", () => {
  const garments = { description: "1X40'HC STC 1,200 CTNS GARMENTS", packageCode: "CT" };
  expect(line({ ...garments, numberOfPackages: 1 })).toMatchObject({ packageCount: 1_200, countInFields: 1 });
  expect(line({ ...garments, numberOfPackages: 1_200 })).not.toHaveProperty("countInFields");
  expect(line({ ...garments, numberOfPackages: "12.5" })).toMatchObject({
    packageCount: undefined,
    countNotUnderstood: "12.5",
  });
});

import { describe, expect, test } from "vitest";
import { inEnglish } from "../testing/in-english.ts";
import { bundledMap } from "../bundled/category-map.ts";
import { compileMap } from "./compile-map.ts";
import { readDeclaredGoods } from "./read-goods.ts";

const map = compileMap(3, bundledMap);
const read = (...goods: unknown[]) => readDeclaredGoods(goods, map, 0);
const lines = (...goods: unknown[]) => {
  const found = read(...goods);
  return found.kind === "laden" ? found.lines : [];
};
const line = (facts: Record<string, unknown>) => lines(facts)[0];
/** The explanations of a line's classes. */
const why = (facts: Record<string, unknown>) => [...(line(facts)?.classes.values() ?? [])];
const classesOf = (facts: Record<string, unknown>) => [...(line(facts)?.classes.keys() ?? [])];

describe("a list of goods", () => {
  test.each([[null], [undefined], [{ description: "oil" }], ["oil"], [[null, "oil", 7, ["oil"]]]])(
    "%j states nothing",
    (goods) => expect(readDeclaredGoods(goods, map, 0)).toEqual({ kind: "not-stated" }),
  );

  test("holds one line per object, with its position and its manifest", () => {
    expect(inEnglish(read({}))).toMatchObject({
      kind: "laden",
      lines: [{ line: 1, manifest: 0, label: "item 1", kind: "unknown" }],
    });
    const goods = readDeclaredGoods([{}, null, { description: "EMPTY" }, {}], map, 2);
    const places = [1, 4].map((at) => ({ line: at, manifest: 2, label: `item ${at}` }));
    expect(inEnglish(goods)).toMatchObject({ lines: places });
  });

  test("is read into facts", () => {
    const raw = {
      description: "Green coffee in bags",
      hsCode: "HS 0901.11",
      packageCode: " sa ",
      numberOfPackages: "300",
      quantity: 5,
    };
    expect(inEnglish(line(raw))).toEqual({
      line: 1,
      manifest: 0,
      manifestId: undefined,
      whose: "",
      label: "Green coffee in bags",
      words: "green coffee in bag",
      hs: "090111",
      packageCode: "SA",
      packageCount: 300,
      classes: new Map([["sack", "package code SA → sack"]]),
      countedAs: "sack",
      kind: "goods",
      raw,
    });
  });
});

describe("classes that may show a line", () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ["package code before HS code and words", { description: "oil drums", hsCode: "0901", packageCode: "CT" },
      ["package code CT → carton"]],
    ["goods on pallets by their HS code, and packages by the words", { description: "stc 1200 ctns wine", hsCode: "220421", packageCode: "PX" },
      ["package code PX → pallet", "HS 220421 → carton", "HS 220421 → crate"]],
    ["goods on pallets by their words", { description: "coffee", packageCode: "PX" }, ["package code PX → pallet", "word coffee → sack"]],
    ["code PK names no class", { hsCode: "0901", packageCode: "PK" }, ["HS 0901 → sack"]],
    ["code PP names no class", { hsCode: "0901", packageCode: "PP" }, ["HS 0901 → sack"]],
    ["code NE names no class", { hsCode: "8703", packageCode: "NE" }, ["HS 8703 → vehicle"]],
    ["code of three letters names no class", { hsCode: "0901", packageCode: "CTN" }, ["HS 0901 → sack"]],
    ["HS code before words", { description: "oil", hsCode: "0901" }, ["HS 0901 → sack"]],
    ["six digits before four", { hsCode: "0901210000" }, ["HS 090121 → carton", "HS 090121 → sack"]],
    ["four digits before two", { hsCode: "09011100" }, ["HS 0901 → sack"]],
    ["two digits", { hsCode: "09" }, ["HS 09 → carton", "HS 09 → sack"]],
    ["packages by words beside an HS code", { description: "coffee in cartons", hsCode: "0901" },
      ["HS 0901 → sack", "word carton → carton"]],
    ["words where the map does not know the HS code", { description: "coffee", hsCode: "9801" }, ["word coffee → sack"]],
    ["words where there is no code", { description: "oil and coffee", packageCode: 7, hsCode: "0" },
      ["word oil → drum", "word coffee → sack"]],
    ["the longest phrase hides shorter ones", { description: "COFFEE MACHINES" }, ["word coffee machine → carton"]],
    ["an exception", { description: "van Gogh" }, []],
    ["nothing known", { description: "qwertz oily foil coffees-x" }, ["word coffee → sack", "word foil → roll"]],
  ])("%s", (_name, facts, expected) => expect(why(facts).map(String).toSorted()).toEqual(expected.toSorted())); // prettier-ignore

  test("a phrase of an old map's list and one of a translation count equally", () => {
    const {
      hsCodes: _codes,
      packageWords: _words,
      translations: _translations,
      whole: _whole,
      ...old
    } = bundledMap.classes[0]!;
    const goods = readDeclaredGoods([{ hsCode: "6109" }], compileMap(1, { ...bundledMap, classes: [old] }), 0);
    expect(inEnglish(goods)).toMatchObject({ lines: [{ classes: new Map([["carton", "HS 61 → carton"]]) }] });
  });
});

describe("cases of customs officers", () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ["05 scrap", { description: "HMS 1/2 80:20 scrap loose", hsCode: "720449" }, ["scrap", "sack"]],
    ["06 used cars", { description: "3 used cars", hsCode: "870323" }, ["vehicle"]],
    ["06b nine digits", { hsCode: "870323919" }, ["vehicle"]],
    ["06c car and effects", { description: "1 used car and personal effects", hsCode: "870323" }, ["vehicle", "carton"]],
    ["06c without a code", { description: "1 used car and personal effects" }, ["vehicle", "carton"]],
    ["07 household goods", { description: "Household goods" }, ["carton"]],
    ["08 coffee", { description: "Coffee in bags", hsCode: "0901.11" }, ["sack"]],
    ["11 excavator", { description: "Excavator", hsCode: "842952" }, ["machinery", "vehicle"]],
    ["13 wine on pallets", { description: "STC 1200 ctns wine", packageCode: "PX" }, ["pallet", "carton"]],
    ["15 German", { description: "Rohkaffee in Säcken" }, ["sack"]],
    ["15b German plywood", { description: "SPERRHOLZ" }, ["crate", "bundle"]],
    ["16 Spanish", { description: "Vinos tintos en cajas" }, ["carton"]],
    ["17 Chinese", { description: "塑料玩具" }, ["carton"]],
    ["18 prefix and dots", { description: "x", hsCode: "HS: 0901.11" }, ["sack"]],
    ["19 eleven digits", { hsCode: "09011100000" }, ["sack"]],
    ["29 car parts", { description: "CAR PARTS" }, ["carton", "crate"]],
    ["29 car parts by code", { description: "CAR PARTS", hsCode: "870899" }, ["carton", "crate"]],
    ["29 used car parts", { description: "USED CAR PARTS" }, ["carton", "crate"]],
    ["29 spare parts", { description: "Truck spare parts, tractor components" }, ["carton", "crate"]],
    ["29 parts for", { description: "spare parts for excavators" }, ["carton", "crate"]],
    ["29 a car and parts", { description: "used car and spare parts" }, ["vehicle", "carton", "crate"]],
    ["29 German", { description: "Ersatzteile für Lkw" }, ["carton", "crate"]],
    ["29 Spanish", { description: "Repuestos para camiones" }, ["carton", "crate"]],
    ["29 French", { description: "Pièces détachées pour voitures" }, ["carton", "crate"]],
    ["29 Chinese", { description: "二手车零部件" }, ["carton", "crate"]],
    ["rice cookers", { description: "rice cookers" }, ["carton"]],
    ["30 seats", { description: "BABY CAR SEATS" }, ["carton"]],
    ["31 coffee machines", { description: "COFFEE MACHINES", hsCode: "851671" }, ["carton"]],
    ["31 coffee machines for bars", { description: "COFFEE MACHINES", hsCode: "841981" }, ["carton", "crate", "machinery"]],
    ["32b truck tyres", { description: "TRUCK TYRES", hsCode: "401120" }, ["roll"]],
    ["32b without a code", { description: "truck tyres" }, ["roll"]],
    ["42 cotton", { description: "raw cotton in bales", hsCode: "520100" }, ["carton", "sack"]],
    ["43 bananas", { hsCode: "080390" }, ["carton", "crate"]],
    ["F7 yarn", { hsCode: "520512", packageCode: "PX" }, ["pallet", "carton", "sack", "roll"]],
    ["G8 bolts", { hsCode: "731815" }, ["carton", "crate", "sack"]],
    ["bus bars", { description: "copper bus bars" }, ["crate"]],
    ["engine oil", { description: "engine oil" }, ["drum"]],
    ["paper machine", { description: "PAPER MACHINE" }, ["machinery"]],
    ["French", { description: "Café vert en sacs" }, ["sack"]],
    ["French coffee machines", { description: "Machines à café" }, ["carton"]],
    ["German coffee machines", { description: "Kaffeemaschinen" }, ["carton"]],
    ["Spanish car parts", { description: "repuestos" }, ["carton", "crate"]],
    ["Chinese coffee", { description: "咖啡豆" }, ["sack"]],
    ["Chinese coffee machine", { description: "咖啡机" }, ["carton"]],
    ["Chinese car parts", { description: "汽车零部件" }, ["carton", "crate"]],
    ["Chinese car", { description: "二手车" }, ["vehicle"]],
    ["umlauts written out", { description: "MOEBEL" }, ["carton"]],
    ["machine parts", { description: "parts", hsCode: "843149" }, ["carton", "crate"]],
    ["a trailer", { hsCode: "871639" }, ["vehicle", "crate"]],
    ["parts of a trailer", { hsCode: "871690" }, ["carton", "crate"]],
  ])("%s", (_name, facts, expected) => expect(classesOf(facts).toSorted()).toEqual(expected.toSorted())); // prettier-ignore
});

test.each([
  ["CT", "CT"],
  [" ct\n", "CT"],
  ["1A", "1A"],
  ["C", undefined],
  ["CTX", undefined],
  ["XCT", undefined],
  [null, undefined],
  [["CT"], undefined],
])("the package code %j is read as %j", (packageCode, code) => expect(line({ packageCode })?.packageCode).toBe(code));

describe("packages", () => {
  test.each<[string, Record<string, unknown>, [number | undefined, string | undefined]]>([
    ["are counted by a package code", { packageCode: "CT", numberOfPackages: 40, quantity: 24_000 }, [40, "carton"]],
    ["are the quantity under a package code", { packageCode: "SA", quantity: 100 }, [100, "sack"]],
    ["are the quantity in that unit", { packageCode: "SA", quantity: 100, quantityUnit: "sa" }, [100, "sack"]],
    ["are no pieces", { packageCode: "CT", quantity: 24_000, quantityUnit: "PCE" }, [undefined, "carton"]],
    ["are no pieces inside the quantity", { packageCode: "CT", quantity: { value: 24_000, unit: "pieces" } }, [undefined, "carton"]],
    ["are no pieces by HS code", { hsCode: "6109", quantity: 24_000 }, [undefined, undefined]],
    ["of no known kind", { hsCode: "0901", numberOfPackages: 20 }, [20, undefined]],
    ["of no known kind under a general code", { hsCode: "0901", packageCode: "PK", numberOfPackages: 20 }, [20, undefined]],
    ["are pallets", { hsCode: "2204", packageCode: "PX", numberOfPackages: 20, quantity: 1_200 }, [20, "pallet"]],
    ["vehicles are counted by pieces", { hsCode: "8703", quantity: 3 }, [3, "vehicle"]],
    ["vehicles in a unit of pieces", { hsCode: "8703", quantity: { value: "3", unit: "nmb." } }, [3, "vehicle"]],
    ["vehicles by packages", { hsCode: "8703", numberOfPackages: 2, quantity: 3 }, [2, "vehicle"]],
    ["vehicles under a general code", { hsCode: "8703", packageCode: "NE", quantity: 3, unit: "EA" }, [3, "vehicle"]],
    ["vehicles are not counted in kilograms", { hsCode: "8703", quantity: 3_000, unitCode: "KGM" }, [undefined, "vehicle"]],
    ["vehicles or machines are not counted", { hsCode: "8701", quantity: 2 }, [undefined, undefined]],
  ])("%s", (_name, facts, expected) => expect([line(facts)?.packageCount, line(facts)?.countedAs]).toEqual(expected)); // prettier-ignore

  test.each([
    [0, 0],
    [1e9, 1e9],
    [1e9 + 1, undefined],
    [-1, undefined],
    ["0", 0],
    [" 12.5 ", undefined],
    ["1.200", 1_200],
    ["1,200", 1_200],
    ["1 200", 1_200],
    ["1'200 CTNS", 1_200],
    ["40 pkgs.", 40],
    ["24 MT", undefined],
    ["N/A", undefined],
    [12.5, undefined],
    ["1234567890", undefined],
    ["999999999", 999_999_999],
    ["12345678901", undefined],
    ["1.1234567", undefined],
    ["1.123456", undefined],
    ["1.", undefined],
    ["x1", undefined],
    ["1x", undefined],
    ["", undefined],
    [null, undefined],
    [Number.NaN, undefined],
    [{ value: 7 }, 7],
    [{ value: "8" }, 8],
    [{}, undefined],
  ])("the number %j is the count %j", (numberOfPackages, expected) => {
    expect(line({ numberOfPackages })?.packageCount).toBe(expected);
  });
});

test("an empty list declares an empty container", () => expect(read()).toEqual({ kind: "empty" }));

test.each([
  "EMPTY",
  "Empty container",
  "EMPTY CONTAINER FOR REPOSITIONING",
  "EMPTY, CLEANED",
  "1 x 40HC EMPTY",
  "MSKU9070323 EMPTY RETURN TO DEPOT",
  "MT",
  "MT CONTAINER",
  "LEERCONTAINER",
  "leerer Behälter, gereinigt",
  "VACIO",
  "CONTENEDOR VACÍO",
  "Contenedores vacíos limpios",
  "CONTENEUR VIDE",
  "空箱",
  "空集装箱",
  "no cargo",
])("%j declares an empty container", (description) => {
  expect(read({ description })).toEqual({ kind: "empty" });
  expect(read({ description, hsCode: "860900" })).toEqual({ kind: "empty" });
  expect(line({ description, hsCode: "0901" })?.kind).toBe("goods");
});

test.each([
  ["EMPTY BOTTLES", "goods"],
  ["EMPTY DRUMS", "goods"],
  ["Leergut", "unknown"],
  ["leere Paletten", "unknown"],
  ["500 MT STEEL COILS", "goods"],
  ["24 MT", "vague"],
  ["EMPTY, GENERAL CARGO", "vague"],
  ["空气压缩机", "goods"],
])("%j is no empty container: %s", (description, kind) => expect(line({ description })?.kind).toBe(kind));

test("an empty line beside goods is left out", () => {
  expect(lines({ description: "EMPTY" }, { description: "coffee" }).map((one) => one.line)).toEqual([2]);
});

describe("a vague description", () => {
  test.each([
    "FAK",
    "FAK 400 PK",
    "GENERAL MERCHANDISE",
    "General cargo",
    "freight all kinds",
    "STC",
    "SAID TO CONTAIN 20 PALLETS",
    "consolidated cargo as per attached list",
    "Personal effects",
    "Sammelgut",
    "mercancías, carga general",
    "marchandises diverses",
    "杂货",
    "1 CONTAINER",
    "1234",
  ])("%j", (description) => {
    expect(line({ description })?.kind).toBe("vague");
    expect(line({ description, hsCode: "090111" })?.kind).toBe("goods");
  });

  test("keeps the classes of the package code and words", () => {
    expect(inEnglish(line({ description: "general cargo", packageCode: "CT", numberOfPackages: 400 }))).toMatchObject({
      kind: "vague",
      classes: new Map([["carton", "package code CT → carton"]]),
      countedAs: "carton",
      packageCount: 400,
    });
    expect(inEnglish(line({ description: "personal effects" })?.classes)).toEqual(
      new Map([["carton", "word personal effects → carton"]]),
    );
  });

  test("is none where one word describes the goods", () => {
    expect(line({ description: "general cargo, coffee" })?.kind).toBe("goods");
    expect(line({ description: "general cargo, qwertz" })?.kind).toBe("unknown");
    expect(line({ description: "van Gogh" })?.kind).toBe("unknown");
    expect(line({ packageCode: "PX" })?.kind).toBe("unknown");
    expect(line({ packageCode: "CT" })?.kind).toBe("goods");
  });
});

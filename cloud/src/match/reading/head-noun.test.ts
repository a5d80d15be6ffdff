import { describe, expect, test } from "vitest";
import { bundledMap } from "../bundled/category-map.ts";
import { compileMap } from "./compile-map.ts";
import { readDeclaredGoods } from "./read-goods.ts";

const map = compileMap(1, bundledMap);
const classesOf = (facts: Record<string, unknown>) => {
  const found = readDeclaredGoods([facts], map, 0);
  return found.kind === "laden" ? [...(found.lines[0]?.classes.keys() ?? [])] : [];
};

describe("a vehicle is declared by its word where this is the head of the phrase", () => {
  const isVehicle = (description: string) => classesOf({ description }).includes("vehicle");

  test.each([
    "USED CAR TOYOTA COROLLA",
    "1 TRUCK, SPARE TYRES",
    "CARS AND MOTORCYCLES",
    "TRACTOR TRUCK 2015",
    "VEÍCULOS USADOS 2 UNIDADES",
    "KULLANILMIŞ OTOMOBİL 1 ADET",
    "سيارة مستعملة تويوتا",
    "Автомобиль легковой б/у",
    "2 Personenkraftwagen, gebraucht",
    "Camión Volvo frigorífico",
    "kullanılmış otomobil",
  ])("%j", (description) => expect(isVehicle(description)).toBe(true));

  test.each([
    "VAN HEUSEN SHIRTS",
    "CAR SHAMPOO",
    "TRUCK SPARES",
    "CAR BUMPERS, DOORS",
    "TYRS FOR TRUCKS",
    "Llantas para camión",
    "Запасные части для трактор",
  ])("not in %j", (description) => expect(isVehicle(description)).toBe(false));
});

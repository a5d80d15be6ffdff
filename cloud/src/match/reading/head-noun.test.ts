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
    "USED CAR MINI COOPER",
    "USED CAR LAND ROVER DEFENDER",
    "TRUCK MAN TGX 18.440",
    "USED TRUCK MAN",
    "CAR MODEL TOYOTA YARIS 2010",
    "TRACTOR CASE IH 580",
    "TRUCK LEFT HAND DRIVE",
    "CAR USED TOYOTA COROLLA",
    "CARS WITH SPARE PARTS",
    "USED CARS AND PERSONAL EFFECTS",
    "USED CAR SEDAN TOYOTA, SPARE PARTS",
    "EXCAVATOR CAT 320D",
    "TRUCK CHASSIS",
    "VEHICLE MAKE TOYOTA MODEL HILUX",
    "VEHICLE RUNNING NOT DAMAGED",
    "TRACTOR JOHN DEERE 6120",
    "CAR BRAND CHANGAN MODEL CS35",
    "CAR MODEL COROLLA",
    "CAR VIN LVSHCAMB1GE004352",
    "CAR CHASSIS LVSHCAMB1GE004352",
    "CAR COLOUR WHITE",
    "CAR RIGHT HAND DRIVE GASOLINE",
    "TRUCK TYPE TIPPER",
    "TRUCK ENGINE NO D12345",
    "USED TRUCK GOOD CONDITION",
  ])("%j", (description) => expect(isVehicle(description)).toBe(true));

  test.each([
    "VAN HEUSEN SHIRTS",
    "CAR SHAMPOO",
    "TRUCK SPARES",
    "CAR BUMPERS, DOORS",
    "TYRS FOR TRUCKS",
    "Llantas para camión",
    "Запасные части для трактор",
    "TRUCK SEAT COVERS",
    "TRUCK LEFT DOORS",
    "TRUCK SEATS",
    "CAR SET COVERS",
    "CAR MINI FRIDGES",
    "TRUCK MAN CABIN",
    "TRACTOR CASES",
    "TRUCK CAT LITTER",
    "CAR MODELS",
    "TRUCK USED TYRES",
    "TRUCK NEW PARTS",
    "CAR RUNNING BOARDS",
    "CAR DRIVE SHAFTS",
    "CAR COLOUR PAINT",
    "VEHICLE SERIAL PLATES",
    "CAR TOYOTA PARTS",
    "TRUCK VOLVO SPARE PARTS",
    "TRUCK ENGINES",
    "CAR COMPLETE ENGINES",
    "TRUCK AND BUS PARTS",
    "CAR AND TRUCK TYRES",
    "DIECAST CARS",
    "HAND TRUCKS",
    "REMOTE CONTROL TRUCKS",
    "TOY BOATS",
    "GRAVY BOATS",
    "KICK SCOOTERS",
    "COCHES DE BEBÉ",
  ])("not in %j", (description) => expect(isVehicle(description)).toBe(false));
});

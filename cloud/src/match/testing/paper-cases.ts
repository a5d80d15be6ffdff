import { declared, door, line, type OfficerCase, seen } from "./officer-case.ts";

const vehicle = seen("vehicle", 1, 0.97, 25);

/** Empty containers, declared and seen. */
const emptiness: OfficerCase[] = [
  {
    id: "03",
    title: "declared empty for repositioning, nothing seen",
    manifests: [declared([line("EMPTY CONTAINER FOR REPOSITIONING")])],
    pictures: [door()],
    wanted: { lanes: ["green"], never: /but the (?:scan|picture)/ },
  },
  ...(
    [
      ["03b", "EMPTY…, CLEANED", [line("EMPTY, CLEANED")]],
      ["03c", "LEERCONTAINER and VACIO", [line("LEERCONTAINER"), line("VACIO")]],
    ] as const
  ).map(([id, words, goods]): OfficerCase => ({
    id,
    title: `declared ${words}, six cartons`,
    manifests: [declared([...goods])],
    pictures: [door(seen("carton", 6, 0.9))],
    wanted: { lanes: ["red"], finds: [{ severity: "critical", about: /empty/i }] },
  })),
  {
    id: "03d",
    title: "declared empty, one old pallet: dunnage",
    manifests: [declared([line("EMPTY")])],
    pictures: [door(seen("pallet", 1, 0.85, 5))],
    wanted: { lanes: ["green"], finds: [{ severity: "info", about: /pallet/ }] },
  },
  {
    id: "03e",
    title: "declared empty, class empty and one uncertain sack",
    manifests: [declared([line("EMPTY")])],
    pictures: [door(seen("empty", 1, 0.95, 60), seen("sack", 1, 0.3, 1))],
    wanted: { lanes: ["green"], finds: [{ severity: "info", about: /sack/ }] },
  },
  {
    id: "12",
    title: "palm oil in a tank, nothing recognised: the cargo is not visible",
    manifests: [declared([line("Palm oil in bulk", "151190", "VL")], { containerType: "22T1" })],
    pictures: [door()],
    wanted: { lanes: ["green"], never: /empty/ },
  },
  {
    id: "12b",
    title: "coffee declared, nothing recognised behind shut doors: the picture is needed again",
    manifests: [declared([line("Coffee beans, green", "0901.11", "SA", 300)])],
    pictures: [door()],
    wanted: { lanes: ["incomplete"], finds: [{ severity: ["info", "warning"], about: /again/ }], never: /empty/ },
  },
  {
    id: "12c",
    title: "coffee declared, 30 uncertain sacks that fill the picture: never empty",
    manifests: [declared([line("Coffee beans, green", "0901.11", "SA", 300)])],
    pictures: [door(seen("sack", 30, 0.22, 3))],
    wanted: { lanes: ["incomplete"], never: /empty/ },
  },
  {
    id: "F11",
    title: "wine in a flexitank, nothing recognised: incomplete, or judged by its weight",
    manifests: [declared([line("WINE IN FLEXITANK", "220429", "VL", 1)])],
    pictures: [door()],
    wanted: { lanes: ["incomplete", "green"], never: /empty/ },
  },
];

/** Codes, languages, vague words. */
const reading: OfficerCase[] = [
  {
    id: "06b",
    title: "a text code of nine digits keeps its digits: 870323919 is a car",
    manifests: [declared([line("TOYOTA COROLLA 2015", "870323919", "VN", 1)])],
    pictures: [door(vehicle)],
    wanted: { lanes: ["green"], never: /sack|crate/ },
  },
  {
    id: "06c",
    title: "one used car and personal effects, seen as a vehicle and 14 cartons",
    manifests: [declared([line("1 USED CAR AND PERSONAL EFFECTS", "870323", undefined, 1)])],
    pictures: [door(vehicle, seen("carton", 14))],
    wanted: { lanes: ["green"] },
  },
  {
    id: "15",
    title: "German without a code: raw coffee in sacks",
    manifests: [declared([line("Rohkaffee in Säcken", undefined, "SA", 300)])],
    pictures: [door(seen("sack", 22))],
    wanted: { lanes: ["green"], never: /nothing on the manifest explains/ },
  },
  {
    id: "17",
    title: "Chinese with ten digits: toys",
    manifests: [declared([line("塑料玩具", "9503008390", "CT", 400)])],
    pictures: [door(seen("carton", 30))],
    wanted: { lanes: ["green"] },
  },
  ...(
    [
      ["15b", "German coffee", line("Rohkaffee in Säcken", undefined, "SA", 300), 0.97],
      ["F9", "plywood", line("Plywood", "441233", "PX", 40), 0.98],
    ] as const
  ).map(([id, goods, item, confidence]): OfficerCase => ({
    id,
    title: `${goods} declared, only a vehicle in view`,
    manifests: [declared([item])],
    pictures: [door(seen("vehicle", 1, confidence, 25))],
    wanted: { lanes: ["yellow", "red"], finds: [{ severity: ["warning", "critical"], about: /vehicle/ }] },
  })),
  {
    id: "16",
    title: "Spanish wine declared, a vehicle in view",
    manifests: [declared([line("Vino tinto embotellado", "220421", "CT", 1200)])],
    pictures: [door(vehicle)],
    wanted: { lanes: ["red"], finds: [{ severity: "critical", about: /vehicle/ }] },
  },
  {
    id: "18",
    title: "a code after `HS:`, coffee in bags; drums in view",
    manifests: [declared([line("Green beans", "HS: 0901.11", "SA", 300)])],
    pictures: [door(seen("drum", 12, 0.9))],
    wanted: { lanes: ["red"], finds: [{ severity: "critical", about: /drum/ }] },
  },
  {
    id: "19",
    title: "a code of eleven digits is read from the left: coffee, and a small machine",
    manifests: [declared([line("Goods as per invoice", "09011100000", "SA", 300)])],
    pictures: [door(seen("sack", 20), seen("machinery", 1, 0.9, 0.7))],
    wanted: { lanes: ["yellow"], finds: [{ severity: "warning", about: /machine/ }] },
  },
  {
    id: "36",
    title: "the manifest does not state its goods",
    manifests: [declared(null)],
    pictures: [door(seen("carton", 30))],
    wanted: { lanes: ["incomplete"] },
  },
  {
    id: "37",
    title: "submitted, not validated, else perfect: the documents have a lane of their own",
    manifests: [declared([line("Coffee beans, green", "0901.11", "SA", 300)], { status: "SUBMITTED" })],
    pictures: [door(seen("sack", 22))],
    wanted: { lanes: ["green"], finds: [{ severity: "warning", about: /SUBMITTED/ }] },
  },
  {
    id: "D",
    title: "the manifest of another container",
    manifests: [declared([line("Coffee beans, green", "0901.11", "SA", 300)], { containerNumber: "MSKU9070323" })],
    pictures: [door(seen("sack", 22))],
    wanted: { lanes: ["red"], finds: [{ severity: "critical", about: /MSKU9070323/ }] },
  },
  {
    id: "F16",
    title: "a rejected manifest",
    manifests: [declared([line("Coffee beans, green", "0901.11", "SA", 300)], { status: "REJECTED" })],
    pictures: [door(seen("sack", 22))],
    wanted: { lanes: ["red"], finds: [{ severity: "critical", about: /reject/i }] },
  },
  {
    id: "G6",
    title: "the second house bill explains the drums",
    manifests: [
      declared([line("Coffee beans, green", "0901.11", "SA", 100)]),
      declared([line("Lubricating oil", "271019", "DR", 20)], { billOfLading: "BL-CASE-2" }),
    ],
    pictures: [door(seen("sack", 12), seen("drum", 8, 0.9))],
    wanted: { lanes: ["green"] },
  },
];

export const paperCases: readonly OfficerCase[] = [...emptiness, ...reading];

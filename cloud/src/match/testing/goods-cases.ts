import { declared, door, doorBy, line, type OfficerCase, outside, seen } from "./officer-case.ts";

const coffee = line("Coffee beans, green", "0901.11", "SA", 300);
const toys = line("Plastic toys", "950300", "CT", 400);
const wine = line("Wine in bottles", "220421", "CT", 1200);

/** Cases about the parts of honest loads that one camera can and cannot see. */
const partlyVisible: OfficerCase[] = [
  {
    id: "01",
    title: "coffee in 300 bags, 22 sacks at the doors: the front row fits, the rest is not visible",
    manifests: [declared([coffee])],
    pictures: [door(seen("sack", 22))],
    wanted: { lanes: ["green"], never: /fewer/ },
  },
  {
    id: "02",
    title: "twelve lines of several shippers, two of four pallets in view",
    manifests: [
      declared([
        ...["toys", "shoes", "T-shirts", "kitchenware"].map((goods) =>
          line(`1 PALLET STC 40 CARTONS ${goods}`, undefined, "PX", 1),
        ),
        ...["640399", "610910", "950300", "940350", "852872", "870830", "420212", "330499"].map((hs) =>
          line("Consumer goods in cartons", hs, "CT", 60),
        ),
      ]),
    ],
    pictures: [door(seen("pallet", 2, 0.9, 8), seen("carton", 30))],
    wanted: { lanes: ["green"], never: /fewer/ },
  },
  {
    id: "02b",
    title: "six lines of several shippers, only cartons in view: three notes about what was not observed",
    manifests: [
      declared([
        toys,
        line("Leather shoes", "640399", "CT", 100),
        line("Cotton T-shirts", "610910", "CT", 100),
        line("Coffee beans, green", "090111", "SA", 40),
        line("Cotton fabric in rolls", "520852", "RO", 50),
        line("Lubricating oil", "271019", "DR", 12),
      ]),
    ],
    pictures: [door(seen("carton", 30))],
    wanted: { lanes: ["green"], finds: [{ severity: "info", about: /not.observed/, lines: [4, 5, 6] }] },
  },
  {
    id: "04",
    title: "frozen cod in 1,200 cartons, 45 in view",
    manifests: [declared([line("Frozen cod fillets", "030471", "CT", 1200)], { containerType: "45R1" })],
    pictures: [door(seen("carton", 45))],
    wanted: { lanes: ["green"], never: /fewer/ },
  },
  {
    id: "06",
    title: "three used cars, two in view",
    manifests: [declared([line("Used cars", "870323", "VN", 3)], { containerType: "42G1" })],
    pictures: [door(seen("vehicle", 2, 0.9, 20))],
    wanted: { lanes: ["green"] },
  },
  {
    id: "13",
    title: "20 pallets stated to contain 1,200 cartons of wine, 4 pallets and 70 cartons in view",
    manifests: [declared([line("20 PALLETS STC 1200 CTNS WINE", "220421", "PX", 20)])],
    pictures: [door(seen("pallet", 4, 0.85, 6), seen("carton", 70, 0.85, 0.8))],
    wanted: { lanes: ["green"], never: /fewer/ },
  },
  {
    id: "14",
    title: "1,200 cartons of wine, 4 pallets and 70 cartons in view",
    manifests: [declared([wine])],
    pictures: [door(seen("pallet", 4, 0.85, 6), seen("carton", 70, 0.85, 0.8))],
    wanted: { lanes: ["green"] },
  },
  {
    id: "F12",
    title: "80 drums of oil, 4 pallets and 16 drums in view",
    manifests: [declared([line("Lubricating oil", "271019", "DR", 80)])],
    pictures: [door(seen("pallet", 4, 0.85, 6), seen("drum", 16))],
    wanted: { lanes: ["green"] },
  },
  {
    id: "20",
    title: "T-shirts, quantity 24,000 pieces, 60 cartons in view: pieces are no packages",
    manifests: [declared([line("Cotton T-shirts", "610910", undefined, undefined, { quantity: 24_000 })])],
    pictures: [door(seen("carton", 60, 0.85, 1))],
    wanted: { lanes: ["green"], never: /24,?000 cartons/ },
  },
  {
    id: "21",
    title: "drums stand behind toys, only cartons in view",
    manifests: [declared([toys, line("Lubricating oil", "271019", "DR", 20)])],
    pictures: [door(seen("carton", 35))],
    wanted: { lanes: ["green"] },
  },
  ...(
    [
      ["25", "20 drums, 17 in view", line("Lubricating oil", "271019", "DR", 20), seen("drum", 17)],
      [
        "40",
        "18 intermediate bulk containers, 6 in view",
        line("Base oil", "271019", "WA", 18),
        seen("ibc", 6, 0.9, 8),
      ],
      ["39", "12 marble slabs, 3 in view", line("Marble slabs", "680291", "CR", 12), seen("crate", 3, 0.85, 15)],
    ] as const
  ).map(([id, title, goods, objects]): OfficerCase => ({
    id,
    title,
    manifests: [declared([goods])],
    pictures: [door(objects)],
    wanted: { lanes: ["green"] },
  })),
  {
    id: "34b",
    title: "60 drums, 30 before each of two cameras",
    manifests: [declared([line("Lubricating oil", "271019", "DR", 60)])],
    pictures: [doorBy("gate-left", seen("drum", 30)), doorBy("gate-right", seen("drum", 30))],
    wanted: { lanes: ["green"] },
  },
];

/** Honest goods that look like others, and single uncertain objects. */
const lookAlikes: OfficerCase[] = [
  {
    id: "05",
    title: "loose steel scrap looks like machinery",
    manifests: [declared([line("HMS 1/2 steel scrap, loose", "720449", "VS")])],
    pictures: [door(seen("scrap metal", 1, 0.8, 40), seen("machinery", 1, 0.6, 6))],
    wanted: { lanes: ["green"] },
  },
  {
    id: "11",
    title: "an excavator on a platform is seen as a vehicle",
    manifests: [declared([line("Hydraulic excavator", "842952", "NE", 1)], { containerType: "42P1" })],
    pictures: [outside(seen("vehicle", 1, 0.8, 35))],
    wanted: { lanes: ["green"] },
  },
  {
    id: "32b",
    title: "truck tyres look like rolls",
    manifests: [declared([line("Truck tyres", "401120", "NE", 240)], { containerType: "42G1" })],
    pictures: [door(seen("roll", 60, 0.6, 1))],
    wanted: { lanes: ["green"] },
  },
  {
    id: "33",
    title: "22 bags of coffee as declared, and one stray vehicle of 0.2 % of the picture",
    manifests: [declared([line("Coffee beans, green", "0901.11", "SA", 22)])],
    pictures: [door(seen("sack", 22), seen("vehicle", 1, 0.51, 0.2))],
    wanted: { lanes: ["green"], finds: [{ severity: "info", about: /vehicle/ }] },
  },
  ...(
    [
      ["42", "cotton bales", line("Raw cotton in bales", "520100", "BL", 88), seen("carton", 20, 0.6)],
      ["43", "bananas in cartons", line("Fresh bananas", "080390", undefined, 1080), seen("carton", 40, 0.85)],
      ["F7", "yarn in cartons on pallets", line("Cotton yarn", "520512", "PX", 20), seen("carton", 40, 0.85)],
      ["G8", "bolts in crates", line("Bolts of steel", "731815", undefined, 200), seen("crate", 20, 0.85)],
    ] as const
  ).map(([id, title, goods, objects]): OfficerCase => ({
    id,
    title: `${title} are usual in what the model names`,
    manifests: [declared([goods], id === "43" ? { containerType: "45R1" } : {})],
    pictures: [door(objects)],
    wanted: { lanes: ["green", "yellow"] },
  })),
];

/** Goods that no line explains, or more of them than were declared. */
const undeclared: OfficerCase[] = [
  {
    id: "07",
    title: "household goods, and a motorcycle",
    manifests: [declared([line("Household goods", "990500", "PK", 80)])],
    pictures: [door(seen("carton", 30), seen("motorcycle", 1, 0.7, 5))],
    wanted: { lanes: ["red"], finds: [{ severity: "critical", about: /vehicle|motorcycle/ }] },
  },
  {
    id: "08",
    title: "coffee in bags, and 25 cartons among 20 sacks",
    manifests: [declared([coffee])],
    pictures: [door(seen("sack", 20), seen("carton", 25, 0.92))],
    wanted: { lanes: ["yellow", "red"], finds: [{ severity: ["warning", "critical"], about: /carton/ }] },
  },
  {
    id: "26",
    title: "10 cartons declared, 45 in view: an excess is hard evidence",
    manifests: [declared([line("Plastic toys", "950300", "CT", 10)])],
    pictures: [door(seen("carton", 45, 0.9))],
    wanted: { lanes: ["red"], finds: [{ severity: "critical", about: /carton/ }] },
  },
  {
    id: "F14",
    title: "0 cartons declared, 40 in view",
    manifests: [declared([line("Plastic toys", "950300", "CT", 0)])],
    pictures: [door(seen("carton", 40, 0.9))],
    wanted: { lanes: ["red"], finds: [{ severity: "critical", about: /carton/ }] },
  },
  {
    id: "28",
    title: "freight of all kinds in 400 packages, and a vehicle",
    manifests: [declared([line("FAK", undefined, "PK", 400)])],
    pictures: [door(seen("carton", 20), seen("vehicle", 1, 0.98, 25))],
    wanted: { lanes: ["red"], finds: [{ severity: "critical", about: /vehicle/ }] },
  },
  {
    id: "28b",
    title: "coffee and general merchandise, and a vehicle",
    manifests: [declared([coffee, line("GENERAL MERCHANDISE")])],
    pictures: [door(seen("sack", 20), seen("vehicle", 1, 0.98, 25))],
    wanted: { lanes: ["yellow", "red"], finds: [{ severity: ["warning", "critical"], about: /vehicle/ }] },
  },
  {
    id: "29",
    title: "car parts declared, a whole car of 40 % of the picture",
    manifests: [declared([line("Car parts", "870899", "CT", 200)])],
    pictures: [door(seen("carton", 10), seen("car", 1, 0.95, 40))],
    wanted: { lanes: ["red"], finds: [{ severity: "critical", about: /vehicle/ }] },
  },
  {
    id: "30",
    title: "child seats for cars declared, a whole car",
    manifests: [declared([line("BABY CAR SEATS", "940120", "CT", 300)])],
    pictures: [door(seen("carton", 10), seen("car", 1, 0.95, 40))],
    wanted: { lanes: ["red"], finds: [{ severity: "critical", about: /vehicle/ }] },
  },
  {
    id: "31",
    title: "coffee machines declared, 60 sacks",
    manifests: [declared([line("COFFEE MACHINES", "851671", "CT", 300)])],
    pictures: [door(seen("sack", 60, 0.85, 1))],
    wanted: { lanes: ["red"], finds: [{ severity: "critical", about: /sack/ }] },
  },
  ...(
    [
      ["34", 0.45, "yellow", "warning"],
      ["G3", 0.95, "red", "critical"],
    ] as const
  ).map(([id, confidence, lane, severity]): OfficerCase => ({
    id,
    title: `the left camera shows a vehicle with ${confidence}, the right one, later, none`,
    manifests: [declared([coffee])],
    pictures: [
      doorBy("gate-left", seen("sack", 12), seen("vehicle", 1, confidence, 15)),
      doorBy("gate-right", seen("sack", 12)),
    ],
    wanted: { lanes: [lane], finds: [{ severity, about: /vehicle/ }] },
  })),
];

export const goodsCases: readonly OfficerCase[] = [...partlyVisible, ...lookAlikes, ...undeclared];

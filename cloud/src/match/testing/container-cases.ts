import { declared, defects, door, line, type OfficerCase, seen, xray } from "./officer-case.ts";

const coffee = line("Coffee beans, green", "0901.11", "SA", 300);
const sacks = door(seen("sack", 22));
const kg = (value: number) => ({ value, unit: "KGM" });

/** Weights and volumes, sizes and types. */
const weights: OfficerCase[] = [
  {
    id: "22",
    title: "gross 24,500 kg, verified gross mass 12,000 kg",
    manifests: [declared([coffee], { weight: { gross: kg(24_500), vgm: { ...kg(12_000), method: "METHOD1" } } })],
    pictures: [sacks],
    wanted: { lanes: ["yellow", "red"], finds: [{ severity: ["warning", "critical"], about: /12[,. ]?000/ }] },
  },
  {
    id: "22b",
    title: "gross 47,400 pounds are 21,500 kg of verified gross mass",
    manifests: [
      declared([coffee], {
        weight: { gross: { value: 47_400, unit: "LBR" }, vgm: { ...kg(21_500), method: "METHOD1" } },
      }),
    ],
    pictures: [sacks],
    wanted: { lanes: ["green"] },
  },
  {
    id: "H3",
    // The review wanted a note that it is not understood; a decimal comma with a unit is understood.
    title: "gross `24,5` tonnes: read like any other weight",
    manifests: [declared([coffee], { weight: { gross: { value: "24,5", unit: "TNE" } } })],
    pictures: [sacks],
    wanted: { lanes: ["green"] },
  },
  {
    id: "23",
    title: "tare 9,000 kg and gross 38 t on a 20-foot box",
    manifests: [declared([coffee], { weight: { gross: kg(38_000), tare: kg(9_000), net: kg(29_000) } })],
    pictures: [sacks],
    wanted: { lanes: ["red"], finds: [{ severity: "critical", about: /38[,. ]?000/ }] },
  },
  {
    id: "38",
    title: "T-shirts, 40 cartons of 26 t and 3 m³",
    manifests: [
      declared([
        line("Cotton T-shirts", "610910", "CT", 40, {
          grossWeight: kg(26_000),
          volume: { value: 3, unit: "MTQ" },
        }),
      ]),
    ],
    pictures: [door(seen("carton", 30))],
    wanted: { lanes: ["red"], finds: [{ severity: "critical", lines: [1] }] },
  },
  {
    id: "04b",
    title: "frozen cod at −18 °C in a dry box",
    manifests: [declared([line("Frozen cod fillets, -18 °C", "030471", "CT", 1200)])],
    pictures: [door(seen("carton", 45))],
    wanted: { lanes: ["yellow"], finds: [{ severity: "warning", about: /reefer|refrigerat/i }] },
  },
  {
    id: "24",
    title: "a 20-foot dry box where the manifest declares a 45-type reefer",
    manifests: [declared([coffee], { containerType: "45R1" })],
    sizeType: "22G1",
    pictures: [sacks],
    wanted: { lanes: ["yellow"], finds: [{ severity: "warning", about: /45R1/ }] },
  },
  {
    id: "F3",
    title: "no device has read the size-type, the manifest declares 45R1: that is stated",
    manifests: [declared([coffee], { containerType: "45R1" })],
    sizeType: null,
    pictures: [sacks],
    wanted: { lanes: ["green", "yellow"], finds: [{ severity: ["info", "warning"], about: /45R1/ }] },
  },
];

/** Five warnings of different kinds, none of them critical. */
const manyWarnings: OfficerCase = {
  id: "44",
  title: "size-type, verified gross mass, status, an uncertain vehicle and uncertain drums: many warnings stay yellow",
  manifests: [
    declared([coffee], {
      containerType: "45R1",
      status: "SUBMITTED",
      weight: { gross: kg(20_000), vgm: { ...kg(21_800), method: "METHOD1" } },
    }),
  ],
  sizeType: "22G1",
  pictures: [door(seen("sack", 22), seen("vehicle", 1, 0.45, 15), seen("drum", 1, 0.45, 5), seen("roll", 1, 0.45, 5))],
  wanted: { lanes: ["yellow"], finds: [{ severity: "warning", about: /45R1/ }] },
};

/** Dangerous goods on paper and on placards. */
const dangerousGoods: OfficerCase[] = [
  {
    id: "09",
    title: "paint with a flash point of 23 °C and no UN number, a placard of class 3 in view",
    manifests: [declared([line("Solvent based paint, flash point 23 °C", "320810", "DR", 80)])],
    pictures: [door(seen("drum", 16), seen("placard class 3", 1, 0.93, 1))],
    wanted: {
      lanes: ["yellow", "red"],
      finds: [{ severity: ["warning", "critical"], about: /dangerous|placard|UN/i }],
    },
  },
  {
    id: "10",
    title: "acid, cyanide and flour in one box",
    manifests: [
      declared([
        line("Sulphuric acid", "280700", "DR", 20, { dangerousGoods: { unNumber: "UN1830", imoClass: "8" } }),
        line("Sodium cyanide", "283711", "DR", 20, { dangerousGoods: { unNumber: "UN1689", imoClass: "6.1" } }),
        line("Wheat flour", "110100", "BG", 100),
      ]),
    ],
    pictures: [door(seen("drum", 10), seen("sack", 10))],
    wanted: {
      lanes: ["red"],
      finds: [
        { severity: "critical", about: /segregat|separat|together/i, lines: [1, 2] },
        { severity: "critical", about: /food/i, lines: [3] },
      ],
    },
  },
  {
    id: "F15",
    title: "UN 9999 of class 12 does not exist",
    manifests: [
      declared([line("Chemicals", "382499", "DR", 20, { dangerousGoods: { unNumber: "9999", imoClass: "12" } })]),
    ],
    pictures: [door(seen("drum", 10))],
    wanted: { lanes: ["yellow"], finds: [{ severity: "warning", about: /9999/ }] },
  },
];

/** People, weapons, damage, and what scanners report. */
const alerts: OfficerCase[] = [
  {
    id: "27",
    title: "a person and a weapon among coffee",
    manifests: [declared([coffee])],
    pictures: [door(seen("sack", 22), seen("person", 1, 0.96, 4), seen("weapon", 1, 0.9, 0.5))],
    wanted: {
      lanes: ["red"],
      finds: [
        { severity: "critical", about: /person/ },
        { severity: "critical", about: /weapon/ },
      ],
    },
  },
  {
    id: "08b",
    title: "cigarettes on the X-ray of a coffee load: the lane is red",
    manifests: [declared([coffee])],
    pictures: [sacks, xray(seen("cigarettes", 1, 0.82))],
    wanted: { lanes: ["red"], finds: [{ severity: "critical", about: /cigarettes/ }] },
  },
  {
    id: "08d",
    title: "`no_threat` is no finding, a pistol of 0.08 is below the lowest shown confidence",
    manifests: [declared([coffee])],
    pictures: [sacks, xray(seen("no_threat", 1, 0.9), seen("pistol", 1, 0.08, 0.3))],
    wanted: { lanes: ["green"], never: /no.threat|pistol/ },
  },
  {
    id: "35",
    title: "a hole and a broken seal",
    manifests: [declared([coffee])],
    pictures: [sacks, defects(seen("hole", 1, 0.9), seen("broken seal", 1, 0.95, 0.3))],
    wanted: {
      lanes: ["red"],
      finds: [
        { severity: "critical", about: /hole/ },
        { severity: "critical", about: /seal/ },
      ],
    },
  },
  {
    id: "35b",
    title: "rust of 0.12 is below the threshold",
    manifests: [declared([coffee])],
    pictures: [sacks, defects(seen("rust", 1, 0.12))],
    wanted: { lanes: ["green"] },
  },
];

export const containerCases: readonly OfficerCase[] = [...weights, manyWarnings, ...dangerousGoods, ...alerts];

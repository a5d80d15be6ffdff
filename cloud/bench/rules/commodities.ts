/**
 * Goods in the generated loads. HS headings are those of the Harmonized System 2022, package codes those of UN/ECE
 * recommendation 21. Weights and volumes of a package are estimates of usual trade packs.
 */
export type Commodity = {
  descriptions: readonly string[];
  /** Six digits or more. */
  hs: readonly string[];
  packageCode: string;
  /** Appearance of a package: a class of the bundled model, or a word that no model of cargo classes knows. */
  seenAs: string;
  kgPerPackage: readonly [min: number, max: number];
  cubicMetresPerPackage: readonly [min: number, max: number];
  sizeTypes: readonly string[];
  /** May share a container with other goods. */
  canShare?: boolean;
  /** Share of loads in which it is on pallets, which cameras then see as well. */
  palletShare?: number;
  /** Pieces in a package, where papers often state pieces in `quantity`. */
  pieces?: readonly [min: number, max: number];
  dangerousGoods?: { unNumber: string; imoClass: string };
};

const DRY = ["22G1", "42G1", "45G1"] as const;
const HEAVY = ["22G1"] as const;
const LONG = ["42G1", "45G1"] as const;
const REEFER = ["22R1", "45R1"] as const;

const food: readonly Commodity[] = [
  { descriptions: ["GREEN COFFEE BEANS", "Rohkaffee in Säcken", "Café verde en grano"], hs: ["090111"], packageCode: "SA", seenAs: "sack", kgPerPackage: [60, 70], cubicMetresPerPackage: [0.095, 0.115], sizeTypes: HEAVY }, // prettier-ignore
  { descriptions: ["MILLED RICE, 5 % BROKEN", "Riz blanchi", "LONG GRAIN RICE IN BAGS"], hs: ["100630"], packageCode: "BG", seenAs: "sack", kgPerPackage: [25, 50], cubicMetresPerPackage: [0.035, 0.065], sizeTypes: HEAVY }, // prettier-ignore
  { descriptions: ["REFINED CANE SUGAR", "Azúcar refinado"], hs: ["170199"], packageCode: "BG", seenAs: "sack", kgPerPackage: [50, 50], cubicMetresPerPackage: [0.058, 0.068], sizeTypes: HEAVY }, // prettier-ignore
  { descriptions: ["COCOA BEANS, RAW", "Fèves de cacao"], hs: ["180100"], packageCode: "SA", seenAs: "sack", kgPerPackage: [62, 65], cubicMetresPerPackage: [0.11, 0.13], sizeTypes: HEAVY }, // prettier-ignore
  { descriptions: ["WINE IN BOTTLES", "Rotwein", "Vino tinto embotellado", "Vin rouge en bouteilles"], hs: ["220421"], packageCode: "CT", seenAs: "carton", kgPerPackage: [15, 18], cubicMetresPerPackage: [0.024, 0.03], sizeTypes: HEAVY, palletShare: 0.5, pieces: [12, 12], canShare: true }, // prettier-ignore
  { descriptions: ["CANNED TUNA IN OIL", "Conservas de atún"], hs: ["160414"], packageCode: "CT", seenAs: "carton", kgPerPackage: [8, 12], cubicMetresPerPackage: [0.011, 0.016], sizeTypes: HEAVY, pieces: [24, 48] }, // prettier-ignore
  { descriptions: ["NATURAL HONEY IN DRUMS", "Miel natural"], hs: ["040900"], packageCode: "DR", seenAs: "drum", kgPerPackage: [290, 310], cubicMetresPerPackage: [0.22, 0.26], sizeTypes: HEAVY }, // prettier-ignore
  { descriptions: ["FROZEN COD FILLETS -18 C", "Gefrorener Kabeljau"], hs: ["030471"], packageCode: "CT", seenAs: "carton", kgPerPackage: [20, 25], cubicMetresPerPackage: [0.035, 0.045], sizeTypes: REEFER, palletShare: 0.4 }, // prettier-ignore
  { descriptions: ["FROZEN BONELESS BEEF", "Carne bovina congelada"], hs: ["020230"], packageCode: "CT", seenAs: "carton", kgPerPackage: [25, 28], cubicMetresPerPackage: [0.035, 0.045], sizeTypes: REEFER }, // prettier-ignore
  { descriptions: ["FRESH CAVENDISH BANANAS", "Bananas frescas"], hs: ["080390"], packageCode: "CT", seenAs: "carton", kgPerPackage: [18, 20], cubicMetresPerPackage: [0.05, 0.06], sizeTypes: ["45R1"], palletShare: 0.6 }, // prettier-ignore
  { descriptions: ["FRESH APPLES", "Pommes fraîches"], hs: ["080810"], packageCode: "CT", seenAs: "carton", kgPerPackage: [18, 20], cubicMetresPerPackage: [0.045, 0.055], sizeTypes: ["45R1"], palletShare: 0.7 }, // prettier-ignore
];

const consumerGoods: readonly Commodity[] = [
  { descriptions: ["COTTON T-SHIRTS", "Camisetas de algodón", "针织T恤 T-SHIRTS"], hs: ["610910"], packageCode: "CT", seenAs: "carton", kgPerPackage: [8, 15], cubicMetresPerPackage: [0.05, 0.08], sizeTypes: LONG, pieces: [50, 100], canShare: true }, // prettier-ignore
  { descriptions: ["LEATHER FOOTWEAR", "Schuhe mit Oberteil aus Leder"], hs: ["640399"], packageCode: "CT", seenAs: "carton", kgPerPackage: [8, 16], cubicMetresPerPackage: [0.06, 0.1], sizeTypes: LONG, pieces: [8, 16], canShare: true }, // prettier-ignore
  { descriptions: ["PLASTIC TOYS", "玩具 TOYS", "Spielzeug aus Kunststoff"], hs: ["950300"], packageCode: "CT", seenAs: "carton", kgPerPackage: [5, 12], cubicMetresPerPackage: [0.06, 0.12], sizeTypes: LONG, pieces: [12, 72], canShare: true }, // prettier-ignore
  { descriptions: ["WOODEN BEDROOM FURNITURE", "Holzmöbel, zerlegt"], hs: ["940350"], packageCode: "CT", seenAs: "carton", kgPerPackage: [20, 45], cubicMetresPerPackage: [0.12, 0.35], sizeTypes: LONG, canShare: true }, // prettier-ignore
  { descriptions: ["LED TELEVISION SETS", "Televisores LED"], hs: ["852872"], packageCode: "CT", seenAs: "carton", kgPerPackage: [10, 30], cubicMetresPerPackage: [0.08, 0.25], sizeTypes: LONG, palletShare: 0.3, pieces: [1, 1], canShare: true }, // prettier-ignore
  { descriptions: ["PARTS FOR MOTOR VEHICLES, BRAKES", "Bremsbeläge"], hs: ["870830"], packageCode: "CT", seenAs: "carton", kgPerPackage: [10, 30], cubicMetresPerPackage: [0.03, 0.08], sizeTypes: DRY, palletShare: 0.4, canShare: true }, // prettier-ignore
  { descriptions: ["USED CLOTHING IN BALES", "Friperie en balles"], hs: ["630900"], packageCode: "BL", seenAs: "sack", kgPerPackage: [45, 90], cubicMetresPerPackage: [0.15, 0.3], sizeTypes: LONG, canShare: true }, // prettier-ignore
  { descriptions: ["CERAMIC FLOOR TILES", "Azulejos cerámicos"], hs: ["690721"], packageCode: "PX", seenAs: "pallet", kgPerPackage: [1000, 1300], cubicMetresPerPackage: [0.9, 1.2], sizeTypes: HEAVY, canShare: true }, // prettier-ignore
];

const materials: readonly Commodity[] = [
  { descriptions: ["POLYETHYLENE GRANULES", "PE-Granulat"], hs: ["390120"], packageCode: "BG", seenAs: "sack", kgPerPackage: [25, 25], cubicMetresPerPackage: [0.042, 0.05], sizeTypes: DRY, palletShare: 0.8 }, // prettier-ignore
  { descriptions: ["PORTLAND CEMENT IN BAGS", "Zement in Säcken"], hs: ["252329"], packageCode: "BG", seenAs: "sack", kgPerPackage: [40, 50], cubicMetresPerPackage: [0.032, 0.042], sizeTypes: HEAVY, palletShare: 0.5 }, // prettier-ignore
  { descriptions: ["RAW COTTON IN BALES", "Coton brut"], hs: ["520100"], packageCode: "BL", seenAs: "sack", kgPerPackage: [215, 230], cubicMetresPerPackage: [0.45, 0.6], sizeTypes: LONG }, // prettier-ignore
  { descriptions: ["COTTON FABRIC IN ROLLS", "Tejidos de algodón"], hs: ["520852"], packageCode: "RO", seenAs: "roll", kgPerPackage: [20, 35], cubicMetresPerPackage: [0.05, 0.09], sizeTypes: LONG, canShare: true }, // prettier-ignore
  { descriptions: ["CARPETS, TUFTED", "Teppiche"], hs: ["570330"], packageCode: "RO", seenAs: "roll", kgPerPackage: [40, 80], cubicMetresPerPackage: [0.12, 0.25], sizeTypes: LONG, canShare: true }, // prettier-ignore
  { descriptions: ["NEWSPRINT IN ROLLS", "Zeitungsdruckpapier"], hs: ["480100"], packageCode: "RO", seenAs: "roll", kgPerPackage: [500, 900], cubicMetresPerPackage: [0.9, 1.4], sizeTypes: DRY }, // prettier-ignore
  { descriptions: ["HOT ROLLED STEEL COILS", "Warmbreitband"], hs: ["720838"], packageCode: "CL", seenAs: "roll", kgPerPackage: [4000, 9000], cubicMetresPerPackage: [1, 2.4], sizeTypes: HEAVY }, // prettier-ignore
  { descriptions: ["NEW PNEUMATIC TYRES FOR TRUCKS", "Neumáticos nuevos"], hs: ["401120"], packageCode: "NE", seenAs: "roll", kgPerPackage: [45, 65], cubicMetresPerPackage: [0.22, 0.3], sizeTypes: LONG }, // prettier-ignore
  { descriptions: ["POLISHED MARBLE SLABS", "Marmorplatten"], hs: ["680291"], packageCode: "CR", seenAs: "crate", kgPerPackage: [2000, 3000], cubicMetresPerPackage: [1, 1.6], sizeTypes: HEAVY }, // prettier-ignore
  { descriptions: ["FLOAT GLASS IN CRATES", "Floatglas"], hs: ["700529"], packageCode: "CR", seenAs: "crate", kgPerPackage: [700, 1200], cubicMetresPerPackage: [0.9, 1.6], sizeTypes: HEAVY }, // prettier-ignore
  { descriptions: ["HEAVY MELTING STEEL SCRAP HMS 1/2", "Schrott, lose"], hs: ["720449"], packageCode: "VS", seenAs: "scrap metal", kgPerPackage: [21_000, 26_000], cubicMetresPerPackage: [24, 30], sizeTypes: HEAVY }, // prettier-ignore
];

const chemicals: readonly Commodity[] = [
  { descriptions: ["LUBRICATING OIL IN DRUMS", "Schmieröl in Fässern"], hs: ["271019"], packageCode: "DR", seenAs: "drum", kgPerPackage: [180, 200], cubicMetresPerPackage: [0.23, 0.27], sizeTypes: HEAVY, palletShare: 0.5 }, // prettier-ignore
  { descriptions: ["PAINT, FLAMMABLE", "Lacke, lösungsmittelhaltig"], hs: ["320810"], packageCode: "DR", seenAs: "drum", kgPerPackage: [20, 28], cubicMetresPerPackage: [0.028, 0.04], sizeTypes: HEAVY, palletShare: 0.5, canShare: true, dangerousGoods: { unNumber: "1263", imoClass: "3" } }, // prettier-ignore
  { descriptions: ["ETHANOL IN DRUMS", "Éthanol"], hs: ["220710"], packageCode: "DR", seenAs: "drum", kgPerPackage: [165, 180], cubicMetresPerPackage: [0.23, 0.27], sizeTypes: HEAVY, dangerousGoods: { unNumber: "1170", imoClass: "3" } }, // prettier-ignore
  { descriptions: ["CAUSTIC SODA FLAKES", "Natriumhydroxid, fest"], hs: ["281511"], packageCode: "BG", seenAs: "sack", kgPerPackage: [25, 25], cubicMetresPerPackage: [0.026, 0.034], sizeTypes: HEAVY, palletShare: 0.7, dangerousGoods: { unNumber: "1823", imoClass: "8" } }, // prettier-ignore
  { descriptions: ["PALM OIL IN BULK", "Aceite de palma a granel"], hs: ["151190"], packageCode: "VL", seenAs: "nothing", kgPerPackage: [19_000, 23_000], cubicMetresPerPackage: [21, 25], sizeTypes: ["22T1"] }, // prettier-ignore
];

const machines: readonly Commodity[] = [
  { descriptions: ["CENTRIFUGAL PUMPS IN CRATES", "Kreiselpumpen"], hs: ["841370"], packageCode: "CR", seenAs: "crate", kgPerPackage: [150, 600], cubicMetresPerPackage: [0.5, 1.5], sizeTypes: DRY, canShare: true }, // prettier-ignore
  { descriptions: ["CNC LATHES", "Drehmaschinen"], hs: ["845811"], packageCode: "NE", seenAs: "machinery", kgPerPackage: [2000, 6000], cubicMetresPerPackage: [5, 14], sizeTypes: DRY, canShare: true }, // prettier-ignore
  { descriptions: ["DIESEL GENERATOR SETS", "Grupos electrógenos"], hs: ["850211"], packageCode: "NE", seenAs: "machinery", kgPerPackage: [1500, 4000], cubicMetresPerPackage: [4, 9], sizeTypes: DRY }, // prettier-ignore
  { descriptions: ["HYDRAULIC EXCAVATOR", "Raupenbagger, gebraucht"], hs: ["842952"], packageCode: "NE", seenAs: "machinery", kgPerPackage: [14_000, 22_000], cubicMetresPerPackage: [40, 60], sizeTypes: ["42P1"] }, // prettier-ignore
  { descriptions: ["USED CARS", "Gebrauchte PKW", "Vehículos usados"], hs: ["870323", "870332"], packageCode: "VN", seenAs: "vehicle", kgPerPackage: [1100, 1900], cubicMetresPerPackage: [11, 14], sizeTypes: LONG }, // prettier-ignore
];

/** Forty goods, each equally likely in a container with a single commodity. */
export const commodities: readonly Commodity[] = [...food, ...consumerGoods, ...materials, ...chemicals, ...machines];

import type { DeclaredManifest } from "../load.ts";
import {
  bill,
  calm,
  damage,
  door,
  door2,
  goods,
  green,
  one,
  red,
  seal,
  stopped,
  xray,
  yard,
  yellow,
} from "./notation.ts";

const COFFEE = "Green coffee | 090111 | 300 SA";
const TOYS = "Plastic toys | 950300 | 400 CT";
const SHOES = "Shoes | 640399 | 600 CT";
const sacks = door("24 sack 0.9 2.5");
const cartons = door("30 carton 0.9");
const sealed = goods(COFFEE, { sealNumber: "HLG5512345" });
const un = (text: string, unNumber: string, imoClass: string, more: Record<string, unknown> = {}) =>
  goods(text, { dangerousGoods: { unNumber, imoClass, ...more } });

/** Dangerous goods. */
const dangers = [
  one("E01", "petrol beside hydrogen peroxide", bill("22G1", [un("GASOLINE | 271012 | 20 DR", "1203", "3"), un("HYDROGEN PEROXIDE 50 % | 284700 | 20 DR", "2014", "5.1")]), door("20 drum 0.9 3"), red(/must not share/)),
  one("E02", "acid beside hypochlorite, both of class 8", bill("22G1", [un("HYDROCHLORIC ACID | 280610 | 30 DR", "1789", "8"), un("HYPOCHLORITE SOLUTION | 282890 | 30 DR", "1791", "8")]), door("20 drum 0.9 3"), red(/chlorine/)),
  one("E03", "ammonia beside rice", bill("22G1", [un("AMMONIA, ANHYDROUS | 281410 | 20 CY", "1005", "2.3"), "RICE | 100630 | 200 SA"]), door("20 sack 0.9"), red(/food/)),
  one("E04", "limited quantities in words", bill("22G1", ["PAINT UN1263 PG III, LQ | 320810 | 60 CT", "HYDROGEN PEROXIDE SOLUTION UN2014, LQ | 284700 | 10 CT"]), cartons, calm()),
  one("E05", "limited quantities as a field", bill("22G1", [un("PAINT | 320810 | 60 CT", "1263", "3", { isLimitedQuantity: true }), un("HYDROGEN PEROXIDE SOLUTION | 284700 | 10 CT", "2014", "5.1", { isLimitedQuantity: true })]), cartons, calm()),
  one("E06", "not classified as dangerous goods", bill("22G1", "SURFACTANT, NOT CLASSIFIED AS DANGEROUS GOODS | 340242 | 80 DR"), door("20 drum 0.9 3"), green),
  one("E07", "no dangerous goods, in German and Spanish", bill("22G1", ["Harzlösung, nicht als Gefahrgut eingestuft | 390690 | 40 DR", "TENSIOACTIVO, NO ES MERCANCÍA PELIGROSA | 340242 | 40 DR"]), door("20 drum 0.9 3"), green),
  one("E08", "cabinets for flammable liquids are furniture", bill("42G1", "STEEL CABINETS FOR FLAMMABLE LIQUIDS, EMPTY | 940320 | 30 CR"), door("12 crate 0.85 4"), calm()),
  one("E09", "charcoal without UN 1361", bill("45G1", "HARDWOOD BBQ CHARCOAL | 440290 | 1800 BG"), door("30 sack 0.9"), yellow(/dangerous|UN/)),
  one("E10", "calcium hypochlorite without a UN number", bill("22G1", "CALCIUM HYPOCHLORITE 65 % GRANULAR | 282810 | 360 DR"), door("24 drum 0.9 2.5"), yellow(/dangerous|UN/)),
  one("E11", "firecrackers without code and UN number", bill("22G1", "FIRECRACKERS AND SPARKLERS | | 700 CT"), cartons, stopped(/dangerous|UN/)),
  one("E12", "electric scooters without a UN number", bill("45G1", "ELECTRIC KICK SCOOTERS 36V 10AH LI-ION | 871160 | 400 CT"), cartons, yellow(/dangerous|lithium|UN/)),
  one("E13", "power banks without a UN number", bill("22G1", "POWER BANKS 20000 MAH | 850760 | 800 CT"), cartons, yellow(/dangerous|UN/)),
  one("E14", "lithium batteries and the placard of class 9", bill("22G1", un("LITHIUM ION BATTERIES | 850760 | 300 CT", "UN3480", "9")), door("30 carton 0.9, 1 placard_class_9 0.9 1"), { ...green, never: /placard.*not compared with the manifest/ }),
  one("E15", "paint declared as class 8", bill("22G1", un("PAINT | 320810 | 60 DR", "1263", "8")), door("20 drum 0.9 3"), yellow(/class 3/)),
  one("E16", "a hazmat sign on toys", bill("22G1", TOYS), door("30 carton 0.9, 1 hazmat sign 0.9 1"), stopped(/hazmat/)),
  one("E17", "aerosols beside toys", bill("22G1", [un("AEROSOLS | 330720 | 200 CT", "1950", "2.1"), "TOYS | 950300 | 200 CT"]), cartons, green),
  one("E18", "cyanide beside flour without a code", bill("22G1", [un("SODIUM CYANIDE | 283711 | 20 DR", "1689", "6.1"), "WHEAT FLOUR IN BAGS | | 300 BG"]), door("8 drum 0.9 3, 15 sack 0.9"), red(/food/)),
  one("H01", "mixed plastic waste", bill("45G1", "MIXED PLASTIC WASTE | 391590 | 60 BL"), door("20 sack 0.9 4"), { names: [/waste|Basel|permit|licen[cs]e/i], documents: ["yellow", "red"] }),
  one("H02", "used lead batteries for recycling", bill("22G1", "USED LEAD ACID BATTERIES FOR RECYCLING | 854911 | 20 PX"), door("6 pallet 0.9 8"), stopped(/waste|dangerous|UN/)),
  one("H03", "rosewood logs", bill("22G1", "ROSEWOOD LOGS DALBERGIA | 440349 | 80 LG"), door("10 bundle 0.9 5"), { names: [/CITES|permit|licen[cs]e/i], documents: ["yellow", "red"] }),
  one("H04", "a precursor of drugs", bill("22G1", un("ACETIC ANHYDRIDE | 291524 | 80 DR", "1715", "8")), door("20 drum 0.9 3"), { names: [/precursor|permit|licen[cs]e/i], documents: ["yellow", "red"] }),
  one("H05", "antiquities", bill("22G1", "ANTIQUE STONE STATUES OVER 250 YEARS | 970610 | 12 CR"), door("6 crate 0.9 8"), { names: [/permit|licen[cs]e|cultural/i], documents: ["yellow", "red"] }),
]; // prettier-ignore

/** People, weapons, damage, seals, and classes that no map knows. */
const alerts = [
  one("G01", "live horses, as declared", bill("42V1", "LIVE HORSES FOR BREEDING | 010121 | 4"), door("2 animal 0.9 20"), { ...calm(/horses/i), never: /was not observed/ }),
  one("G02", "kitchen knives, as declared", bill("22G1", "KITCHEN KNIVES, STAINLESS STEEL | 821191 | 500 CT"), door("30 carton 0.9, 1 knife 0.6 0.5"), calm(/knife|knives/i)),
  one("G03", "a worker outside", bill("45G1", SHOES), [door("40 carton 0.9 1.5"), yard("1 person 0.9 3")], calm()),
  one("G04", "cigarettes, as declared, on the X-ray", bill("45G1", "CIGARETTES 20S | 240220 | 950 CT"), [door("40 carton 0.9 1.5"), xray("1 cigarettes 0.9 60")], stopped(/cigarettes.*(declare|line 1)/i)),
  one("G05", "an X-ray model reports normal", bill("45G1", SHOES), [door("40 carton 0.9 1.5"), xray("1 normal 0.97 90")], green),
  one("G06", "duffel bags before bananas", bill("45R1", "FRESH BANANAS | 080390 | 1080 CT"), door("40 carton 0.9 1.5, 6 duffel bag 0.85 3"), stopped(/duffel/)),
  one("G07", "a false wall on the cargo's picture", bill("22G1", "Ceramic tiles | 690721 | 20 PX"), door("6 pallet 0.9 6, 1 false wall 0.8 30"), stopped(/false wall/)),
  one("G08", "a false wall on the damage picture", bill("22G1", "Ceramic tiles | 690721 | 20 PX"), [door("6 pallet 0.9 6"), damage("1 false wall 0.8 30")], red(/false wall/)),
  one("G09", "an anomaly of 0.45 on the X-ray", bill("45R1", "FROZEN SHRIMP | 030617 | 1500 CT"), [door("40 carton 0.9 1.5"), xray("1 anomaly 0.45 3")], stopped(/anomaly/)),
  one("G10", "another seal on the second picture, none declared", bill("22G1", COFFEE), [sacks, seal("HLG5512345"), seal("MLA0098761")], stopped(/seal/)),
  one("G11", "the declared seal", bill("22G1", sealed), [sacks, seal("HLG 5512345")], green),
  one("G12", "another seal than declared", bill("22G1", sealed), [sacks, seal("MLCN889001")], red(/seal/)),
  one("G13", "banknotes on the X-ray of household goods", bill("22G1", "USED HOUSEHOLD GOODS | | 120 PK"), [door("40 carton 0.9 1.5"), xray("1 banknotes 0.6 3")], red(/banknotes/)),
  one("G14", "sporting rifles, as declared", bill("22G1", "SPORTING RIFLES | 930330 | 40 CR"), door("10 crate 0.9 4, 1 rifle 0.8 1"), { ...stopped(/alert.*rifle.*(declare|line 1)/i), never: /rifle, not compared with the manifest/ }),
  one("G15", "another seal on the damage picture", bill("22G1", sealed), [sacks, seal("MLCN889001", damage)], red(/seal-number/)),
  one("G16", "the declared seal on the damage picture", bill("22G1", sealed), [sacks, seal("HLG5512345", damage)], green),
  one("G17", "a placard of class 3 on toys, on the damage picture", bill("22G1", TOYS), [cartons, damage("1 placard class 3 0.95 1")], red(/placard-not-declared/)),
  one("G18", "drugs on the cargo's picture", bill("42G1", TOYS), door("30 carton 0.9, 1 drugs 0.9"), { ...stopped(/drugs/), never: /drugs, not compared/ }),
  one("L03", "two models contradict each other", bill("22G1", COFFEE), [door("25 sack 0.9 2.5", { model: "model-a" }), door2("25 carton 0.9 2.5", { model: "model-b" })], stopped(/carton/, /disagree|another picture/i)),
  one("L04", "a weapon without a confidence", bill("42G1", TOYS), door("30 carton 0.9, 1 firearm 1 1"), red(/firearm/)),
  one("L06", "the truck that carries the box", bill("42G1", TOYS), [cartons, yard("1 truck 0.97 40")], green),
]; // prettier-ignore

const amended = (before: DeclaredManifest, now: Partial<DeclaredManifest>): DeclaredManifest => ({
  ...before,
  ...now,
  firstCompared: before,
});
const coffeeBill = bill("22G1", COFFEE, { consignee: { partyName: "Alpha" } });
const sealedBill = bill("22G1", sealed);
const addedCar = goods("USED CAR | 870323 | 1");

/** Several bills, and papers that changed after the picture. */
const papers = [
  one("K01", "a vague master bill beside house bills, drums", [
    bill("45G1", "CONSOLIDATED CARGO", { billOfLading: "BL-MASTER" }),
    bill("45G1", "SHOES | 640399 | 300 CT", { billOfLading: "BL-HOUSE1" }),
    bill("45G1", "CERAMIC TILES | 690721 | 200 CT", { billOfLading: "BL-HOUSE2" }),
  ], door("25 carton 0.9 1.5, 12 drum 0.9 3"), stopped(/drum/)),
  one("K02", "the consignee changed after the picture", amended(coffeeBill, { consignee: { partyName: "Beta" } }), sacks, yellow(/consignee/)),
  one("K03", "a car was added after its picture", amended(bill("22G1", COFFEE), { declaredGoods: [goods(COFFEE), addedCar] }), door("20 sack 0.9, 1 vehicle 0.95 28"), red(/changed after/)),
  one("K06", "one of two house bills is rejected", [
    bill("45G1", "Shoes | 640399 | 300 CT", { billOfLading: "BL-H1" }),
    bill("45G1", "Books | 490199 | 300 CT", { billOfLading: "BL-H2", status: "REJECTED" }),
  ], cartons, red(/rejected/)),
  one("K07", "seal and car were amended after the pictures", amended(sealedBill, { declaredGoods: [goods(COFFEE, { sealNumber: "MLCN889001" }), addedCar] }), [door("20 sack 0.9, 1 vehicle 0.95 28"), seal("MLCN889001")], red(/changed after.*vehicle/, /changed after.*seal/)),
]; // prettier-ignore

export const tradeAlerts = [...dangers, ...alerts, ...papers];

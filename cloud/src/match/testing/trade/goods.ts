import { bill, calm, door, goods, green, one, red, stopped, top, wholeLoad } from "./notation.ts";

const car = door("1 vehicle 0.95 28");
const cars = door("2 vehicle 0.93 22");

/** Words and codes as shippers write them. */
const words = [
  one("A01", "Portuguese green coffee without codes", bill("22G1", "CAFÉ EM GRÃOS CRU, 320 SACAS"), door("24 sack 0.9"), green),
  one("A02", "Portuguese: two used vehicles", bill("42G1", "VEÍCULOS USADOS 2 UNIDADES"), cars, green),
  one("A03", "Portuguese used car parts, a whole car", bill("42G1", "PEÇAS USADAS PARA AUTOMÓVEIS"), door("10 carton 0.85 1.5, 1 vehicle 0.95 28"), stopped(/vehicle/)),
  one("A04", "Turkish: one used car", bill("42G1", "KULLANILMIŞ OTOMOBİL 1 ADET"), car, green),
  one("A05", "Arabic: a used car", bill("22G1", "سيارة مستعملة تويوتا كورولا"), car, green),
  one("A06", "Russian: a used passenger car", bill("42G1", "Автомобиль легковой б/у, 1 шт."), car, green),
  one("A07", "Russian spare parts for tractors, a whole vehicle", bill("42G1", "Запасные части для тракторов"), door("8 crate 0.85 3, 1 vehicle 0.95 28"), stopped(/vehicle/)),
  one("A08", "German: Personenkraftwagen", bill("42G1", "2 Personenkraftwagen, gebraucht"), cars, green),
  one("A09", "a German compound of car parts, a whole car", bill("42G1", "Gebrauchte Kraftfahrzeugersatzteile"), door("8 crate 0.85 3, 1 vehicle 0.95 28"), stopped(/vehicle/)),
  one("A10", "French used vehicles and tyres", bill("42G1", "VÉHICULES D'OCCASION ET PNEUS USAGÉS"), door("2 vehicle 0.9 22, 14 roll 0.7 2"), green),
  one("A11", "French olive oil in drums, sacks seen", bill("22G1", "FÛTS D'HUILE D'OLIVE 80"), door("30 sack 0.9"), stopped(/sack/)),
  one("A12", "Chinese used tyres, rolls seen", bill("42G1", "旧轮胎"), door("50 roll 0.65 1"), green),
  one("A13", "truck spares, a whole vehicle; the cartons are honest", bill("42G1", "TRUCK SPARES"), door("10 carton 0.85 1.5, 1 vehicle 0.95 28"), { ...stopped(/vehicle/), never: /shows 10 cartons, which nothing on the manifest explains.*(?<!may explain it\.)$/ }),
  one("A14", "car bumpers, doors and headlights, a whole car", bill("42G1", "CAR BUMPERS, DOORS AND HEADLIGHTS USED"), door("10 carton 0.85 1.5, 1 vehicle 0.95 28"), { ...stopped(/vehicle/), never: /shows 10 cartons, which nothing on the manifest explains.*(?<!may explain it\.)$/ }),
  one("A15", "a brand named like a vehicle, a whole van", bill("42G1", "VAN HEUSEN SHIRTS"), door("20 carton 0.9 1.5, 1 vehicle 0.95 28"), stopped(/vehicle/)),
  one("A16", "car shampoo, a whole car", bill("42G1", "CAR SHAMPOO 500 CTNS"), door("20 carton 0.9 1.5, 1 vehicle 0.95 28"), stopped(/vehicle/)),
  one("A17", "misspelt tyres for trucks, a whole vehicle; the rolls are honest", bill("42G1", "NEW TYRS FOR TRUCKS"), door("12 roll 0.7 3, 1 vehicle 0.95 28"), { ...stopped(/vehicle/), never: /shows 12 rolls, which nothing on the manifest explains.*(?<!may explain it\.)$/ }),
  one("A18", "the description is an HS code", bill("42G1", "8703.23.19"), car, calm()),
  one("A19", "two codes in one field", bill("42G1", "AS PER ATTACHED LIST | 8703.23 / 8711.20"), door("2 vehicle 0.93 20"), calm()),
  one("A20", "a Brazilian code in the words", bill("22G1", "CONFORME FATURA NCM 8703.23.10"), car, calm()),
  one("A21", "the words state 1,200 cartons, the fields one", bill("45G1", "1X40'HC STC 1,200 CTNS LADIES GARMENTS | 620442 | 1 CT"), door("45 carton 0.9 1.5"), calm()),
  one("A22", "spare parts alone are a vague description", bill("22G1", "SPARE PARTS | | 60 PK"), door("30 carton 0.9 1.5"), { ...green, documents: ["yellow", "red"] }),
  one("A23", "chemicals alone are a vague description", bill("22G1", "CHEMICALS | | 60 DR"), door("20 drum 0.9 3"), { documents: ["yellow", "red"] }),
  one("A24", "auto parts alone, and a whole car", bill("42G1", "AUTO PARTS | | 90 PK"), door("8 carton 0.9 1.5, 1 vehicle 0.95 28"), stopped(/vehicle/)),
  one("A25", "household goods with a washing machine", bill("42G1", "USED HOUSEHOLD GOODS AND PERSONAL EFFECTS | | 120 PK"), door("30 carton 0.85 1.5, 2 crate 0.6 3, 1 machinery 0.55 4"), calm()),
  one("A26", "empty crates are goods", bill("45G1", "EMPTY REUSABLE PLASTIC CRATES | 392310 | 900 CR"), door("40 crate 0.85 1.5"), green),
  one("A27", "shipper's load and count", bill("42G1", "SHIPPER'S LOAD, STOW AND COUNT - SLAC 20 PLTS 960 CTNS DETERGENT | 340250 | 20 PX"), door("4 pallet 0.85 8, 50 carton 0.9 1"), green),
]; // prettier-ignore

/** Counts. */
const counts = [
  one("C01", "two cars declared, four seen", bill("45G1", "USED CARS | 870323 | 2"), door("4 vehicle 0.95 12"), stopped(/vehicle/)),
  one("C02", "one car declared, three seen", bill("45G1", "TOYOTA LAND CRUISER | 870333 | 1 VN"), door("3 vehicle 0.95 14"), stopped(/vehicle/)),
  one("C03", "a count with a point for thousands", bill("45G1", "Kunststoffspielzeug | 950300 | 1.200 CT"), door("45 carton 0.9 1.5"), green),
  one("C04", "a count with a comma for thousands", bill("45G1", "Plastic toys | 950300 | 1,200 CT"), door("45 carton 0.9 1.5"), green),
  one("C05", "20 pallets declared, 40 seen from above", bill("45G1", "Detergent | 340250 | 20 PX"), top("40 pallet 0.9 2"), stopped(/pallet/)),
  one("C06", "24 pallets declared, 26 seen: within the tolerance", bill("45G1", "Detergent | 340250 | 24 PX"), top("26 pallet 0.9 2"), green),
  one("C07", "10 cartons declared, one mask that stands for 40", bill("22G1", "Ceramic cups | 691110 | 10 CT"), door("1 carton 0.9 45", { quantity: 40 }), stopped(/carton/)),
  one("C08", "40 drums declared, 12 in a picture of the whole load", bill("22G1", "Lubricating oil | 271019 | 40 DR"), wholeLoad("12 drum 0.9 3"), stopped(/fewer/)),
  one("C09", "pallets and cartons of two lines", bill("22G1", ["Ceramic tiles | 690721 | 20 PX", "Adhesive tape | 391910 | 300 CT"]), door("6 pallet 0.85 6, 60 carton 0.9 1"), green),
  one("C10", "one machine declared, three seen", bill("45G1", "PACKING MACHINE | 842240 | 1"), door("3 machinery 0.95 14"), stopped(/machine/)),
  one("C11", "10 packages of no known kind declared, 80 cartons seen", bill("42G1", "Plastic toys | 950300 | 10 PK"), door("80 carton 0.9 1"), stopped(/carton/)),
  one("C12", "10 packages without a code declared, 80 cartons seen", bill("42G1", "Plastic toys | 950300 | 10"), door("80 carton 0.9 1"), stopped(/carton/)),
]; // prettier-ignore

/** Packing of vehicles and of goods that look alike. */
const packing = [
  one("D13", "timber in bundles, seen as crates", bill("42G1", "SAWN PINE TIMBER | 440711 | 24 BE"), door("12 crate 0.7 4"), calm()),
  one("D14", "the ends of logs, seen as rolls", bill("22G1", "TEAK ROUND LOGS | 440342 | 60 LG"), door("20 roll 0.72 2.5"), calm()),
  one("D15", "steel coils, seen as drums", bill("22G1", "HOT ROLLED STEEL COILS | 720839 | 5 CL"), door("4 drum 0.8 12"), calm()),
  one("F01", "vehicles with tyres inside, code VN", bill("42G1", "2 UNITS USED VEHICLES WITH SPARE TYRES AND PARTS INSIDE | 870333 | 2 VN"), door("2 vehicle 0.93 22, 6 roll 0.8 2"), calm()),
  one("F02", "trucks knocked down, in crates", bill("45G1", "TRUCKS, COMPLETELY KNOCKED DOWN (CKD) | 870421 | 4"), door("18 crate 0.9 4"), calm()),
  one("F03", "new motorcycles in their crates", bill("45G1", "HONDA CG125 MOTORCYCLES NEW | 871120 | 72"), door("24 crate 0.9 3"), calm()),
  one("F04", "bicycles declared, three motorcycles", bill("42G1", "BICYCLES | 871200 | 150 CT"), door("15 carton 0.9 2, 3 motorcycle 0.85 5"), red(/vehicle|motorcycle/)),
]; // prettier-ignore

/** Uncertain pictures and foreign class names. */
const models = [
  one("L01", "cartons at the door, drums from above", bill("42U1", "Plastic toys | 950300 | 400 CT"), [door("30 carton 0.9"), top("12 drum 0.9 3")], red(/drum/)),
  one("L02", "an honest load, every detection between 0.3 and 0.45", bill("42G1", ["Plastic toys | 950300 | 400 CT", "Lamps | 940511 | 100 CT"]), door("18 carton 0.4 2, 1 crate 0.34 2, 1 sack 0.31 2"), green),
  one("L05", "class names of another house", bill("22G1", ["Marble slabs | 680291 | 12 CR", "Adhesive | 350691 | 40 CT"]), door("4 Wooden_Crate 0.9 10, 6 Boxes 0.9 2"), green),
  one("L07", "a forklift that unloads coffee", bill("22G1", "Green coffee | 090111 | 300 SA"), door("24 sack 0.9, 1 machinery 0.9 6"), stopped()),
  one("L08", "goods that the map does not know, ten drums", bill("22G1", goods("MISC. HOSPITALITY SUPPLIES | | 40")), door("10 drum 0.9 4"), calm(/drum/)),
]; // prettier-ignore

export const tradeGoods = [...words, ...counts, ...packing, ...models];

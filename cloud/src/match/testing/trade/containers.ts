import { bill, calm, door, goods, green, one, red, stopped, top, weigh, yard, yellow } from "./notation.ts";

const COFFEE = "Green coffee | 090111 | 300 SA";
const sacks = door("24 sack 0.9 2.5");
const empty = door("1 empty 0.95 70");
const cartons = door("45 carton 0.9 1.5");

/** Empty containers. */
const emptiness = [
  one("B01", "Portuguese empty for repositioning", bill("45G1", "CONTÊINER VAZIO - REPOSICIONAMENTO"), empty, green),
  one("B02", "Turkish empty, eight cartons inside", bill("45G1", "BOŞ KONTEYNER"), door("8 carton 0.9 3"), stopped()),
  one("B03", "an empty reefer after its inspection", bill("45R1", "MT REEFER, PTI DONE, FOR EVACUATION"), door("1 empty 0.93 70"), green),
  one("B04", "Russian empty", bill("22G1", "ПОРОЖНИЙ КОНТЕЙНЕР"), empty, green),
  one("B05", "Italian and Dutch empties, sacks inside", bill("22G1", ["CONTENITORE VUOTO", "LEGE CONTAINER"]), door("6 sack 0.9 3"), stopped()),
  one("B06", "goods NIL", bill("22G1", "NIL"), empty, green),
  one("B07", "uncleaned empty drums, and their placard", bill("22G1", "EMPTY DRUMS, UNCLEANED, LAST CARGO UN 1230 METHANOL | | 80 DR"), door("30 drum 0.9, 1 placard class 3 0.9 1"), { ...green, never: /no dangerous goods|declares an empty|not compared with the manifest/ }),
  one("B08", "declared empty, a person inside", bill("45G1", "EMPTY CONTAINER"), door("1 person 0.7 4"), red(/person/)),
  one("B09", "declared empty, the weights fit", bill("42G1", "EMPTY", weigh({ tare: 3900, vgm: 3950 })), empty, green),
  one("B10", "declared empty in many words, 10,600 kg too heavy", bill("45G1", "EMPTY UNIT RETURN TO CARRIER AS AGREED", weigh({ tare: 3900, vgm: 14500 })), empty, { ...red(/14,500/), never: /but the picture shows an empty/ }),
]; // prettier-ignore

/** Types of containers, and how goods travel in them. */
const types = [
  one("D01", "vaccines at 2 to 8 °C in a dry box", bill("22G1", "VACCINES FOR HUMAN USE, KEEP AT 2-8°C | 300241 | 200 CT"), door("30 carton 0.9"), yellow(/refrigerat|cool|temperature/i)),
  one("D02", "fresh bananas in a dry box", bill("42G1", "FRESH CAVENDISH BANANAS | 080390 | 1080 CT"), cartons, yellow(/refrigerat|cool/i)),
  one("D03", "ice cream in a dry box", bill("45G1", "ICE CREAM IN TUBS | 210500 | 1500 CT"), cartons, yellow(/refrigerat|cool/i)),
  one("D04", "frozen fish in a 40HC, which is a dry box", bill("40HC", "FROZEN HAKE | 030366 | 1200 CT"), cartons, yellow(/refrigerat/i)),
  one("D05", "40HC is 45G1", bill("40HC", "Shoes | 640399 | 600 CT"), cartons, { ...green, never: /another/ }, "45G1"),
  one("D06", "20GP is 22G1", bill("20GP", "Portland cement | 252329 | 500 SA"), door("30 sack 0.9"), { ...green, never: /another/ }, "22G1"),
  one("D07", "20GP is no 45R1", bill("20GP", "Portland cement | 252329 | 500 SA"), door("30 sack 0.9"), stopped(/another/), "45R1"),
  one("D08", "the weights and the volume of a 40HC fit", bill("40HC", goods("Upholstered furniture | 940161 | 300 CT", { volume: { value: 70, unit: "MTQ" } }), weigh({ gross: 11700, tare: 3900, net: 7300, vgm: 11750 })), door("30 carton 0.9"), green),
  one("D09", "a tank of wine, sacks seen through a door", bill("22T1", "WINE IN BULK | 220429 | 1 VL"), door("14 sack 0.9 3"), stopped(/sack/)),
  one("D10", "a tank of water with the placard of class 8", bill("22T6", "DISTILLED WATER | 285390 | 1 VL"), yard("2 placard class 8 0.9 1"), stopped(/placard/)),
  one("D11", "Spanish grain in bulk, nothing recognised", bill("22G1", "TRIGO A GRANEL | 100199"), door(), green),
  one("D12", "olive oil in a flexibag, nothing recognised", bill("22G1", "OLIVE OIL 24 MT IN FLEXIBAG | 150920"), door(), green),
  one("D16", "flexible intermediate bulk containers", bill("42G1", "PVC RESIN IN FIBC | 390410 | 20 ZU"), door("8 sack 0.9 8"), green),
  one("D17", "a yacht on a flat rack", bill("42P1", "MOTOR YACHT 8 M ON CRADLE | 890332 | 1"), yard("1 vehicle 0.85 30"), green),
  one("D18", "scrap from above, and three whole cars", bill("22U1", "SHREDDED STEEL SCRAP | 720449 | - VS"), top("1 scrap metal 0.85 40, 3 vehicle 0.85 10"), stopped(/vehicle/)),
  one("D19", "40RH is 45R1", bill("40RH", "FROZEN SHRIMP | 030617 | 1500 CT"), cartons, { ...green, never: /another/ }, "45R1"),
]; // prettier-ignore

/** Weights. */
const weights = [
  one("I01", "lines of 18,000 kg, verified gross mass of 9,800 kg, no total", bill("22G1", goods(COFFEE, { grossWeight: { value: 18000, unit: "KGM" } }), weigh({ vgm: 9800 })), sacks, stopped(/9,800/)),
  one("I02", "a verified gross mass below the tare of a laden box", bill("22G1", COFFEE, weigh({ vgm: 1900 })), sacks, stopped(/1,900/)),
  one("I03", "a verified gross mass above the rating", bill("22G1", "Steel bolts | 731815 | 30 CR", weigh({ gross: 33400, vgm: 33500 })), door("10 crate 0.9 4"), stopped(/33,500/)),
  one("I04", "a slip of the unit", bill("22G1", COFFEE, weigh({ gross: 24500, vgm: 24.5 })), sacks, stopped(/24\.5/)),
  one("I05", "pounds and kilograms agree", bill("22G1", COFFEE, { weight: { gross: { value: 52000, unit: "LBR" }, tare: { value: 4900, unit: "LBR" }, vgm: { value: 23600, unit: "KGM" } } }), sacks, green),
  one("I06", "weights as text with points for thousands", bill("22G1", COFFEE, { weight: { gross: "21.500 KG", tare: "2.230", net: "19.270 kg", vgm: "21.550" } }), sacks, green),
  one("I07", "a master bill beside its two house bills", [
    bill("45G1", "CONSOLIDATED CARGO AS PER HOUSE BILLS | | 500 PK", { billOfLading: "BL-MASTER", ...weigh({ gross: 18000, vgm: 21900 }) }),
    bill("45G1", "SHOES | 640399 | 300 CT", { billOfLading: "BL-HOUSE1", ...weigh({ gross: 10000 }) }),
    bill("45G1", "BOOKS | 490199 | 200 CT", { billOfLading: "BL-HOUSE2", ...weigh({ gross: 8000 }) }),
  ], door("40 carton 0.9 1.5"), calm()),
  one("I08", "a net weight above the gross weight", bill("22G1", "Silk fabric | 500720 | 300 CT", weigh({ gross: 12300, tare: 2230, net: 12900 })), door("30 carton 0.9"), yellow(/exceed/)),
]; // prettier-ignore

export const tradeContainers = [...emptiness, ...types, ...weights];

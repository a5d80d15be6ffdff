import { declared, door, line, type OfficerCase, outside, seen, xray } from "./officer-case.ts";
import { containerCases } from "./container-cases.ts";
import { goodsCases } from "./goods-cases.ts";
import { paperCases } from "./paper-cases.ts";
import { tradeAlerts } from "./trade/alerts.ts";

const coffee = line("Coffee beans, green", "0901.11", "SA", 300);
const un = (unNumber: string, imoClass: string | undefined, words: string) =>
  line(words, undefined, "DR", 4, { dangerousGoods: { unNumber, imoClass } });
const kg = (value: unknown) => ({ value, unit: "KGM" });
const one = (manifest: OfficerCase["manifests"][number], ...pictures: OfficerCase["pictures"]): OfficerCase => {
  return { id: "", title: "", manifests: [manifest], pictures, wanted: { lanes: [] } };
};
/** Findings that no case of the officer's table gives. */
const further = [
  one(declared([coffee]), outside(seen("sack"))),
  one(declared([line("Qwertz")]), door(seen("sack"))),
  one(declared([]), door(seen("carton"))),
  one(declared([un("1263", "8", "Paint"), un("", "3", "Paint"), un("1", "3", "Paint"), un("3549", "3", "Paint")])),
  one(declared([line("Palm oil in bulk", "1511", "VL")], { containerType: "22G1" })),
  one(declared([coffee], { weight: { gross: kg(20_000), net: kg(25_000), tare: kg("heavy") } })),
  one(declared([{ ...coffee, grossWeight: kg(3_000) }], { weight: { gross: kg(20_000), net: kg(19_000) } })),
  one(declared([coffee], { weight: { net: kg(50) } })),
  one(declared([line("EMPTY CONTAINER")], { weight: { vgm: kg(9_000), tare: kg(2_200) } })),
  one(declared([{ ...coffee, volume: { value: 80, unit: "MTQ" } }])),
  one(declared([coffee], { containerType: "40XX" })),
  one(declared([{ ...coffee, numberOfPackages: "12.5" }])),
  one(declared([line("STC 1,200 CTNS GARMENTS", "620442", "CT", 1)])),
  one(declared([line("EMPTY QWERTZ")])),
  one(declared([line("Rosewood logs", "440349", "LG", 8)])),
  one(declared([coffee], { weight: { vgm: kg(1_900) } })),
  one(declared([coffee]), door(seen("zebra"))),
  one(declared([coffee]), ...tradeAlerts.flatMap(({ id, pictures }) => (id === "G10" ? pictures : []))),
];
const unlike = (picture: OfficerCase["pictures"][number]) => ({ ...picture, isUnlike: true });
further.push(one(declared([coffee]), unlike(door(seen("sack", 20)))));
further.push(one(declared([coffee]), unlike(door(seen("sack", 20))), unlike(xray()), door(seen("sack", 20))));
const seal = seen("seal").map((detection) => ({ ...detection, text: "ML1234568" }));
further.push(one(declared([{ ...coffee, sealNumber: "ML1234567" }]), outside(seal)));
/** The cases of the officer's table, and further ones: together they give every finding of a single manifest. */
export const casesOfEveryRule = [...goodsCases, ...paperCases, ...containerCases, ...further];

const shoes = line("Shoes", "6403", "CT", 40);
const several = (...manifests: OfficerCase["manifests"]): OfficerCase => ({
  ...one(declared([coffee]), door(seen("sack", 20), seen("drum", 3))),
  manifests,
});
const house = (bill: string, goods: OfficerCase["manifests"][number]["declaredGoods"], rest = {}) =>
  declared(goods, { billOfLading: bill, ...rest });

/** Containers with several manifests, and with manifests that were changed or that share a bill of lading. */
export const casesOfSeveralManifests = [
  several(
    house("H1", [coffee], { weight: { vgm: kg(24_000) } }),
    house("H2", [shoes], { weight: { vgm: kg(20_000) } }),
  ),
  several(
    house("H1", [coffee], { weight: { gross: kg(9_000) } }),
    house("H2", [shoes], { weight: { gross: kg(1_000) } }),
    house("M1", [line("General cargo", undefined, "PK", 340)], { weight: { gross: kg(10_000) } }),
  ),
  several(declared([coffee, line("Drums of paint", "3208", "DR", 3)], { firstCompared: declared([coffee]) })),
  several(house("H1", [coffee]), house("H2", [line("Paint", "3208", "DR", 3)], { isAddedLater: true })),
  several(house("B1", [coffee], { sameBill: [house("B1", [coffee], { containerNumber: "MSKU9070323" })] })),
  several(house("H1", [coffee, shoes, shoes, shoes, shoes]), house("H2", [{ hsCode: "0901" }, {}, { quantity: 3 }])),
];

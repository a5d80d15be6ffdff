import type { DangerousGoodsRules } from "@container-inspection/shared-schemas/rules/dangerous-goods-rules";
import { phrases } from "./phrases.ts";

/** Words and HS codes are choices of this project; they mark goods that are dangerous in nearly every consignment. */
export const bundledDangerousGoodsRules: DangerousGoodsRules = {
  // UN Model Regulations, 23rd revised edition: class 1 up to 0514, others from 1001 to 3560; with room.
  assignedUnNumbers: [
    { from: 4, to: 600 },
    { from: 1001, to: 3700 },
  ],
  // IMDG Code 7.3.4.2: food, ingredients of food, and animal feed.
  foodstuffChapters: "02 03 04 07 08 09 10 11 12 15 16 17 18 19 20 21 22 23".split(" "),
  // IMDG Code 7.2.6.5: packages of at most 30 L or 20 kg; 30 L of acid weigh up to 55 kg.
  smallPackageKg: 60,
  dangerWords: phrases(
    "flammable, inflammable, highly flammable, solvent based, corrosive, toxic, explosive, oxidizing",
    "lithium battery, lithium batteries, lithium ion, firework, radioactive, dangerous goods, hazardous",
    "sulphuric acid, sulfuric acid, hydrochloric acid, nitric acid, caustic soda, aerosol, organic peroxide",
    "entzündbar, leicht entzündlich, brennbare flüssigkeit, lösemittelhaltig, lösungsmittelhaltig, ätzend",
    "giftig, lithium batterie, lithiumbatterie, lithium akku, feuerwerk, gefahrgut, schwefelsäure",
    "inflamable, corrosivo, tóxico, explosivo, a base de disolvente, base solvente, batería de litio",
    "batería de ión litio, fuegos artificiales, mercancía peligrosa, ácido sulfúrico, sosa cáustica",
    "liquide inflammable, corrosif, toxique, explosif, à base de solvant, batterie au lithium",
    "feux d artifice, marchandise dangereuse, acide sulfurique, soude caustique",
    "易燃, 腐蚀性, 有毒, 爆炸品, 溶剂型, 锂电池, 烟花, 危险品, 硫酸",
  ),
  flashPointWords: ["fp", "flash point", "flashpoint", "flammpunkt", "punto de inflamación", "point d éclair", "闪点"],
  // IMDG Code 2.3.2.1: flammable liquids have a flash point of at most 60 °C, closed cup.
  maxFlashPointCelsius: 60,
  // Lithium cells, explosives, fireworks, matches, chlorine, strong acids, cyanides, methanol.
  dangerousHsCodes: phrases(
    "850650, 850760, 3601, 3602, 3603, 3604, 3605, 280110, 280610, 280700, 280800, 283711, 283719, 290511",
  ),
  // IMDG Code 3.4.4.2: the segregation between classes does not apply to limited quantities.
  limitedQuantityWords: phrases(
    "limited quantity, limited quantities, ltd qty, begrenzte menge, cantidad limitada, quantité limitée",
  ),
  placardConfidence: 0.5,
};

import type { DangerousGoodsRules } from "@container-inspection/shared-schemas/rules/dangerous-goods-rules";
import { phrases } from "./phrases.ts";

/** Words and HS codes are choices of this project; they mark goods that are dangerous in nearly every consignment. */
export const bundledDangerousGoodsRules: Required<DangerousGoodsRules> = {
  // UN Model Regulations, 23rd revised edition: class 1 up to 0514, others from 1001 to 3560; with room.
  assignedUnNumbers: [
    { from: 4, to: 600 },
    { from: 1001, to: 3700 },
  ],
  // IMDG Code 7.3.4.2: food, ingredients of food, and animal feed. Words that other goods share at the end of a phrase
  // are left out: nuts and bolts, wire feed, bean bags, tees of pipes, and "blé", which is BLE without its accent.
  foodstuffChapters: "02 03 04 07 08 09 10 11 12 15 16 17 18 19 20 21 22 23".split(" "),
  foodstuffWords: phrases(
    "flour, rice, wheat, maize, corn, barley, sugar, coffee, cocoa, tea, coffee bean, cocoa bean, soy bean, soya bean, soybean, kidney bean",
    "lentil, chickpea, peanut, groundnut, cashew, cashew nut, mixed nut, edible nut, hazelnut, almond, pistachio, milk powder",
    "food, foodstuff, animal feed, cattle feed, pig feed, poultry feed, chicken feed, fish feed, meat, fish, fruit, vegetable, potato, onion, spice, pasta, noodle, biscuit, chocolate",
    "Mehl, Weizenmehl, Reis, Weizen, Zucker, Kaffee, Kakao, Schwarztee, schwarzer Tee, Grüntee, grüner Tee, Kräutertee, Lebensmittel, Futtermittel, Fleisch, Fisch, Obst, Gemüse",
    "harina, arroz, trigo, azúcar, café, cacao, alimentos, pienso, carne, pescado, frutas, verduras",
    "farine, riz, blé tendre, blé dur, grains de blé, sucre, aliments, viande, poisson, légumes, 面粉, 大米, 小麦, 糖, 咖啡, 食品, 饲料",
  ),
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
    "firecracker, sparkler, pyrotechnic, Feuerwerkskörper, Böller, petardos, pirotecnia, pétards, artifices, 鞭炮, 爆竹",
    "calcium hypochlorite, lithium metal, lead acid battery, lead acid batteries, wet battery, Bleiakkumulatoren",
    "易燃, 腐蚀性, 有毒, 爆炸品, 溶剂型, 锂电池, 烟花, 危险品, 硫酸",
  ),
  flashPointWords: ["fp", "flash point", "flashpoint", "flammpunkt", "punto de inflamación", "point d éclair", "闪点"],
  // IMDG Code 2.3.2.1: flammable liquids have a flash point of at most 60 °C, closed cup.
  maxFlashPointCelsius: 60,
  // Lithium cells, electric scooters, explosives, fireworks, matches, chlorine, strong acids, cyanides, methanol,
  // calcium hypochlorite, used lead batteries; charcoal since amendment 42-24 of the IMDG Code.
  dangerousHsCodes: phrases(
    "850650, 850760, 871160, 282810, 854911, 854912, 4402, 3601, 3602, 3603, 3604, 3605, 280110, 280610, 280700, 280800, 283711, 283719, 290511",
  ),
  // IMDG Code 3.4.4.2: the segregation between classes does not apply to limited quantities.
  limitedQuantityWords: phrases(
    "limited quantity, limited quantities, ltd qty, lq, quantidade limitada, ограниченное количество, begrenzte menge, cantidad limitada, quantité limitée",
  ),
  placardConfidence: 0.5,
};

const ISO_6346 = "ISO 6346";
const REC_21 = "UN/ECE Recommendation 21";
const ADR_LIST = "UN Model Regulations, 23rd revised edition";

/**
 * Sources of the default settings; a default that is missing here is an estimate of this project. A source applies to
 * all settings below its path.
 */
export const ruleSources: Readonly<Record<string, string>> = {
  "goods.models": "card of the bundled model, edge-agent/models/category-demo.card.md",
  "weights.warningDeviation": "France, order of 28 April 2016 on SOLAS VI/2: 5 %",
  "weights.maxPackagingShare": "estimate: wine in glass bottles",
  "weights.containers": "named in each entry",
  "weights.packages": "named in each entry",
  "weights.densities": "named in each entry",
  "containers.reeferGroups": ISO_6346,
  "containers.reeferHsCodes": "Harmonized System 2022; GDV, Container Handbook, part 8",
  "containers.lastFoodChapter": "Harmonized System 2022",
  "containers.maxReeferCelsius": "ATP (UNECE), annex 2: frozen food at -10 °C or colder",
  "containers.liquidGroups": ISO_6346,
  "containers.liquidPackageCodes": REC_21,
  "dangerousGoods.assignedUnNumbers": `${ADR_LIST}: up to 0514, and 1001 to 3560; with room`,
  "dangerousGoods.foodstuffChapters": "IMDG Code 7.3.4.2",
  "dangerousGoods.smallPackageKg": "IMDG Code 7.2.6.5: 30 L or 20 kg; 30 L of acid weigh up to 55 kg",
  "dangerousGoods.maxFlashPointCelsius": "IMDG Code 2.3.2.1",
  "dangerousGoods.limitedQuantityWords": "IMDG Code 3.4.4.2",
  controlledGoods: "named in each entry",
};

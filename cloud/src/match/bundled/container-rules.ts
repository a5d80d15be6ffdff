import type { ContainerRules } from "@container-inspection/shared-schemas/rules/container-rules";
import { phrases } from "./phrases.ts";

/** HS headings are those of the Harmonized System 2022; what travels cooled follows GDV, Container Handbook, part 8. */
export const bundledContainerRules: Required<ContainerRules> = {
  reeferGroups: "RH",
  reeferHsCodes: phrases(
    "0201, 0202, 0203, 0204, 0206, 0207, 0208, 0302, 0303, 0304, 0306, 0307",
    "0401, 0403, 0405, 0406, 0603, 0803, 080440, 080610, 0808, 0809, 0810, 2105, 300241, 300242, 300249",
  ),
  reeferWords: phrases(
    "frozen, deep frozen, chilled, refrigerated, keep cool",
    "gefroren, gefrorener, gefrorenes, gefrorene, tiefgefroren, tiefgekühlt, tiefkühl, gekühlt",
    "congelado, congelada, refrigerado, refrigerada, ultracongelado",
    "surgelé, surgelée, congelé, congelée, réfrigéré, réfrigérée",
    "冷冻, 冷藏, 冷凍, 速冻",
  ),
  preservedWords: phrases(
    "dried, dry, salted, smoked, canned, freeze dried, powder, getrocknet, gesalzen, geräuchert",
    "seco, seca, salado, ahumado, en polvo, séché, salé, fumé, en poudre, 干, 腌, 熏",
  ),
  lastFoodChapter: 24,
  // ATP (UNECE), annex 2: frozen food at -10 °C or colder.
  maxReeferCelsius: -10,
  // Medicines at 2 to 8 °C, chocolate and flowers at up to 15 °C; above, a range is no order to cool.
  maxCoolCelsius: 15,
  liquidGroups: "TKN",
  liquidPackageCodes: ["VL"],
  liquidWords: phrases(
    "bulk liquid, liquid in bulk, liquid bulk, oil in bulk, wine in bulk, lose flüssig, flüssig lose",
    "líquido a granel, aceite a granel, vino a granel, liquide en vrac, huile en vrac, vin en vrac",
    "散装液体, 液体散货",
  ),
  bulkWords: phrases(
    "in bulk, loose in bulk, bulk cargo, isotank, iso tank, lose schüttung, als schüttgut, schüttgut, a granel, granel, en vrac",
    "alla rinfusa, rinfusa, dökme, навалом, насыпью, سائب, 散装",
  ),
  flexitankWords: phrases("flexitank, flexi tank, flexibag, flexi bag, flexitanque, флекситанк, 液袋"),
  // Estimates: readers of numbers misread single characters.
  sealClasses: ["seal", "bolt seal", "cable seal", "container seal", "seal number"],
  sealFromConfidence: 0.5,
  sealCriticalDistance: 2,
};

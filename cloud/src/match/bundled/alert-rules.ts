import type { AlertRules } from "@container-inspection/shared-schemas/rules/alert-rules";
import { phrases } from "./phrases.ts";

/** All thresholds are estimates of this project: a site sets those that its model's measured precision supports. */
export const bundledAlertRules: AlertRules = {
  alerts: [
    // Outside the container, people and guard dogs are at work.
    {
      classes: ["person", "human", "animal", "dog"],
      fromConfidence: 0.4,
      severity: "critical",
      outsideSeverity: "info",
    },
    {
      classes: phrases("stowaway, weapon, firearm, gun, pistol, rifle, knife, blade"),
      fromConfidence: 0.4,
      severity: "critical",
    },
    {
      classes: phrases(
        "drugs, narcotics, cocaine, heroin, explosive, explosives, bomb, grenade, ammunition, cash, banknotes, money",
        "false wall, false floor, false ceiling, hidden compartment, secret compartment",
      ),
      fromConfidence: 0.5,
      severity: "critical",
    },
    // Bags beside honest goods are how drugs are put into a container and taken out again.
    { classes: phrases("duffel bag, duffle bag, sports bag, gym bag"), fromConfidence: 0.5, severity: "warning" },
    {
      // A tear opens the wall as a hole does.
      classes: ["hole", "tear", "seal_broken", "broken seal", "seal missing", "missing seal", "no seal"],
      fromConfidence: 0.5,
      severity: "critical",
    },
    { classes: ["damaged_door"], fromConfidence: 0.5, severity: "warning" },
    { classes: ["dent", "rust", "scratch", "corrosion", "deformation"], fromConfidence: 0.6, severity: "info" },
  ],
  // Words stand where they are the head of a phrase. Those that other goods share are left out: brands (Cat, Red Bull),
  // food (chicken), and liquids (white spirit).
  declaredAs: [
    {
      classes: ["animal", "dog"],
      hsCodes: ["01"],
      words: phrases(
        "live animal, live horse, live cattle, live cow, live bull, live sheep, live goat, live pig, live poultry, live dog",
        "lebende Tiere, lebende Pferde, lebende Rinder, lebende Schafe, lebende Schweine, animales vivos, caballos vivos",
        "ganado vivo, ovejas vivas, animaux vivants, chevaux vivants, bovins vivants, 活动物, 活马, 活牛, 活羊, 活猪",
      ),
    },
    {
      classes: ["knife", "blade"],
      hsCodes: ["8202", "8208", "8211", "8212", "8214", "8215"],
      words: phrases(
        "knife, knives, knife blade, razor blade, saw blade, cutlery, messer, besteck, cuchillo, cubertería, couteau, couteaux, 刀, 餐具",
      ),
    },
    // A word such as pistol or cartridge is part of too many tools and spare parts.
    { classes: phrases("weapon, firearm, gun, pistol, rifle, ammunition, grenade"), hsCodes: ["93"], words: [] },
    { classes: phrases("explosive, explosives, bomb"), hsCodes: ["3601", "3602", "3603", "3604"], words: [] },
    {
      classes: phrases("cigarette, cigarettes, tobacco"),
      hsCodes: ["2401", "2402", "2403", "2404"],
      words: phrases("cigarette, cigar, tobacco, zigaretten, tabak, cigarrillo, tabaco, tabac, 香烟, 烟草"),
    },
    {
      classes: phrases("cash, banknotes, money, currency"),
      hsCodes: ["4907", "7118"],
      words: phrases("banknote, banknoten, billetes de banco, billets de banque, 钞票"),
    },
    {
      classes: phrases("bottle, alcohol, spirits, liquor"),
      hsCodes: ["2203", "2204", "2205", "2206", "2208"],
      words: phrases(
        "wine, beer, whisky, vodka, wein, bier, vino, cerveza, licores, vin rouge, vin blanc, bière, 葡萄酒, 啤酒",
      ),
    },
  ],
  // Without "safe", which is a strongbox too.
  ignoredClasses: phrases(
    "no_threat, no threat, background, none, no_damage, no damage, normal, clean, negative, benign, no anomaly, no finding",
  ),
  illegalFromConfidence: 0.25,
  defectFromConfidence: 0.5,
};

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
  declaredAs: [
    {
      classes: ["animal", "dog"],
      hsCodes: ["01"],
      words: phrases(
        "live animal, horse, cattle, cow, bull, sheep, goat, pig, poultry, chicken, dog, cat, lebende tiere, pferde, rinder",
        "animales vivos, caballos, ganado, animaux vivants, chevaux, bétail, 活动物, 马, 牛",
      ),
    },
    {
      classes: ["knife", "blade"],
      hsCodes: ["8202", "8208", "8211", "8212", "8214", "8215"],
      words: phrases(
        "knife, knives, blade, cutlery, messer, besteck, cuchillo, cubertería, couteau, couteaux, 刀, 餐具",
      ),
    },
    {
      classes: phrases("weapon, firearm, gun, pistol, rifle, ammunition, grenade"),
      hsCodes: ["93"],
      words: phrases(
        "rifle, shotgun, firearm, pistol, revolver, ammunition, cartridge, gewehr, munition, escopeta, pistola, fusil, 枪, 弹药",
      ),
    },
    {
      classes: phrases("explosive, explosives, bomb"),
      hsCodes: ["36"],
      words: phrases("explosive, firework, detonator, sprengstoff, feuerwerk, explosivo, explosif, 爆炸品, 烟花"),
    },
    {
      classes: phrases("cigarette, cigarettes, tobacco"),
      hsCodes: ["2401", "2402", "2403", "2404"],
      words: phrases("cigarette, cigar, tobacco, zigaretten, tabak, cigarrillo, tabaco, tabac, 香烟, 烟草"),
    },
    {
      classes: phrases("cash, banknotes, money, currency"),
      hsCodes: ["4907", "7118"],
      words: phrases("banknote, coin, currency, banknoten, münzen, billetes, monedas, billets de banque, 钞票, 硬币"),
    },
    {
      classes: phrases("bottle, alcohol, spirits, liquor"),
      hsCodes: ["2203", "2204", "2205", "2206", "2208"],
      words: phrases("wine, beer, whisky, vodka, spirit, wein, bier, vino, cerveza, licores, vin, bière, 葡萄酒, 啤酒"),
    },
  ],
  ignoredClasses: phrases(
    "no_threat, no threat, background, none, no_damage, no damage, normal, clean, safe, negative, benign, no anomaly, no finding",
  ),
  illegalFromConfidence: 0.25,
  defectFromConfidence: 0.5,
};

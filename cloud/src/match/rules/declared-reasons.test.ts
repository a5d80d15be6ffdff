import { describe, expect, test } from "vitest";
import { judgeLoad } from "../testing/judge-load.ts";
import { loadOf } from "../testing/officer-case.ts";
import { bill, door, one, red, xray } from "../testing/trade/notation.ts";

/** Severities of what is reported of a class in a picture of the cargo or of a scan for illegal goods. */
function judge(goods: string, className: string, shot = door): string[] {
  const load = loadOf(one("", "", bill("22G1", goods), shot(`1 ${className} 0.95 2`), red()));
  return judgeLoad(load)
    .findings.filter(({ rule }) => rule === "alert" || rule === "illegal-goods")
    .map(({ severity }) => severity);
}

describe("goods that only share a word with what is seen explain nothing", () => {
  test.each([
    ["TONER CARTRIDGES | | 400 CT", "rifle"],
    ["CARTRIDGE FILTERS | | 40 CT", "ammunition"],
    ["CARTRIDGES | | 40 CT", "ammunition"],
    ["PISTOLA DE PINTURA | | 60 CT", "pistol"],
    ["GLUE GUN STICKS | | 60 CT", "gun"],
    ["NAIL GUN NAILS | | 60 CT", "gun"],
    ["RIFLE | | 60 CT", "rifle"],
    ["SHOTGUN MICROPHONES | 851810 | 60 CT", "weapon"],
    ["FUSIL DE AFILAR | | 20 CT", "firearm"],
    ["EXPLOSIVE ATMOSPHERE FANS | 841459 | 20 CT", "bomb"],
    ["SAFETY MATCHES | 360500 | 20 CT", "bomb"],
    ["DOG FOOD IN BAGS | | 300 BG", "dog"],
    ["HOT DOGS | | 300 CT", "dog"],
    ["FROZEN CHICKEN | | 300 CT", "animal"],
    ["CAT EXCAVATOR | | 1", "animal"],
    ["HORSE RADISH | | 100 BG", "animal"],
    ["RED BULL 250 ML | | 900 CT", "animal"],
    ["BULL BARS FOR TRUCKS | | 90 CT", "animal"],
    ["LIVE ANIMAL TRAPS | | 90 CT", "animal"],
    ["TIGER BALM | | 90 CT", "animal"],
    ["牛奶 | | 90 CT", "animal"],
    ["KNIFE SHARPENERS | | 90 CT", "knife"],
    ["KNIFE AND FORK HOLDERS | | 90 CT", "knife"],
    ["STANDS FOR KNIVES | | 90 CT", "knife"],
    ["WIPER BLADES | | 90 CT", "knife"],
  ])("%s beside a %s", (goods, className) => {
    expect(judge(goods, className)).toEqual(["critical"]);
    expect(judge(goods, className, xray)).toEqual(["critical"]);
  });

  test.each([
    ["CIGARETTE LIGHTERS | | 90 CT", "cigarettes"],
    ["WHITE SPIRIT | | 90 DR", "spirits"],
    ["WINE GLASSES | | 90 CT", "bottle"],
    ["USED CAR VIN 1HGCM82633A004352 | | 1", "alcohol"],
    ["CHOCOLATE COINS | | 90 CT", "cash"],
    ["BANKNOTE COUNTERS | | 90 CT", "cash"],
    ["TOY DRONES | | 90 CT", "drone"],
  ])("%s beside %s in a scan for illegal goods", (goods, className) =>
    expect(judge(goods, className, xray)).toEqual(["critical"]),
  );
});

describe("goods that are what is seen are a reason", () => {
  test.each([
    ["SPORTING RIFLES | 930330 | 40 CR", "rifle"],
    ["FIREWORKS | 360410 | 40 CT", "explosives"],
    ["LIVE HORSES FOR BREEDING | | 4", "animal"],
    ["PUREBRED BREEDING CATTLE | 010221 | 40", "animal"],
    ["Lebende Rinder | | 40", "animal"],
    ["CABALLOS VIVOS | | 4", "animal"],
    ["KITCHEN KNIVES, STAINLESS STEEL | | 500 CT", "knife"],
    ["SPARE TYRES, KNIVES AND FORKS | | 500 CT", "knife"],
    ["CUCHILLOS DE COCINA | | 500 CT", "knife"],
    ["厨房刀 | | 500 CT", "knife"],
  ])("%s beside a %s", (goods, className) => expect(judge(goods, className)).toEqual(["warning"]));

  test.each([
    ["CIGARETTES 20S | | 90 CT", "cigarettes"],
    ["VIN ROUGE | | 90 CT", "alcohol"],
    ["RED WINE IN BOTTLES | | 90 CT", "bottle"],
  ])("%s beside %s in a scan for illegal goods", (goods, className) =>
    expect(judge(goods, className, xray)).toEqual(["warning"]),
  );
});

import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import { findColumn } from "@container-inspection/shared-schemas/manifest-columns";
import type { Table } from "./import-file.ts";

/** Other names of columns, without blanks and signs, the more telling ones first. */
const SYNONYMS: [column: string, names: RegExp][] = [
  ["billOfLading", /^(m?bl|hbl|b\/?l|(master|house)?billoflading|konnossement|bol)(no|nr|number|nummer)?$/],
  ["containerNumber", /^(container|cntr|ctr|equipment|unit)(no|nr|id|number|nummer)?$/],
  ["containerType", /^(iso|container|size|equipment)?(size|type|isocode|sizetype|typecode)$/],
  ["status", /^(manifest)?(status|state)$/],
  ["vesselName", /^(vessel|ship|schiff)(name)?$/],
  ["vesselImoNumber", /^(vessel|ship)?imo(no|nr|number)?$/],
  ["voyageNumber", /^(voyage|voy|trip|reise)(no|nr|number)?$/],
  ["originUnLocationCode", /^(pol|portofloading|loadport|loadingport|origin|originport|from)(code)?$/],
  ["destinationUnLocationCode", /^(pod|portofdischarge|dischargeport|destination|destinationport|to)(code)?$/],
  ["shipperName", /^(shipper|consignor|exporter|sender|absender)(name)?$/],
  ["consigneeName", /^(consignee|importer|receiver|empfaenger|empfänger)(name)?$/],
  [
    "goodsDescription",
    /^(goods|cargo|commodity|product|item)?(description|desc|goods|commodity|cargo|ware|goodsname)(ofgoods)?$/,
  ],
  ["hsCode", /^(hs|hts|tariff|commodity|customs|zolltarif)(code|no|nr|number|nummer)?$/],
  ["numberOfPackages", /^(no(of)?|numberof|total)?(packages|pkgs|pkg|pieces|pcs|colli|cartons)(no|count|number)?$/],
  ["packageCode", /^(package|packaging|pkg|kindofpackages?)(code|type|kind)?$/],
  ["quantity", /^(quantity|qty|menge)$/],
  ["goodsGrossWeight", /^(goods|cargo|item)(gross)?weight(kgs?)?$/],
  ["grossWeight", /^(gross|total)?(gross)?(weight|mass)(kgs?)?$|^brutto(gewicht)?(kg)?$/],
  ["netWeight", /^(net|netto)(weight|gewicht)?(kgs?)?$/],
  ["tareWeight", /^(tare|tara)(weight)?(kgs?)?$/],
  ["vgm", /^vgm(weight)?(kgs?)?$|^verifiedgrossmass(kgs?)?$/],
  ["goodsVolume", /^(goods|cargo)?(volume|cbm|measurement)(m3|cbm)?$/],
  ["unNumber", /^(un|undg|unno|unnr|undgnumber)(no|nr|number|code)?$/],
  ["imoClass", /^(imo|imdg|dg|hazard|adr)class$/],
];

/** Number of rows that are examined for a guess. */
const SAMPLE = 200;

/**
 * Guesses the columns of a table by the service's names for them, by other usual names, and, for the container number,
 * by their content; undefined if a column has no guess. No column is guessed twice.
 */
export function guessColumns({ header, rows }: Table): (string | undefined)[] {
  const guesses: (string | undefined)[] = header.map(() => undefined);
  const guess = (index: number, column: string | undefined) => {
    if (column !== undefined && guesses[index] === undefined && !guesses.includes(column)) guesses[index] = column;
  };
  header.forEach((name, index) => guess(index, findColumn(name)));
  header.forEach((name, index) => guess(index, byOtherName(name)));
  const holdsNumbers = (index: number) => {
    const cells = rows.slice(0, SAMPLE).flatMap((row) => ("cells" in row && row.cells[index]) || []);
    const numbers = cells.filter((cell) => parseContainerNumber(cell)?.check === "valid");
    return numbers.length > 0 && numbers.length * 2 > cells.length;
  };
  header.forEach((_name, index) => guess(index, holdsNumbers(index) ? "containerNumber" : undefined));
  return guesses;
}

function byOtherName(name: string): string | undefined {
  const plain = name.toLowerCase().replace(/\([^)]*\)|[\s_.#:/-]/g, "");
  return SYNONYMS.find(([, names]) => names.test(plain))?.[0];
}

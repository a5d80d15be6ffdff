import { isSameNumber } from "../../../platform/http/exact-numbers.ts";

/**
 * The columns of a CSV file of manifests, each with the place in the manifest that it fills; `goods.` is the row's item
 * of goods.
 */
export const csvColumns: Readonly<Record<string, string>> = {
  containerNumber: "containerNumber",
  billOfLading: "billOfLading",
  status: "status",
  containerType: "containerType",
  vesselName: "vessel.name",
  vesselImoNumber: "vessel.imoNumber",
  voyageNumber: "vessel.voyageNumber",
  vesselFlag: "vessel.flag",
  vesselCallSign: "vessel.callSign",
  ...placeColumns("origin"),
  ...placeColumns("destination"),
  ...partyColumns("shipper"),
  ...partyColumns("consignee"),
  grossWeight: "weight.gross.value",
  tareWeight: "weight.tare.value",
  netWeight: "weight.net.value",
  vgm: "weight.vgm.value",
  vgmMethod: "weight.vgm.method",
  goodsDescription: "goods.description",
  hsCode: "goods.hsCode",
  quantity: "goods.quantity",
  packageCode: "goods.packageCode",
  numberOfPackages: "goods.numberOfPackages",
  goodsGrossWeight: "goods.grossWeight.value",
  goodsVolume: "goods.volume.value",
  unNumber: "goods.dangerousGoods.unNumber",
  imoClass: "goods.dangerousGoods.imoClass",
};

/** The units that values without one are in: kilograms and cubic metres, as UN/ECE recommendation 20 writes them. */
const units: Readonly<Record<string, string>> = {
  "weight.gross": "KGM",
  "weight.tare": "KGM",
  "weight.net": "KGM",
  "weight.vgm": "KGM",
  "goods.grossWeight": "KGM",
  "goods.volume": "MTQ",
};

const counts = new Set(["goods.quantity", "goods.numberOfPackages"]);

function placeColumns(place: string) {
  return {
    [`${place}UnLocationCode`]: `${place}.unLocationCode`,
    [`${place}Name`]: `${place}.name`,
    [`${place}CountryCode`]: `${place}.countryCode`,
    [`${place}FacilityCode`]: `${place}.facilityCode`,
  };
}

function partyColumns(party: string) {
  return {
    [`${party}Name`]: `${party}.partyName`,
    [`${party}IdentifyingCode`]: `${party}.identifyingCode`,
    [`${party}TaxReference`]: `${party}.taxReference`,
    [`${party}Street`]: `${party}.address.street`,
    [`${party}City`]: `${party}.address.city`,
    [`${party}PostCode`]: `${party}.address.postCode`,
    [`${party}CountryCode`]: `${party}.address.countryCode`,
    [`${party}ContactName`]: `${party}.contact.name`,
    [`${party}Email`]: `${party}.contact.email`,
    [`${party}Phone`]: `${party}.contact.phone`,
  };
}

const byPlainName = new Map(Object.keys(csvColumns).map((name) => [plain(name), name]));

function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, "");
}

/**
 * The column that a header cell names, whatever its capitals, blanks, hyphens and underscores; undefined for another
 * word.
 */
export function findColumn(header: string): string | undefined {
  return byPlainName.get(plain(header));
}

/**
 * Builds the objects that cells, by their column, describe: what belongs to the manifest, and to the row's goods under
 * `goods`.
 */
export function buildFields(cells: ReadonlyMap<string, string>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [column, cell] of cells) {
    const place = csvColumns[column] ?? column;
    const parent = place.split(".").slice(0, -1).join(".");
    const unit = place.endsWith(".value") ? units[parent] : undefined;
    put(fields, place, unit !== undefined || counts.has(place) ? readNumber(cell) : cell);
    if (unit !== undefined) put(fields, `${parent}.unit`, unit);
  }
  return fields;
}

/** A plain decimal number that a double can hold; anything else stays the text it is, as inside every manifest. */
function readNumber(cell: string): number | string {
  const isPlain = /^\d{1,12}(?:\.\d{1,6})?$/.test(cell);
  return isPlain && isSameNumber(cell, Number(cell)) ? Number(cell) : cell;
}

function put(fields: Record<string, unknown>, place: string, value: unknown): void {
  const [name = "", ...rest] = place.split(".");
  if (rest.length === 0) {
    fields[name] = value;
    return;
  }
  const before = fields[name];
  const inner: Record<string, unknown> = typeof before === "object" && before !== null ? { ...before } : {};
  put(inner, rest.join("."), value);
  fields[name] = inner;
}

import { csvColumns } from "@container-inspection/shared-schemas";

/** One value of a manifest: its path, such as `shipper.address.city`, and what it is called within its group. */
export type Field = { path: string; label: string; kind?: "number" | "unit" };
type Group = { name: string; title: string; fields: Field[] };

/** The fields of a manifest that are texts themselves. */
export const OWN_FIELDS: Field[] = [
  { path: "billOfLading", label: "Bill of lading" },
  { path: "containerNumber", label: "Container number" },
  { path: "containerType", label: "Container type" },
];

/** Values have a unit beside them. */
const amount = (path: string, label: string): Field[] => [
  { path: `${path}.value`, label, kind: "number" },
  { path: `${path}.unit`, label: `Unit of ${lowerFirst(label)}`, kind: "unit" },
];

const place = (name: string, title: string): Group => ({
  name,
  title,
  fields: [
    { path: `${name}.name`, label: "Name" },
    { path: `${name}.unLocationCode`, label: "UN/LOCODE" },
    { path: `${name}.countryCode`, label: "Country code" },
    { path: `${name}.facilityCode`, label: "Facility code" },
  ],
});

const party = (name: string, title: string): Group => ({
  name,
  title,
  fields: [
    { path: `${name}.partyName`, label: "Name" },
    { path: `${name}.identifyingCode`, label: "Identifying code" },
    { path: `${name}.taxReference`, label: "Tax reference" },
    { path: `${name}.address.street`, label: "Street" },
    { path: `${name}.address.city`, label: "City" },
    { path: `${name}.address.postCode`, label: "Post code" },
    { path: `${name}.address.countryCode`, label: "Country code (address)" },
    { path: `${name}.contact.name`, label: "Contact" },
    { path: `${name}.contact.email`, label: "Email" },
    { path: `${name}.contact.phone`, label: "Phone" },
  ],
});

/** The objects of a manifest, with the values that the console knows; others are kept as their senders wrote them. */
export const GROUPS: Group[] = [
  {
    name: "vessel",
    title: "Vessel",
    fields: [
      { path: "vessel.name", label: "Name" },
      { path: "vessel.imoNumber", label: "IMO number" },
      { path: "vessel.voyageNumber", label: "Voyage number" },
      { path: "vessel.flag", label: "Flag" },
      { path: "vessel.callSign", label: "Call sign" },
    ],
  },
  place("origin", "Origin"),
  place("destination", "Destination"),
  party("shipper", "Shipper"),
  party("consignee", "Consignee"),
  {
    name: "weight",
    title: "Weight",
    fields: [
      ...amount("weight.gross", "Gross"),
      ...amount("weight.tare", "Tare"),
      ...amount("weight.net", "Net"),
      ...amount("weight.vgm", "VGM"),
      { path: "weight.vgm.method", label: "VGM method" },
    ],
  },
];

/** The values of one line of goods. */
export const GOODS_FIELDS: Field[] = [
  { path: "description", label: "Description" },
  { path: "hsCode", label: "HS code" },
  { path: "numberOfPackages", label: "Packages", kind: "number" },
  { path: "packageCode", label: "Package code" },
  { path: "quantity", label: "Quantity", kind: "number" },
  ...amount("grossWeight", "Gross weight"),
  ...amount("volume", "Volume"),
  { path: "dangerousGoods.unNumber", label: "UN number" },
  { path: "dangerousGoods.imoClass", label: "IMO class" },
];

const named = new Map<string, string>([
  ...OWN_FIELDS.map(({ path, label }) => [path, label] as const),
  ["status", "Status"],
  ["containerId", "Container"],
  ["declaredGoods", "Goods"],
  ...GROUPS.flatMap(({ name, title, fields }) => [
    [name, title] as const,
    ...fields.map(({ path, label }) => [path, `${title}: ${lowerFirst(label)}`] as const),
  ]),
  ...GOODS_FIELDS.map(({ path, label }) => [`goods.${path}`, `Goods: ${lowerFirst(label)}`] as const),
]);

/** What a value is called: `shipper.address.city` is "Shipper: city"; an unknown one keeps the words of its sender. */
export const nameOf = (path: string): string => named.get(path) ?? path;

const order = new Map([...named.keys()].map((path, index) => [path, index]));

/**
 * Values by their paths in the order of the fields, unknown ones at the end: the service keeps no order of names. A
 * unit follows its amount: "18200 KGM".
 */
export function readable(values: [path: string, text: string][]): [path: string, text: string][] {
  const texts = new Map(values);
  const isUnit = (path: string) => path.endsWith(".unit") && texts.has(path.replace(/unit$/, "value"));
  const placeOf = (path: string) => order.get(path) ?? order.size;
  return values
    .filter(([path]) => !isUnit(path))
    .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
    .map(([path, text]) => {
      const unit = path.endsWith(".value") ? texts.get(path.replace(/value$/, "unit")) : undefined;
      return [path, unit === undefined ? text : `${text} ${unit}`];
    });
}

/** What a column of an import file is called. */
export const columnName = (column: string): string => nameOf(csvColumns[column] ?? column);

/** Abbreviations keep their capitals. */
function lowerFirst(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

import { csvColumns } from "@container-inspection/shared-schemas/manifest-columns";
import { t } from "@lingui/core/macro";

/** One value of a manifest: its path, such as `shipper.address.city`, and its label within its group. */
export type Field = { path: string; label: string; kind?: "number" | "unit" };
type Group = { name: string; title: string; fields: Field[] };

/** The fields of a manifest that are texts themselves. */
export const ownFields = (): Field[] => [
  { path: "billOfLading", label: t`Bill of lading` },
  { path: "containerNumber", label: t`Container number` },
  { path: "containerType", label: t`Container type` },
];

/** Values have a unit beside them. */
const amount = (path: string, label: string): Field[] => [
  { path: `${path}.value`, label, kind: "number" },
  { path: `${path}.unit`, label: t`Unit of ${lowerFirst(label)}`, kind: "unit" },
];

const place = (name: string, title: string): Group => ({
  name,
  title,
  fields: [
    { path: `${name}.name`, label: t`Name` },
    { path: `${name}.unLocationCode`, label: "UN/LOCODE" },
    { path: `${name}.countryCode`, label: t`Country code` },
    { path: `${name}.facilityCode`, label: t`Facility code` },
  ],
});

const party = (name: string, title: string): Group => ({
  name,
  title,
  fields: [
    { path: `${name}.partyName`, label: t`Name` },
    { path: `${name}.identifyingCode`, label: t`Identifying code` },
    { path: `${name}.taxReference`, label: t`Tax reference` },
    { path: `${name}.address.street`, label: t`Street` },
    { path: `${name}.address.city`, label: t`City` },
    { path: `${name}.address.postCode`, label: t`Post code` },
    { path: `${name}.address.countryCode`, label: t`Country code (address)` },
    { path: `${name}.contact.name`, label: t`Contact` },
    { path: `${name}.contact.email`, label: t`Email` },
    { path: `${name}.contact.phone`, label: t`Phone` },
  ],
});

/** The objects of a manifest, with the values that the console knows; others are kept as their senders wrote them. */
export const fieldGroups = (): Group[] => [
  {
    name: "vessel",
    title: t`Vessel`,
    fields: [
      { path: "vessel.name", label: t`Name` },
      { path: "vessel.imoNumber", label: t`IMO number` },
      { path: "vessel.voyageNumber", label: t`Voyage number` },
      { path: "vessel.flag", label: t`Flag` },
      { path: "vessel.callSign", label: t`Call sign` },
    ],
  },
  place("origin", t`Origin`),
  place("destination", t`Destination`),
  party("shipper", t`Shipper`),
  party("consignee", t`Consignee`),
  {
    name: "weight",
    title: t`Weight`,
    fields: [
      ...amount("weight.gross", t`Gross`),
      ...amount("weight.tare", t`Tare`),
      ...amount("weight.net", t`Net`),
      ...amount("weight.vgm", "VGM"),
      { path: "weight.vgm.method", label: t`VGM method` },
    ],
  },
];

/** The values of one line of goods. */
export const goodsFields = (): Field[] => [
  { path: "description", label: t`Description` },
  { path: "hsCode", label: t`HS code` },
  { path: "numberOfPackages", label: t`Packages`, kind: "number" },
  { path: "packageCode", label: t`Package code` },
  { path: "quantity", label: t`Quantity`, kind: "number" },
  ...amount("grossWeight", t`Gross weight`),
  ...amount("volume", t`Volume`),
  { path: "dangerousGoods.unNumber", label: t`UN number` },
  { path: "dangerousGoods.imoClass", label: t`IMO class` },
];

/** Values of a line that files state and the form does not ask for. */
const importedOnly = (): [path: string, name: string][] => [
  ["goods.sealNumber", t`Goods: seal number`],
  ["goods.shippingMarks", t`Goods: shipping marks`],
  ["goods.permitNumber", t`Goods: permit number`],
  ["goods.remarks", t`Goods: remarks`],
  ["goods.masterBill", t`Goods: master bill of lading`],
];

const namesByPath = () =>
  new Map<string, string>([
    ...ownFields().map(({ path, label }) => [path, label] as const),
    ["status", t`Status`],
    ["containerId", t`Container`],
    ["declaredGoods", t`Goods`],
    ...fieldGroups().flatMap(({ name, title, fields }) => [
      [name, title] as const,
      ...fields.map(({ path, label }) => [path, `${title}: ${lowerFirst(label)}`] as const),
    ]),
    ...importedOnly(),
    ...goodsFields().map(({ path, label }) => [`goods.${path}`, t`Goods: ${lowerFirst(label)}`] as const),
  ]);

/** Returns the label of a value: `shipper.address.city` is "Shipper: city"; an unknown one keeps its sender's words. */
export const nameOf = (path: string): string => namesByPath().get(path) ?? path;

/**
 * Values by their paths in the order of the fields, unknown ones at the end: the service keeps no order of names. A
 * unit follows its amount: "18200 KGM".
 */
export function readable(values: [path: string, text: string][]): [path: string, text: string][] {
  const texts = new Map(values);
  const isUnit = (path: string) => path.endsWith(".unit") && texts.has(path.replace(/unit$/, "value"));
  const order = [...namesByPath().keys()];
  const placeOf = (path: string) => (order.indexOf(path) + order.length + 1) % (order.length + 1);
  return values
    .filter(([path]) => !isUnit(path))
    .toSorted(([one], [other]) => placeOf(one) - placeOf(other))
    .map(([path, text]) => {
      const unit = path.endsWith(".value") ? texts.get(path.replace(/value$/, "unit")) : undefined;
      return [path, unit === undefined ? text : `${text} ${unit}`];
    });
}

/** Returns the label of a column of an import file. */
export const columnName = (column: string): string => nameOf(csvColumns[column] ?? column);

/** Abbreviations keep their capitals. */
function lowerFirst(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

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
  sealNumber: "goods.sealNumber",
  shippingMarks: "goods.shippingMarks",
  permitNumber: "goods.permitNumber",
  remarks: "goods.remarks",
  masterBill: "goods.masterBill",
};

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

function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, "");
}

/**
 * The column that a header cell names, whatever its capitals, blanks, hyphens and underscores; undefined for another
 * word.
 */
export function findColumn(header: string): string | undefined {
  const name = plain(header);
  return Object.keys(csvColumns).find((column) => plain(column) === name);
}

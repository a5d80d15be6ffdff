export const weight = (value: number) => ({ value, unit: "KGM" });
export const seals = [{ number: "HLG5512345", source: "CAR" }];
export const dangerousGoods = [
  { UNNumber: "1950", imoClass: "2.1", properShippingName: "AEROSOLS", isLimitedQuantity: true },
];

/** A transport document with a value for each field that a manifest has. */
export const document = {
  transportDocumentReference: "HLCUHAM26J3",
  documentParties: {
    shipper: {
      partyName: "CAFE SA",
      address: { street: "Rua", streetNumber: "2", city: "Santos", postCode: "11010", countryCode: "BR" },
      identifyingCodes: [{ codeListProvider: "GLEIF", partyCode: "X1" }],
      taxLegalReferences: [{ type: "CNPJ", countryCode: "BR", value: "12" }],
      partyContactDetails: [{ name: "Ana", phone: "+55 1" }],
    },
    consignee: { partyName: "KAFFEE GMBH", displayedAddress: ["Hafen 1", "Hamburg"], identifyingCodes: [] },
  },
  transports: {
    portOfLoading: { UNLocationCode: "BRSSZ", locationName: "Santos" },
    portOfDischarge: { UNLocationCode: "DEHAM" },
    vesselVoyages: [{ vesselName: "MSC ANNA", carrierExportVoyageNumber: "012W" }],
  },
  utilizedTransportEquipments: [
    {
      equipment: { equipmentReference: "CSQU3054383", ISOEquipmentCode: "22R1", tareWeight: weight(2_250) },
      activeReeferSettings: { temperatureSetpoint: -18, temperatureUnit: "CEL" },
      shippingMarks: ["BOX 1"],
      seals,
    },
  ],
  consignmentItems: [
    {
      descriptionOfGoods: ["Green", "coffee"],
      HSCodes: ["090111"],
      shippingMarks: ["SANTOS"],
      cargoItems: [
        {
          equipmentReference: "CSQU3054383",
          cargoGrossWeight: weight(18_000),
          cargoGrossVolume: { value: 30, unit: "MTQ" },
          outerPackaging: { packageCode: "SA", numberOfPackages: 300, dangerousGoods },
          exportLicense: { reference: "LIC 7" },
        },
      ],
    },
  ],
};

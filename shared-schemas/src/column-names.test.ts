import { expect, test } from "vitest";
import { guessColumn } from "./column-names.ts";
import { csvColumns } from "./manifest-columns.ts";

test.each([
  ["English", "B/L No., Container No, Seal no, Gross Weight (kg), No. of Packages, HS Code, Description of Goods, Marks & Numbers, Remarks, Master B/L"],
  ["Spanish", "Conocimiento de embarque, Contenedor, Nº de precinto, Peso bruto, Bultos, Partida arancelaria, Descripción, Marcas y números, Observaciones, BL master"],
  ["Portuguese", "Conhecimento de embarque, Contêiner, Lacre, Peso bruto, Quantidade de volumes, NCM, Descrição da mercadoria, Marcas e números, Observações, Conhecimento master"],
  ["French", "Connaissement, N° conteneur, Scellé, Poids brut, Nombre de colis, Code SH, Désignation des marchandises, Marques et numéros, Observations, Connaissement maître"],
  ["German", "Konnossement, Container-Nr., Siegelnummer, Bruttogewicht (kg), Anzahl Packstücke, Zolltarifnummer, Warenbezeichnung, Zeichen und Nummern, Bemerkungen, Master-Konnossement"],
  ["Turkish", "Konşimento No, KONTEYNER NO, Mühür No, Brüt Kg, Kap Adedi, GTİP, Eşya Tanımı, Marka ve Numara, Açıklama, Ana Konşimento"],
  ["Chinese", "提单号, 箱号, 铅封号, 毛重(KGS), 件数, HS编码, 品名, 唛头, 备注, 主提单号"],
])("names of columns in %s are known", (_language, names) => {
  expect(names.split(", ").map((name) => guessColumn(name))).toEqual([
    "billOfLading",
    "containerNumber",
    "sealNumber",
    "grossWeight",
    "numberOfPackages",
    "hsCode",
    "goodsDescription",
    "shippingMarks",
    "remarks",
    "masterBill",
  ]);
}); // prettier-ignore

test("the service's own names are known, and no other word", () => {
  expect(Object.keys(csvColumns).map(guessColumn)).toEqual(Object.keys(csvColumns));
  for (const name of ["", "colour", "__proto__", "constructor", "ETA", "()"]) expect(guessColumn(name)).toBeUndefined();
});

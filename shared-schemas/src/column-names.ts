import { findColumn } from "./manifest-columns.ts";

/**
 * Names of columns as files have them, in English, Spanish, Portuguese, French, German, Turkish and Chinese, compared
 * without capitals, accents, signs and blanks. A name that two columns might have belongs to the likelier one.
 */
const NAMES: Readonly<Record<string, string>> = {
  billOfLading:
    "b/l, bl, bill of lading, house bill of lading, house bill, hbl, bol, bill, conocimiento, conocimiento de embarque, " +
    "conhecimento, conhecimento de embarque, conhecimento de carga, connaissement, konnossement, frachtbrief, konşimento, " +
    "konişmento, 提单, 提单号, 提单号码, 提運單, 运单号, 分提单号",
  masterBill:
    "master bill of lading, master bill, master b/l, mbl, mb/l, conocimiento master, conocimiento madre, bl master, " +
    "conhecimento master, connaissement maitre, master konnossement, ana konşimento, 主提单, 主提单号, 总提单号",
  containerNumber:
    "container, cntr, ctr, equipment, unit, contenedor, numero de contenedor, contêiner, conteiner, container numero, " +
    "conteneur, numero de conteneur, behälter, konteyner, 箱号, 柜号, 集装箱, 集装箱号, 集装箱号码",
  containerType:
    "container type, iso code, size type, iso type, type code, container size, equipment type, tipo de contenedor, " +
    "tipo de conteiner, type de conteneur, containertyp, containerart, konteyner tipi, 箱型, 柜型, 集装箱类型",
  status: "status, state, manifest status, estado, situação, statut, état, durum, 状态",
  vesselName: "vessel, ship, vessel name, buque, nave, navio, navire, schiff, schiffsname, gemi, gemi adı, 船名",
  vesselImoNumber: "imo, imo number, vessel imo, numero imo, imo numarası, imo号",
  voyageNumber: "voyage, voy, trip, viaje, numero de viaje, viagem, voyage numero, reise, sefer, 航次, 航次号",
  originUnLocationCode:
    "pol, port of loading, load port, loading port, origin, origin port, puerto de carga, puerto de embarque, " +
    "porto de embarque, porto de carregamento, port de chargement, ladehafen, verladehafen, yükleme limanı, 起运港, 装货港, 装运港",
  destinationUnLocationCode:
    "pod, port of discharge, discharge port, destination, destination port, puerto de descarga, puerto de destino, " +
    "porto de descarga, porto de destino, port de déchargement, löschhafen, zielhafen, boşaltma limanı, varış limanı, 目的港, 卸货港",
  shipperName:
    "shipper, consignor, exporter, sender, embarcador, remitente, exportador, expedidor, cargador, chargeur, expéditeur, " +
    "exportateur, absender, versender, ablader, gönderici, ihracatçı, 发货人, 托运人",
  consigneeName:
    "consignee, importer, receiver, consignatario, destinatario, importador, consignatário, destinatário, " +
    "destinataire, réceptionnaire, importateur, empfänger, alıcı, ithalatçı, 收货人",
  goodsDescription:
    "description, description of goods, goods description, goods, cargo, cargo description, commodity, item description, " +
    "product, descripción, descripción de la mercancía, mercancía, mercadería, descrição, descrição da mercadoria, " +
    "mercadoria, désignation, désignation des marchandises, description des marchandises, marchandise, marchandises, " +
    "ware, warenbezeichnung, warenbeschreibung, güterbezeichnung, bezeichnung, eşya, eşya tanımı, eşyanın tanımı, mal, mal tanımı, " +
    "malın cinsi, mal cinsi, 品名, 货名, 货物名称, 货物描述, 货描, 商品名称",
  hsCode:
    "hs, hts, hs code, tariff, tariff code, commodity code, customs code, partida, partida arancelaria, código arancelario, " +
    "código sa, ncm, código ncm, código hs, code sh, nomenclature, code douanier, zolltarifnummer, zolltarif, warennummer, " +
    "statistische warennummer, hs-code, gtip, gtip kodu, gtip no, hs编码, 海关编码, 商品编码, 税则号, 税号",
  numberOfPackages:
    "packages, pkgs, pkg, number of packages, no of packages, no. of pkgs, pieces, pcs, colli, cartons, total packages, " +
    "bultos, numero de bultos, cantidad de bultos, cajas, volumes, quantidade de volumes, colis, nombre de colis, " +
    "packstücke, anzahl packstücke, kolli, anzahl kolli, anzahl, kap, kap adedi, kap sayisi, koli adedi, 件数, 箱数, 包装件数",
  packageCode:
    "package type, package code, packaging, kind of packages, pkg type, packaging type, tipo de bulto, tipo de embalaje, " +
    "embalaje, tipo de embalagem, embalagem, type de colis, emballage, nature des colis, verpackung, verpackungsart, " +
    "kap cinsi, ambalaj, ambalaj türü, 包装, 包装种类, 包装类型",
  quantity: "quantity, qty, cantidad, quantidade, quantité, menge, miktar, 数量",
  goodsGrossWeight:
    "cargo weight, goods weight, item weight, cargo gross weight, goods gross weight, peso de la mercancía, " +
    "peso da mercadoria, poids de la marchandise, warengewicht, eşya brüt ağırlığı, 货物毛重, 货重",
  grossWeight:
    "gross weight, gross, weight, gross mass, total gross weight, peso bruto, peso, poids brut, poids, bruttogewicht, brutto, " +
    "gewicht, rohmasse, brüt ağırlık, brüt, ağırlık, 毛重, 重量, 总毛重",
  netWeight:
    "net weight, net, net mass, peso neto, peso líquido, poids net, nettogewicht, netto, eigenmasse, net ağırlık, 净重",
  tareWeight: "tare, tare weight, tara, peso tara, poids tare, leergewicht, taragewicht, dara, 皮重, 箱重, 自重",
  vgm: "vgm, vgm weight, verified gross mass, masa bruta verificada, massa bruta verificada, masse brute vérifiée, 核实总重",
  vgmMethod: "vgm method, método vgm, méthode vgm, vgm methode, vgm yöntemi",
  goodsVolume:
    "volume, cbm, measurement, m3, volumen, cubicaje, cubagem, volumetria, cubage, rauminhalt, hacim, 体积, 尺码",
  unNumber:
    "un, un number, undg, undg number, numero onu, onu, numéro onu, un-nummer, un nr, un numarası, un编号, un号, 联合国编号",
  imoClass:
    "imo class, imdg class, dg class, hazard class, clase imo, clase imdg, classe imo, classe imdg, gefahrgutklasse, imdg-klasse, imo sınıfı, 危险品类别, 危险类别",
  sealNumber:
    "seal, seal number, seals, precinto, numero de precinto, sello, lacre, numero do lacre, scellé, plomb, numéro de scellé, " +
    "siegel, siegelnummer, plombe, plombennummer, mühür, mühür no, 封号, 铅封号, 封条号, 铅封",
  shippingMarks:
    "marks, marks and numbers, marks numbers, shipping marks, package marks, marcas, marcas y números, marcas e números, marques, " +
    "marques et numéros, markierung, zeichen und nummern, marka ve numara, 唛头, 标记",
  permitNumber:
    "permit, permit number, licence, license, licence number, license number, permiso, número de permiso, licencia, licença, número da licença, " +
    "permis, numéro de licence, genehmigung, genehmigungsnummer, izin, izin belgesi, ruhsat, 许可证, 许可证号",
  remarks:
    "remarks, remark, comments, comment, notes, note, observaciones, observación, observações, observação, remarques, " +
    "observations, bemerkung, bemerkungen, anmerkung, açıklama, notlar, 备注, 附注",
};

/** Words at the end of a name that add nothing: "container no.", "gross weight kgs", "Kap Adedi (adet)". */
const ENDING =
  /(no|nos|nr|num|numero|number|nummer|numarasi|kgs?|kgm|lbs?|lbr|pounds|t|mt|tons?|tonnes|cbm|m3|cft|ft3)$/;
/** The same words at its beginning: "No. of container", "N° conteneur", "número de contenedor". */
const BEGINNING = /^(no|nr|n|num|numero|number)(of|de|do|da|du)?/;

/** A name as it is compared: small letters and digits without accents; text in parentheses does not count. */
export const plainName = (name: string): string =>
  name
    .replaceAll(/\([^)]*\)/g, "")
    .toLowerCase()
    .replaceAll("ı", "i")
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

const columns = new Map(
  Object.entries(NAMES).flatMap(([column, names]) =>
    names.split(",").map((name) => [plainName(name), column] as const),
  ),
);

/** The column of a manifest that a file's column probably is, by its name; undefined for a name that is not known. */
export function guessColumn(header: string): string | undefined {
  const name = plainName(header);
  const forms = [name, name.replace(ENDING, ""), name.replace(BEGINNING, "")];
  return findColumn(header) ?? forms.map((form) => columns.get(form)).find((column) => column !== undefined);
}

import { commodities } from "./commodities.ts";

/** Turkish descriptions of the goods, by the first of their other descriptions. */
const names: Readonly<Record<string, string>> = {
  "GREEN COFFEE BEANS": "ÇEKİRDEK YEŞİL KAHVE",
  "MILLED RICE, 5 % BROKEN": "PİRİNÇ",
  "REFINED CANE SUGAR": "RAFİNE ŞEKER",
  "COCOA BEANS, RAW": "KAKAO ÇEKİRDEĞİ",
  "WINE IN BOTTLES": "ŞİŞELENMİŞ ŞARAP",
  "CANNED TUNA IN OIL": "TON BALIĞI KONSERVESİ",
  "NATURAL HONEY IN DRUMS": "DOĞAL BAL",
  "FROZEN COD FILLETS -18 C": "DONDURULMUŞ MORİNA FİLETO",
  "FROZEN BONELESS BEEF": "DONDURULMUŞ KEMİKSİZ SIĞIR ETİ",
  "FRESH CAVENDISH BANANAS": "TAZE MUZ",
  "FRESH APPLES": "TAZE ELMA",
  "COTTON T-SHIRTS": "PAMUKLU TİŞÖRT",
  "LEATHER FOOTWEAR": "DERİ AYAKKABI",
  "PLASTIC TOYS": "PLASTİK OYUNCAK",
  "WOODEN BEDROOM FURNITURE": "AHŞAP YATAK ODASI MOBİLYASI",
  "LED TELEVISION SETS": "LED TELEVİZYON",
  "PARTS FOR MOTOR VEHICLES, BRAKES": "OTOMOBİL YEDEK PARÇALARI",
  "USED CLOTHING IN BALES": "KULLANILMIŞ GİYİM EŞYASI",
  "CERAMIC FLOOR TILES": "SERAMİK YER KAROSU",
  "POLYETHYLENE GRANULES": "POLİETİLEN GRANÜL",
  "PORTLAND CEMENT IN BAGS": "PORTLAND ÇİMENTO",
  "RAW COTTON IN BALES": "HAM PAMUK BALYA",
  "COTTON FABRIC IN ROLLS": "PAMUKLU KUMAŞ",
  "CARPETS, TUFTED": "HALI",
  "NEWSPRINT IN ROLLS": "GAZETE KAĞIDI",
  "HOT ROLLED STEEL COILS": "SICAK HADDELENMİŞ RULO SAC",
  "NEW PNEUMATIC TYRES FOR TRUCKS": "KAMYON LASTİĞİ",
  "POLISHED MARBLE SLABS": "MERMER PLAKA",
  "FLOAT GLASS IN CRATES": "DÜZ CAM",
  "HEAVY MELTING STEEL SCRAP HMS 1/2": "HURDA ÇELİK",
  "LUBRICATING OIL IN DRUMS": "MADENİ YAĞ",
  "PAINT, FLAMMABLE": "SOLVENT BAZLI BOYA",
  "ETHANOL IN DRUMS": "ETİL ALKOL",
  "CAUSTIC SODA FLAKES": "KOSTİK SODA",
  "PALM OIL IN BULK": "DÖKME PALM YAĞI",
  "CENTRIFUGAL PUMPS IN CRATES": "SANTRİFÜJ POMPA",
  "CNC LATHES": "CNC TORNA TEZGAHI",
  "DIESEL GENERATOR SETS": "DİZEL JENERATÖR GRUBU",
  "HYDRAULIC EXCAVATOR": "HİDROLİK EKSKAVATÖR",
  "USED CARS": "KULLANILMIŞ OTOMOBİL",
};

/** Turkish descriptions by every description that the generator writes. */
export const turkishNames: ReadonlyMap<unknown, string> = new Map(
  commodities.flatMap(({ descriptions }) => {
    const turkish = names[descriptions[0] ?? ""];
    if (turkish === undefined) throw new Error(`${descriptions[0]} has no Turkish name`);
    return descriptions.map((description) => [description, turkish] as const);
  }),
);

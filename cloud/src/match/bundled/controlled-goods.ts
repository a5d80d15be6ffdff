import type { ControlledGoods } from "@container-inspection/shared-schemas/rules/controlled-goods";
import { phrases } from "./phrases.ts";

/** A choice of this project, and no complete list of what any country controls. */
export const bundledControlledGoods: ControlledGoods[] = [
  {
    hsCodes: phrases("2620, 2621, 3825, 3915, 8549"),
    words: phrases(
      "plastic waste, mixed waste, hazardous waste, electronic waste, e waste, municipal waste, waste batteries, used tyre scrap",
      "Kunststoffabfälle, Elektroschrott, residuos plásticos, residuos peligrosos, déchets plastiques, déchets dangereux, 废塑料",
    ),
    permit: "consent to the movement of waste",
    source: "Basel Convention, annexes I, II and VIII; plastic waste: entries Y48 and A3210",
  },
  {
    hsCodes: phrases("0507, 970522"),
    words: phrases(
      "rosewood, dalbergia, agarwood, ivory, tortoiseshell, pangolin, rhino horn, python skin, crocodile skin, caviar, stony coral",
      "Palisander, Elfenbein, palo de rosa, marfil, palissandre, ivoire, 红木, 象牙",
    ),
    permit: "a CITES permit",
    source: "Convention on International Trade in Endangered Species (CITES), appendices I to III",
  },
  {
    hsCodes: phrases(
      "284161, 291431, 291524, 291634, 293291, 293292, 293293, 293294, 293941, 293942, 293961, 293962, 293963",
    ),
    words: phrases(
      "acetic anhydride, potassium permanganate, ephedrine, pseudoephedrine, safrole, piperonal, phenylacetic acid, ergotamine",
    ),
    permit: "a licence for precursors of drugs",
    source: "United Nations Convention against Illicit Traffic in Narcotic Drugs 1988, tables I and II",
  },
  {
    hsCodes: phrases("9705, 9706"),
    words: phrases("antiquities, archaeological, Antiquitäten, antigüedades, antiquités, 古董, 文物"),
    permit: "an export licence for cultural goods",
    source: "UNESCO Convention 1970; Regulation (EU) 2019/880 on the import of cultural goods",
  },
  {
    hsCodes: phrases("9301, 9302, 9303, 9305, 9306"),
    words: [],
    permit: "a licence for arms and ammunition",
    source: "Arms Trade Treaty; Regulation (EU) No 258/2012",
  },
];

import { z } from "zod";
import list from "../bundled/un-list.json" with { type: "json" };

/** One entry of the dangerous goods list. */
export type UnEntry = {
  unNumber: string;
  /** Classes or divisions; several for aerosols and gas cartridges, whose contents decide. */
  classes: string[];
  /** Subsidiary hazards that every variant has. */
  subsidiary: string[];
  packingGroups: string[];
  name: string;
  /** Segregation groups of the IMDG Code, 3.1.4.4, as far as the rules use them. */
  groups: string[];
};

/** The fields of an entry in the bundled list, in this order. */
const row = z.tuple([z.string(), z.string(), z.string(), z.string(), z.string(), z.string()]);

const words = (text: string) => (text === "" ? [] : text.split(" "));

/**
 * The 687 UN numbers that are shipped most, compiled by hand from the UN Model Regulations (dangerous goods list, 3.2)
 * and the IMDG Code (segregation groups, 3.1.4.4). Numbers, classes and subsidiary hazards were compared with a second
 * list, of the ADR; entries that differed or vary between editions were left out. Packing groups and segregation groups
 * had no second source. Not complete: the regulations hold about 2,300 numbers.
 */
export const unList: ReadonlyMap<string | undefined, UnEntry> = new Map(
  z
    .array(row)
    .parse(list)
    .map(([unNumber, classes, subsidiary, packingGroups, name, groups]) => [
      unNumber,
      {
        unNumber,
        classes: classes.split("/"),
        subsidiary: words(subsidiary),
        packingGroups: words(packingGroups),
        name,
        groups: words(groups),
      },
    ]),
);

import type { Columns } from "../reading/score-line.ts";
import type { Strip, StripSize } from "../reading/strip.ts";
import type { NumberSession } from "./number-session.ts";

/** A reader of lines. */
export type LineReader = Pick<NumberSession, "name" | "version" | "close"> & {
  /** The size of the strips that it takes. */
  strip: StripSize;
  readStrips(strips: readonly Strip[]): Promise<Columns[]>;
};

import { english } from "../../match/english.ts";

/** The kinds of scans in the midst of a sentence, by their types. */
export const scanNames = {
  category: english`category scan`,
  defect: english`defect scan`,
  illegal: english`illegal scan`,
};

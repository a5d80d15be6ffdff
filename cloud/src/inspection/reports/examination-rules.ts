import type { Examination } from "@container-inspection/shared-schemas/examinations";
import { english, join, joins, named, Translatable } from "../../match/english.ts";

const results: Record<Examination["result"], Translatable> = {
  nothing: english`Nothing was found`,
  found: english`Something was found that does not fit the papers`,
  seized: english`Something was seized`,
};

/** Describes an examination and its outcome in sentences. */
export function describeExamination({ isOpened, weighedKg, result, note, rules }: Examination): Translatable {
  const opened = isOpened ? english`The container was opened` : english`The container was not opened`;
  const kg = weighedKg === null ? "" : new Translatable(weighedKg.toLocaleString("en"), weighedKg);
  const weighed = weighedKg === null ? "" : english`, and weighed ${kg} kg`;
  const confirmed = rules.filter(({ isConfirmed }) => isConfirmed).map(({ rule }) => named(rule));
  const confirms = confirmed.length === 0 ? "" : english`; it confirms ${join(confirmed, joins.comma)}`;
  return english`${opened}${weighed}. ${results[result]}${confirms}. Note: ${note}`;
}

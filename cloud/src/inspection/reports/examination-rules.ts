import type { Examination } from "@container-inspection/shared-schemas/examinations";

const results: Record<Examination["result"], string> = {
  nothing: "Nothing was found",
  found: "Something was found that does not fit the papers",
  seized: "Something was seized",
};

/** Describes an examination and its outcome in sentences. */
export function describeExamination({ isOpened, weighedKg, result, note, rules }: Examination): string {
  const opened = isOpened ? "The container was opened" : "The container was not opened";
  const weighed = weighedKg === null ? "." : `, and weighed ${weighedKg.toLocaleString("en")} kg.`;
  const confirmed = rules.filter(({ isConfirmed }) => isConfirmed).map(({ rule }) => rule);
  const confirmedText = confirmed.length === 0 ? "." : `; it confirms ${confirmed.join(", ")}.`;
  return `${opened}${weighed} ${results[result]}${confirmedText} Note: ${note}`;
}

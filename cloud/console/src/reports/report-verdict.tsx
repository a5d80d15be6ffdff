import type { Report, ReportVerdict as Verdict } from "@container-inspection/shared-schemas/reports";
import { t } from "@lingui/core/macro";
import { wordOf } from "../language/words.ts";
import { inLanguage } from "../language/in-language.ts";
import { Chip } from "../ui/chip.tsx";

const TONE = { clear: "good", attention: "caution", hold: "bad", incomplete: "info" } as const;
const verdictMeanings = (): Record<Verdict, string> => ({
  clear: t`Clear: no objections`,
  attention: t`Attention: needs review`,
  hold: t`Hold: do not release`,
  incomplete: t`Incomplete: information is missing`,
});

/** True where a user cleared the container, which is not the same as no objections. */
const isReleased = (reasons: Report["reasons"]) => reasons.some(({ rule }) => rule === "cleared");

/** The verdict, and every reason for it, the worst first. */
export function ReportVerdict({ report: { verdict, reasons } }: { report: Report }) {
  return (
    <section className={`card report-verdict verdict-${verdict}`}>
      <h2>{isReleased(reasons) ? t`Released by decision` : verdictMeanings()[verdict]}</h2>
      <ul>
        {reasons.map((reason, index) => (
          // Reasons have no id, and two may read alike.
          <li key={`${index} ${reason.rule}`}>
            <Chip tone={TONE[reason.verdict]}>{wordOf(reason.verdict)}</Chip>
            <bdi>{inLanguage(reason.message, reason.phrase)}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}

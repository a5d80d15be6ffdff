import type { Scan, SetVerdictRequest } from "@container-inspection/shared-schemas/scans";
import { t } from "@lingui/core/macro";
import { classInLanguage } from "../language/in-language.ts";
import { wordOf } from "../language/words.ts";
import { Chip } from "../ui/chip.tsx";
import { useTimeFormat } from "../ui/time-format.ts";

const TONE = { confirmed: "good", rejected: "bad", corrected: "info", added: "info" } as const;

type Props = {
  scan: Scan;
  index: number;
  /** Sets the verdict, or takes it back without one; undefined for users who may only read. */
  submit: ((verdict: SetVerdictRequest | undefined) => void) | undefined;
  busy: boolean;
  onCorrect: () => void;
};

/** The verdict on one detection with a button to undo it, or the buttons to give one. */
export function VerdictCell({ scan, index, submit, busy, onCorrect }: Props) {
  const className = scan.detections[index]?.className;
  const name = `${className ? classInLanguage(className) : t`unnamed`} ${index + 1}`;
  const verdict = scan.verdicts.find((candidate) => candidate.index === index);
  if (!verdict && !submit) return null;
  return (
    <>
      {verdict && <VerdictChip verdict={verdict} />}
      {verdict && submit && (
        <button
          type="button"
          className="quiet mark"
          aria-label={t`Undo the verdict on ${name}`}
          aria-disabled={busy}
          onClick={() => submit(undefined)}
        >
          {t`Undo`}
        </button>
      )}
      {!verdict &&
        submit &&
        [
          { sign: "✓", verb: t`Confirm`, act: () => submit({ verdict: "confirmed" }) },
          { sign: "✕", verb: t`Reject`, act: () => submit({ verdict: "rejected" }) },
          { sign: "✎", verb: t`Correct`, act: onCorrect },
        ].map(({ sign, verb, act }) => (
          <button
            key={verb}
            type="button"
            className="quiet mark"
            title={verb}
            aria-label={`${verb} ${name}`}
            aria-disabled={busy}
            onClick={act}
          >
            {sign}
          </button>
        ))}
    </>
  );
}

export function VerdictChip({
  verdict: { verdict, reviewer, reviewedAt, note },
}: {
  verdict: Scan["verdicts"][number];
}) {
  const format = useTimeFormat();
  const who = [`${reviewer.email}, ${format(reviewedAt)}`, note].filter(Boolean).join(": ");
  return (
    <Chip tone={TONE[verdict]} title={who}>
      {wordOf(verdict)}
    </Chip>
  );
}

import type { Scan } from "@container-inspection/shared-schemas";
import { Chip } from "../ui/chip.tsx";
import type { Action } from "../ui/use-action.ts";
import { setVerdict, takeVerdictBack } from "./verdicts-api.ts";

const TONE = { confirmed: "good", rejected: "bad", corrected: "info" } as const;

type Props = {
  scan: Scan;
  index: number;
  /** How to submit a verdict; undefined for users who may only read. */
  write: Pick<Action, "act" | "busy"> | undefined;
  onCorrect: () => void;
};

/** The verdict on one detection with a button to undo it, or the buttons to give one. */
export function VerdictCell({ scan, index, write, onCorrect }: Props) {
  const place = { containerId: scan.container.id, scanId: scan.id, index };
  const name = `${scan.detections[index]?.className ?? "unnamed"} ${index + 1}`;
  const verdict = scan.verdicts.find((candidate) => candidate.index === index);
  const submit = (kind: "confirmed" | "rejected") => write?.act(() => setVerdict(place, { verdict: kind }));
  if (verdict) {
    const { reviewer, reviewedAt, note } = verdict;
    const who = [`${reviewer.email}, ${new Date(reviewedAt).toLocaleString()}`, note].filter(Boolean).join(": ");
    return (
      <>
        <Chip tone={TONE[verdict.verdict]} title={who}>
          {verdict.verdict}
        </Chip>
        {write && (
          <button
            type="button"
            className="quiet mark"
            aria-label={`Undo the verdict on ${name}`}
            disabled={write.busy}
            onClick={() => void write.act(() => takeVerdictBack(place))}
          >
            Undo
          </button>
        )}
      </>
    );
  }
  if (!write) return null;
  const marks = [
    { sign: "✓", verb: "Confirm", act: () => void submit("confirmed") },
    { sign: "✕", verb: "Reject", act: () => void submit("rejected") },
    { sign: "✎", verb: "Correct", act: onCorrect },
  ];
  return marks.map(({ sign, verb, act }) => (
    <button
      key={verb}
      type="button"
      className="quiet mark"
      title={verb}
      aria-label={`${verb} ${name}`}
      disabled={write.busy}
      onClick={act}
    >
      {sign}
    </button>
  ));
}

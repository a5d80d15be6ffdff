import type { Detection, Scan } from "@container-inspection/shared-schemas";
import { useState } from "react";
import { useIsSupervisor } from "../api.ts";
import { classColour } from "../ui/class-colour.ts";
import { areaPercent, percent } from "../ui/format.ts";
import { Problem } from "../ui/problem.tsx";
import { useWrite } from "../ui/use-action.ts";
import { CorrectionForm } from "./correction-form.tsx";
import { VerdictCell } from "./verdict-cell.tsx";
import { setVerdict } from "./verdicts-api.ts";

type Props = { scan: Scan; readOnly: boolean; lit: number | undefined; onLight: (index: number | undefined) => void };

/** What a scan found, row by row, with what reviewers say of it; supervisors say it here. */
export function DetectionTable({ scan, readOnly, lit, onLight }: Props) {
  const isReviewer = useIsSupervisor() && !readOnly;
  const { act, busy, problem } = useWrite();
  const [correcting, setCorrecting] = useState<number>();
  const hasReview = isReviewer || scan.verdicts.length > 0;

  const correct = async (index: number, className: string) => {
    const place = { containerId: scan.container.id, scanId: scan.id, index };
    if (await act(() => setVerdict(place, { verdict: "corrected", className }))) setCorrecting(undefined);
  };

  return (
    <>
      <table className={hasReview ? "reviewed" : undefined}>
        <thead>
          <tr>
            <th>Found</th>
            <th>Confidence</th>
            <th className="area">Area</th>
            {hasReview && <th className="verdict">Review</th>}
          </tr>
        </thead>
        <tbody>
          {scan.detections.map((detection, index) => (
            <tr
              // Detections have no id and never change places within one scan.
              key={`${index}-${detection.className}`}
              className={lit === index ? "lit" : undefined}
              onMouseEnter={() => onLight(index)}
              onMouseLeave={() => onLight(undefined)}
            >
              <td>
                <FoundClass detection={detection} verdict={scan.verdicts.find((verdict) => verdict.index === index)} />
              </td>
              {correcting === index ? (
                <td colSpan={3}>
                  <CorrectionForm
                    scan={scan}
                    busy={busy}
                    correct={(className) => correct(index, className)}
                    cancel={() => setCorrecting(undefined)}
                  />
                </td>
              ) : (
                <>
                  <td>{detection.confidence === null ? "–" : percent(detection.confidence)}</td>
                  <td className="area">
                    {detection.areaPercentage === null ? "–" : areaPercent(detection.areaPercentage)}
                  </td>
                  {hasReview && (
                    <td className="verdict">
                      <VerdictCell
                        scan={scan}
                        index={index}
                        write={isReviewer ? { act, busy } : undefined}
                        onCorrect={() => setCorrecting(index)}
                      />
                    </td>
                  )}
                </>
              )}
            </tr>
          ))}
          {scan.detections.length === 0 && (
            <tr>
              <td colSpan={hasReview ? 4 : 3} className="faint">
                Nothing found: the picture shows nothing that the model knows.
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <Problem text={problem} />
    </>
  );
}

type FoundProps = { detection: Detection; verdict: Scan["verdicts"][number] | undefined };

/** The class as it was found; struck out where a reviewer says otherwise, with what it really is. */
function FoundClass({ detection, verdict }: FoundProps) {
  const found = detection.className ?? "unnamed";
  const isWrong = verdict !== undefined && verdict.verdict !== "confirmed";
  return (
    <>
      <i className="dot" style={{ background: classColour(verdict?.className ?? detection.className ?? "") }} />
      {isWrong ? <s className="faint">{found}</s> : found}
      {verdict?.className && ` ${verdict.className}`}
    </>
  );
}

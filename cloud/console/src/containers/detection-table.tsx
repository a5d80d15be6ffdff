import type { Detection, Scan } from "@container-inspection/shared-schemas";
import { type ReactNode, useState } from "react";
import { useIsSupervisor } from "../api.ts";
import { classColour } from "../ui/class-colour.ts";
import { areaPercent, percent } from "../ui/format.ts";
import { Problem } from "../ui/problem.tsx";
import { useWrite } from "../ui/use-action.ts";
import { CorrectionForm } from "./correction-form.tsx";
import { VerdictCell } from "./verdict-cell.tsx";
import { setVerdict } from "./verdicts-api.ts";

type Props = { scan: Scan; readOnly: boolean; lit: number | undefined; onLight: (index: number | undefined) => void };

/** The detections of a scan with the verdicts on them. Supervisors give their verdicts here. */
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
        <TableHead hasReview={hasReview} />
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
                <FoundClass scan={scan} index={index} />
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
                <Measures detection={detection}>
                  {hasReview && (
                    <VerdictCell
                      scan={scan}
                      index={index}
                      write={isReviewer ? { act, busy } : undefined}
                      onCorrect={() => setCorrecting(index)}
                    />
                  )}
                </Measures>
              )}
            </tr>
          ))}
          {scan.detections.length === 0 && (
            <tr>
              <td colSpan={hasReview ? 4 : 3} className="faint">
                Nothing detected. The picture shows no object of a class that the model knows.
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <Problem text={problem} />
    </>
  );
}

const TableHead = ({ hasReview }: { hasReview: boolean }) => (
  <thead>
    <tr>
      <th>Found</th>
      <th>Confidence</th>
      <th className="area">Area</th>
      {hasReview && <th className="verdict">Review</th>}
    </tr>
  </thead>
);

/** The numbers of one detection, and its verdict where there is a column for it. */
function Measures({ detection, children }: { detection: Detection; children: ReactNode }) {
  const { confidence, areaPercentage } = detection;
  return (
    <>
      <td>{confidence === null ? "–" : percent(confidence)}</td>
      <td className="area">{areaPercentage === null ? "–" : areaPercent(areaPercentage)}</td>
      {children && <td className="verdict">{children}</td>}
    </>
  );
}

/**
 * The number of a detection, by which findings name it, and its class; struck out where a reviewer rejected or
 * corrected it, followed by the correct class.
 */
function FoundClass({ scan, index }: { scan: Scan; index: number }) {
  const className = scan.detections[index]?.className;
  const verdict = scan.verdicts.find((given) => given.index === index);
  const found = className ?? "unnamed";
  const isWrong = verdict !== undefined && verdict.verdict !== "confirmed";
  return (
    <>
      <span className="faint">{index + 1}</span>{" "}
      <i className="dot" style={{ background: classColour(verdict?.className ?? className ?? "") }} />
      {isWrong ? <s className="faint">{found}</s> : found}
      {verdict?.className && ` ${verdict.className}`}
    </>
  );
}

import type { Detection, Scan, SetVerdictRequest } from "@container-inspection/shared-schemas/scans";
import { t } from "@lingui/core/macro";
import { type ReactNode, Suspense, useState } from "react";
import { classInLanguage } from "../language/in-language.ts";
import { useIsSupervisor, useMe } from "../api/me.ts";
import { useWrite } from "../api/use-write.ts";
import { hasDraft } from "../forms/drafts.ts";
import { wordOf } from "../language/words.ts";
import { announce } from "../ui/announcer.tsx";
import { lazyPage } from "../ui/lazy-page.ts";
import { classColour } from "../ui/class-colour.ts";
import { areaPercent, percent } from "../ui/format.ts";
import { objectKey, useLit } from "../ui/lit.ts";
import { Problem } from "../ui/problem.tsx";
import { useFocusKept } from "../ui/use-focus-kept.ts";
import { objectsOf, type ScanObject } from "../drawing/objects.ts";
import { VerdictCell, VerdictChip } from "./verdict-cell.tsx";
import { correctionDraft, writeVerdict } from "../drawing/verdicts-api.ts";

const CorrectionForm = lazyPage(async () => (await import("./correction-form.tsx")).CorrectionForm);

const nothingFound = (): Record<Scan["status"], string> => ({
  done: t`Nothing detected. The picture shows no object of a class that the model knows.`,
  pending: t`Not analysed yet: the AI service was unavailable. The result appears here.`,
  failed: t`The analysis failed. Scan the picture again.`,
});

type Props = { scan: Scan; readOnly: boolean };

/** The detections of a scan with the verdicts on them. Supervisors give their verdicts here. */
export function DetectionTable({ scan, readOnly }: Props) {
  const isReviewer = useIsSupervisor() && !readOnly;
  const review = useReview(scan, isReviewer);
  const hasReview = isReviewer || scan.verdicts.length > 0;
  const added = objectsOf(scan).filter(({ isAdded }) => isAdded);
  return (
    <>
      <table className={hasReview ? "reviewed" : undefined}>
        <TableHead hasReview={hasReview} />
        <tbody>
          {scan.detections.map((detection, index) => (
            <DetectionRow
              // Detections have no id and never change places within one scan.
              key={`${index}-${detection.className}`}
              {...{ scan, index, review, isReviewer, hasReview }}
            />
          ))}
          {added.map((object) => (
            <AddedRow key={object.index} {...{ scan, object, review, isReviewer }} />
          ))}
          {scan.detections.length + added.length === 0 && (
            <tr>
              <td colSpan={hasReview ? 4 : 3} className="faint">
                {nothingFound()[scan.status]}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <Problem text={review.problem} />
    </>
  );
}

type RowProps = {
  scan: Scan;
  index: number;
  review: ReturnType<typeof useReview>;
  isReviewer: boolean;
  hasReview: boolean;
};

/** One detection with its verdict, or the form that corrects it. */
function DetectionRow({ scan, index, review, isReviewer, hasReview }: RowProps) {
  const { isLit, lighting } = useLit([objectKey(scan.id, index)]);
  const row = useFocusKept<HTMLTableRowElement>();
  const detection = scan.detections[index];
  if (!detection) return null;
  return (
    <tr ref={row} className={isLit ? "lit" : undefined} {...lighting}>
      <td>
        <FoundClass scan={scan} index={index} />
      </td>
      {review.correcting === index ? (
        <td colSpan={3}>
          <Suspense>
            <CorrectionForm
              scan={scan}
              index={index}
              busy={review.busy}
              submit={(verdict) => review.submit(index, verdict)}
              close={() => review.correct(undefined)}
            />
          </Suspense>
        </td>
      ) : (
        <Measures detection={detection}>
          {hasReview && (
            <VerdictCell
              scan={scan}
              index={index}
              busy={review.busy}
              submit={isReviewer ? (verdict) => void review.submit(index, verdict) : undefined}
              onCorrect={() => review.correct(index)}
            />
          )}
        </Measures>
      )}
    </tr>
  );
}

type AddedProps = Pick<RowProps, "scan" | "review" | "isReviewer"> & { object: ScanObject };

/** An object that a reviewer added; it is changed in the picture. */
function AddedRow({ scan, object: { index, className, verdict }, review, isReviewer }: AddedProps) {
  const { isLit, lighting } = useLit([objectKey(scan.id, index)]);
  const area = verdict?.areaPercentage ?? null;
  const name = classInLanguage(className);
  return (
    <tr className={isLit ? "lit" : undefined} {...lighting}>
      <td>
        <span className="faint">{index + 1}</span> <i className="dot" style={{ background: classColour(className) }} />
        {name}
      </td>
      <td>–</td>
      <td className="area">{area === null ? "–" : areaPercent(area)}</td>
      <td className="verdict">
        {verdict && <VerdictChip verdict={verdict} />}
        {isReviewer && (
          <button
            type="button"
            className="quiet mark"
            aria-label={t`Remove ${name} ${index + 1}`}
            aria-disabled={review.busy}
            onClick={() => void review.submit(index, undefined)}
          >
            {t`Remove`}
          </button>
        )}
      </td>
    </tr>
  );
}

/** The verdicts that a reviewer gives, and the detection that is being corrected. */
function useReview(scan: Scan, isReviewer: boolean) {
  const userId = useMe().data?.id ?? "";
  const { write, busy, problem } = useWrite(writeVerdict, ["container", "containers"]);
  // A correction that was begun before a reload is open again.
  const [correcting, correct] = useState(() =>
    isReviewer
      ? indexOrNone(scan.detections.findIndex((_, index) => hasDraft(userId, correctionDraft(scan.id, index))))
      : undefined,
  );
  const submit = (index: number, verdict: SetVerdictRequest | undefined) =>
    write({ place: { containerId: scan.container.id, scanId: scan.id, index }, body: verdict }, () =>
      announce(
        verdict ? t`Detection ${index + 1} ${wordOf(verdict.verdict)}` : t`Verdict on detection ${index + 1} undone`,
      ),
    );
  return { submit, busy, problem, correcting, correct };
}

const indexOrNone = (index: number) => (index < 0 ? undefined : index);

const TableHead = ({ hasReview }: { hasReview: boolean }) => (
  <thead>
    <tr>
      <th>{t`Found`}</th>
      <th>{t`Confidence`}</th>
      <th className="area">{t`Area`}</th>
      {hasReview && <th className="verdict">{t`Review`}</th>}
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
  const found = className ? classInLanguage(className) : t`unnamed`;
  const isWrong = verdict?.verdict === "rejected" || typeof verdict?.className === "string";
  return (
    <>
      <span className="faint">{index + 1}</span>{" "}
      <i className="dot" style={{ background: classColour(verdict?.className ?? className ?? "") }} />
      {isWrong ? <s className="faint">{found}</s> : found}
      {verdict?.className && ` ${classInLanguage(verdict.className)}`}
    </>
  );
}

import type { Container } from "@container-inspection/shared-schemas/containers";
import { t } from "@lingui/core/macro";
import { Suspense, useState } from "react";
import { useIsSupervisor } from "../api/me.ts";
import { useExaminations } from "../containers/containers-api.ts";
import { ExactTime } from "../ui/exact-time.tsx";
import { Unread } from "../ui/skeleton.tsx";
import { ExamineDialog, resultWords } from "../actions/examine-dialog.tsx";

type Props = { container: Container; visit: number | undefined };

/** Examinations of the container on the visit, and the form for one that is ordered; nothing without either. */
export function Examinations({ container, visit }: Props) {
  const { data: examinations = [], isLoading } = useExaminations(container.id, visit);
  const isSupervisor = useIsSupervisor();
  const [isOpen, setIsOpen] = useState(false);
  const isOrdered = container.status === "INSPECT" && visit === undefined;
  if (isLoading) return <Unread />;
  if (examinations.length === 0 && !isOrdered) return null;
  return (
    <section className="card">
      <div className="card-head">
        <h2>{t`Examinations`}</h2>
        {isOrdered && isSupervisor && (
          <button type="button" onClick={() => setIsOpen(true)}>{t`Record examination`}</button>
        )}
      </div>
      {examinations.length === 0 && <p className="faint">{t`Ordered, and not recorded yet.`}</p>}
      <ul className="earlier">
        {examinations.map(({ id, at, by, result, isOpened, weighedKg, note }) => (
          <li key={id}>
            <strong>{resultWords()[result]}</strong>
            <span>{isOpened ? t`opened` : t`not opened`}</span>
            {weighedKg !== null && <span>{t`${weighedKg} kg weighed`}</span>}
            <span className="faint small">
              <bdi>{by.email}</bdi>, <ExactTime at={at} />
            </span>
            <p className="prose">
              <bdi>{note}</bdi>
            </p>
          </li>
        ))}
      </ul>
      <Suspense>
        {isOpen && <ExamineDialog container={container} close={() => setIsOpen(false)} proceed={() => undefined} />}
      </Suspense>
    </section>
  );
}

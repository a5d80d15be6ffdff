import type { AuditEntry } from "@container-inspection/shared-schemas/audit";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Fragment, useState } from "react";
import { ExactTime } from "../ui/exact-time.tsx";
import { subjectName, SubjectLink } from "./subject-link.tsx";

/** One audit entry: actor, action and subject; expanded, the state before and after. */
export function AuditItem({ entry }: { entry: AuditEntry }) {
  const [isOpen, setIsOpen] = useState(false);
  const { at, actor, action, subject } = entry;
  return (
    <details className="audit-item" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <span className="faint small">
          <ExactTime at={at} />
        </span>
        <strong translate="no">{action}</strong>
        <bdi>{actor.name}</bdi>
        <span className="faint small number">
          {subjectName(subject.type)} <span translate="no">{subject.id}</span>
        </span>
      </summary>
      {isOpen && <OpenItem entry={entry} />}
    </details>
  );
}

function OpenItem({ entry }: { entry: AuditEntry }) {
  const { actor, subject, before, after, requestId } = entry;
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <>
      <p className="audit-links">
        <SubjectLink entry={entry} />
        <Link to="." search={{ subject: `${subject.type}:${subject.id}` }} activeProps={{}}>
          {t`All entries of this ${subjectName(subject.type)}`}
        </Link>
        <Link to="." search={{ actor: actor.id ?? actor.name }} activeProps={{}}>
          <Trans>All entries by {actor.name}</Trans>
        </Link>
      </p>
      <dl className="changes">
        <dt />
        <dd className="faint small">{t`Before`}</dd>
        <dd className="faint small">{t`After`}</dd>
        {fields.map((field) => (
          <Fragment key={field}>
            <dt translate="no">{field}</dt>
            <dd>{valueOf(before?.[field])}</dd>
            <dd>{valueOf(after?.[field])}</dd>
          </Fragment>
        ))}
      </dl>
      {requestId && <p className="faint small">{t`Request ${requestId}`}</p>}
    </>
  );
}

/** A value as it was kept: text as it is, a dash for none, all else as JSON. */
function valueOf(value: unknown): string {
  if (value === undefined || value === null) return "–";
  return typeof value === "string" ? value : JSON.stringify(value);
}

import type { ClassSummary } from "@container-inspection/shared-schemas/scans";
import { t } from "@lingui/core/macro";
import pluralize from "pluralize";
import { classInLanguage } from "../language/in-language.ts";
import { classColour } from "../ui/class-colour.ts";

pluralize.addUncountableRule("machinery");

/** Detections of a scan, class by class, such as "3 cartons". */
export function ClassChips({ summary }: { summary: ClassSummary[] }) {
  if (summary.length === 0) return <span className="faint">{t`nothing found`}</span>;
  return (
    <span className="class-chips">
      {summary.map(({ className, count }) => (
        <span key={className} className="chip">
          <i className="dot" style={{ background: classColour(className) }} />
          {count} {classInLanguage(pluralize(className, count))}
        </span>
      ))}
    </span>
  );
}

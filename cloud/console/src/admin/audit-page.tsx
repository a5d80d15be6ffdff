import { plural, t } from "@lingui/core/macro";
import { getRouteApi } from "@tanstack/react-router";
import { timeTyped } from "../ui/calendar.ts";
import { ExportButton } from "../ui/export-button.tsx";
import { ListProblem } from "../ui/list-problem.tsx";
import { TotalOf } from "../ui/list-total.tsx";
import { Notice } from "../ui/notice.tsx";
import { Pager } from "../ui/pager.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { useZone } from "../ui/zone.ts";
import { useAuditLog } from "./admin-api.ts";
import { AuditFilterForm } from "./audit-filter-form.tsx";
import { AuditItem } from "./audit-item.tsx";
import { exportAuditLog } from "./export-audit-log.ts";

const route = getRouteApi("/shell/admin/audit-log");

/** Audit log, newest first: the author of each change, and the values before and after. */
export function AuditPage() {
  const { cursor, ...typed } = route.useSearch();
  const { actor, action, subject, from, to } = typed;
  const zone = useZone();
  const isoOf = (local: string | undefined) => timeTyped(local, zone)?.toISOString();
  const filter = { actor, action, subject, from: isoOf(from), to: isoOf(to) };
  const { data, error } = useAuditLog({ ...filter, cursor });
  return (
    <>
      <AuditFilterForm filter={typed} />
      <div className="audit-export">
        <TotalOf total={data?.total} nameOf={(count) => plural(count, { one: "entry", other: "entries" })} />
        <ExportButton run={() => exportAuditLog(filter)} />
      </div>
      <ListProblem error={error} />
      {!data && !error && <ListSkeleton />}
      {data?.items.length === 0 && <Notice title={t`Nothing here`}>{t`No matching entries.`}</Notice>}
      {data && data.items.length > 0 && (
        <section className="card audit-list">
          {data.items.map((entry) => (
            <AuditItem key={entry.id} entry={entry} />
          ))}
        </section>
      )}
      <Pager cursor={cursor} nextCursor={data?.nextCursor} />
    </>
  );
}

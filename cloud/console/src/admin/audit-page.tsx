import type { AuditEntry } from "@container-inspection/shared-schemas";
import { getRouteApi } from "@tanstack/react-router";
import { Fragment } from "react";
import { useForm } from "react-hook-form";
import { ExactTime } from "../ui/exact-time.tsx";
import { ListProblem } from "../ui/list-problem.tsx";
import { Notice } from "../ui/notice.tsx";
import { Pager } from "../ui/pager.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { useAuditLog } from "./admin-api.ts";

const route = getRouteApi("/shell/admin/audit-log");

/** Who wrote what, newest first, with how it stood before and after. */
export function AuditPage() {
  const { cursor, ...filter } = route.useSearch();
  const { actor, action, subject, from, to } = filter;
  const { data, error } = useAuditLog({ actor, action, subject, from: isoOf(from), to: isoOf(to), cursor });
  return (
    <>
      <AuditFilterForm key={JSON.stringify(filter)} filter={filter} />
      <ListProblem error={error} />
      {!data && !error && <ListSkeleton />}
      {data?.items.length === 0 && <Notice title="Nothing here">No matching entries.</Notice>}
      {data?.items.map((entry) => (
        <AuditItem key={entry.id} entry={entry} />
      ))}
      <Pager cursor={cursor} nextCursor={data?.nextCursor} />
    </>
  );
}

type Filter = { actor?: string; action?: string; subject?: string; from?: string; to?: string };

function AuditFilterForm({ filter }: { filter: Filter }) {
  const navigate = route.useNavigate();
  const { register, handleSubmit } = useForm<Filter>({ defaultValues: filter });
  const submit = handleSubmit((wanted) => navigate({ search: wanted, resetScroll: false }));
  return (
    <form className="filters audit-filters" onSubmit={(event) => void submit(event)}>
      <input aria-label="Who" placeholder="Who: an email" {...register("actor")} />
      <input aria-label="What was done" placeholder="What: container.create" {...register("action")} />
      <input aria-label="To what" placeholder="To what: container" {...register("subject")} />
      <label>
        from <input type="datetime-local" {...register("from")} />
      </label>
      <label>
        to <input type="datetime-local" {...register("to")} />
      </label>
      <button type="submit">Search</button>
    </form>
  );
}

/** The moment that a field for local times holds; undefined when it holds none. */
function isoOf(local: string | undefined): string | undefined {
  const at = new Date(local ?? "");
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

function AuditItem({ entry: { at, actor, action, subject, before, after, requestId } }: { entry: AuditEntry }) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <details className="card audit-item">
      <summary>
        <span className="faint small">
          <ExactTime at={at} />
        </span>
        <strong>{action}</strong>
        <span>{actor.name}</span>
        <span className="faint small number">
          {subject.type} {subject.id}
        </span>
      </summary>
      <dl className="changes">
        <dt />
        <dd className="faint small">Before</dd>
        <dd className="faint small">After</dd>
        {fields.map((field) => (
          <Fragment key={field}>
            <dt>{field}</dt>
            <dd>{wordOf(before?.[field])}</dd>
            <dd>{wordOf(after?.[field])}</dd>
          </Fragment>
        ))}
      </dl>
      {requestId && <p className="faint small">Request {requestId}</p>}
    </details>
  );
}

/** A value as it was kept: text as it is, a dash for none, all else as JSON. */
function wordOf(value: unknown): string {
  if (value === undefined || value === null) return "–";
  return typeof value === "string" ? value : JSON.stringify(value);
}

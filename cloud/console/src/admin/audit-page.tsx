import type { AuditEntry } from "@container-inspection/shared-schemas";
import { type FormEvent, Fragment } from "react";
import { ExactTime } from "../ui/exact-time.tsx";
import { Notice } from "../ui/notice.tsx";
import { Pager } from "../ui/pager.tsx";
import { textOf } from "../ui/text-of.ts";
import { useListing } from "../ui/use-listing.ts";
import { useAuditLog } from "./admin-api.ts";

/** Who wrote what, newest first, with how it stood before and after. */
export function AuditPage() {
  const listing = useListing();
  const { filter, change, cursor } = listing;
  const given = (name: string) => filter.get(name) ?? undefined;
  const words = { actor: given("actor"), action: given("action"), subject: given("subject") };
  const [from, to] = [given("from"), given("to")];
  const { data, error } = useAuditLog({ ...words, from: isoOf(from), to: isoOf(to), cursor });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    change(Object.fromEntries(["actor", "action", "subject", "from", "to"].map((name) => [name, textOf(form, name)])));
  };
  return (
    <>
      <form className="filters audit-filters" onSubmit={submit}>
        <input name="actor" aria-label="Who" placeholder="Who: an email" defaultValue={words.actor} />
        <input
          name="action"
          aria-label="What was done"
          placeholder="What: container.create"
          defaultValue={words.action}
        />
        <input name="subject" aria-label="To what" placeholder="To what: container" defaultValue={words.subject} />
        <label>
          from <input name="from" type="datetime-local" defaultValue={from} />
        </label>
        <label>
          to <input name="to" type="datetime-local" defaultValue={to} />
        </label>
        <button type="submit">Search</button>
      </form>
      {error && <Notice title="The audit log cannot be shown">{error.message}</Notice>}
      {data?.items.length === 0 && <Notice title="Nothing here">No matching entries.</Notice>}
      {data?.items.map((entry) => (
        <AuditItem key={entry.id} entry={entry} />
      ))}
      <Pager listing={listing} nextCursor={data?.nextCursor} />
    </>
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

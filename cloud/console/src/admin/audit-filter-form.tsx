import { getRouteApi } from "@tanstack/react-router";
import { useForm } from "react-hook-form";

/** Kinds of actors, as the service takes them in place of one actor. */
const ACTORS = { user: "People only", edge: "Devices", system: "The service", anonymous: "Not signed in" } as const;

const route = getRouteApi("/shell/admin/audit-log");

type Filter = { actor?: string; action?: string; subject?: string; from?: string; to?: string };

/** What the log is narrowed by, kept in the address. */
export function AuditFilterForm({ filter }: { filter: Filter }) {
  const navigate = route.useNavigate();
  const isKind = Object.hasOwn(ACTORS, filter.actor ?? "");
  const { actor, action = "", subject = "", from = "", to = "" } = filter;
  // The fields follow the address and stay the same elements, so that the one with the focus keeps it.
  const { register, getValues } = useForm<Filter>({
    values: { actor: isKind ? "" : (actor ?? ""), action, subject, from, to },
  });
  const show = (search: Filter) => void navigate({ search, resetScroll: false });
  const typed = (): Filter => ({ ...getValues(), action: actionOf(getValues("action")) });
  const submit = () => show({ ...typed(), actor: typed().actor?.trim() || (isKind ? filter.actor : undefined) });
  return (
    <form className="filters audit-filters" onSubmit={(event) => (event.preventDefault(), submit())}>
      <select
        aria-label="Actors"
        value={isKind ? filter.actor : ""}
        onChange={({ target }) => show({ ...typed(), actor: target.value || undefined })}
      >
        <option value="">By anyone</option>
        {Object.entries(ACTORS).map(([actor, name]) => (
          <option key={actor} value={actor}>
            {name}
          </option>
        ))}
      </select>
      <input aria-label="Who" placeholder="Who: an email" {...register("actor")} />
      <input aria-label="What was done" placeholder="What: user.update" {...register("action")} />
      <input aria-label="To what" placeholder="To what: container" {...register("subject")} />
      <label>
        from <input type="datetime-local" {...register("from")} />
      </label>
      <label>
        to <input type="datetime-local" {...register("to")} />
      </label>
      <button type="submit">Search</button>
      {Object.values(filter).some(Boolean) && (
        <button type="button" className="quiet" onClick={() => show({})}>
          Clear filters
        </button>
      )}
    </form>
  );
}

/** `user` finds all actions on users, as `user.` does for the service. */
function actionOf(typed: string | undefined): string | undefined {
  const action = typed?.trim();
  return !action || action.includes(".") ? action : `${action}.`;
}

import { t } from "@lingui/core/macro";
import { getRouteApi } from "@tanstack/react-router";
import { useForm } from "react-hook-form";

/** Kinds of actors, as the service takes them in place of one actor. */
const actorKinds = () =>
  ({ user: t`People only`, edge: t`Devices`, system: t`The service`, anonymous: t`Not signed in` }) as const;

const route = getRouteApi("/shell/admin/audit-log");

type Filter = { actor?: string; action?: string; subject?: string; from?: string; to?: string };

/** Filters of the audit log, kept in the URL. */
export function AuditFilterForm({ filter }: { filter: Filter }) {
  const navigate = route.useNavigate();
  const isKind = Object.hasOwn(actorKinds(), filter.actor ?? "");
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
        aria-label={t`Actors`}
        value={isKind ? filter.actor : ""}
        onChange={({ target }) => show({ ...typed(), actor: target.value || undefined })}
      >
        <option value="">{t`By anyone`}</option>
        {Object.entries(actorKinds()).map(([actor, name]) => (
          <option key={actor} value={actor}>
            {name}
          </option>
        ))}
      </select>
      <input aria-label={t`Who`} placeholder={t`Who: an email`} {...register("actor")} />
      <input aria-label={t`What was done`} placeholder={t`What: user.update`} {...register("action")} />
      <input aria-label={t`To what`} placeholder={t`To what: container`} {...register("subject")} />
      <label>
        {t`from`} <input type="datetime-local" {...register("from")} />
      </label>
      <label>
        {t`to`} <input type="datetime-local" {...register("to")} />
      </label>
      <button type="submit">{t`Search`}</button>
      {Object.values(filter).some(Boolean) && (
        <button type="button" className="quiet" onClick={() => show({})}>{t`Clear filters`}</button>
      )}
    </form>
  );
}

/** `user` finds all actions on users, as `user.` does for the service. */
function actionOf(typed: string | undefined): string | undefined {
  const action = typed?.trim();
  return !action || action.includes(".") ? action : `${action}.`;
}

import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useEffect, useState } from "react";
import { useMe } from "../api/me.ts";
import { useWrite } from "../api/use-write.ts";
import { announce } from "../ui/announcer.tsx";
import { parseSearch } from "../shell/search.ts";
import { Problem } from "../ui/problem.tsx";
import { Unread } from "../ui/skeleton.tsx";
import { offerUndo } from "../ui/undo.ts";
import { moveFormerViews, readFormerViews } from "./former-views.ts";
import { deleteView, saveView, useSavedViews } from "./saved-views-api.ts";

const CHANGED = ["saved-views"] as const;

/** The user's saved views as links, and the form to save the filter that is shown. */
export function SavedViews({ search }: { search: string }) {
  const { data: views = [], isLoading } = useSavedViews();
  const removal = useWrite(deleteView, CHANGED);
  useFormerViews();
  const shown = views.find((view) => view.search === search);
  const remove = ({ id, name, search }: (typeof views)[number]) =>
    void removal.write(id, () =>
      offerUndo({ text: t`View ${name} deleted`, undo: () => saveView({ name, search }), groups: CHANGED }),
    );
  if (isLoading) return <Unread />;
  return (
    <>
      {views.length > 0 && (
        <nav className="tabs" aria-label={t`Saved views`}>
          {views.map((view) => (
            <Link
              key={view.id}
              to="/review"
              search={parseSearch(view.search)}
              activeProps={{}}
              className={view === shown ? "active" : undefined}
              aria-current={view === shown ? "true" : undefined}
            >
              <bdi>{view.name}</bdi>
            </Link>
          ))}
        </nav>
      )}
      {shown && (
        <button type="button" className="quiet" disabled={removal.busy} onClick={() => remove(shown)}>
          {t`Delete view`}
        </button>
      )}
      <Problem text={removal.problem} />
      {search !== "" && !shown && <SaveView search={search} />}
    </>
  );
}

function SaveView({ search }: { search: string }) {
  const { write, busy, problem } = useWrite(saveView, CHANGED);
  const [name, setName] = useState("");
  const save = (event: FormEvent) => {
    event.preventDefault();
    void write({ name: name.trim(), search }, () => announce(t`View ${name.trim()} saved`));
  };
  return (
    <form onSubmit={save}>
      <input
        aria-label={t`Name of the view`}
        placeholder={t`Name of the view`}
        required
        pattern=".*\S.*"
        maxLength={40}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <button type="submit" className="quiet" disabled={busy}>{t`Save view`}</button>
      <Problem text={problem} />
    </form>
  );
}

/** Moves the views that this browser kept, before the service did, to the account. */
function useFormerViews(): void {
  const userId = useMe().data?.id;
  const { data: views } = useSavedViews();
  const { write } = useWrite(
    (taken: string[]) => (userId === undefined ? Promise.resolve() : moveFormerViews(userId, taken)),
    CHANGED,
  );
  useEffect(() => {
    if (userId === undefined || !views || readFormerViews(userId).length === 0) return;
    void write(views.map(({ name }) => name));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once the views of the user are read
  }, [userId, views === undefined]);
}

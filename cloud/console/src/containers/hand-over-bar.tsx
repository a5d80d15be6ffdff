import type { Container } from "@container-inspection/shared-schemas/containers";
import { t } from "@lingui/core/macro";
import { type FormEvent, useState } from "react";
import { actOnEach, doneOf, refusalsOf } from "../api/act-on-each.ts";
import { useMe } from "../api/me.ts";
import { useWrite } from "../api/use-write.ts";
import { announce } from "../ui/announcer.tsx";
import { Problem } from "../ui/problem.tsx";
import { offerUndo } from "../ui/undo.ts";
import { setOwner } from "./containers-api.ts";

const CHANGED = ["container", "containers"] as const;

type Props = { containers: Container[]; remove: (ids: string[]) => void; clear: () => void };

/** Hands the selected containers over to another user. One that is refused stays selected, with the reason. */
export function HandOverBar({ containers, remove, clear }: Props) {
  const [typed, setTyped] = useState("");
  const [refusals, setRefusals] = useState<string>();
  const items = containers.map(({ id, containerNumber: name }) => ({ id, name }));
  const { write, busy } = useWrite((to: string) => actOnEach(items, (id) => setOwner({ id, email: to })), CHANGED);
  const { data: me } = useMe();
  const handOver = (email: string) =>
    void write(email, (outcomes) => {
      const done = doneOf(outcomes);
      setRefusals(refusalsOf(outcomes));
      remove(done);
      const before = containers.filter(({ id }) => done.includes(id));
      const text = t`${done.length} of ${outcomes.length} handed over to ${email}`;
      if (before.length > 0) offerUndo({ text, groups: CHANGED, undo: () => giveBack(before) });
      else announce(text);
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    handOver(typed);
  };
  return (
    <section className="card bulk hand-over" aria-label={t`Selection`}>
      <form className="bulk-actions" onSubmit={submit}>
        <strong>{t`${containers.length} selected`}</strong>
        <input
          type="email"
          aria-label={t`New owner`}
          placeholder={t`New owner's email`}
          required
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <button type="submit" disabled={busy}>{t`Hand over`}</button>
        {me && (
          <button type="button" className="quiet" disabled={busy} onClick={() => handOver(me.email)}>
            {t`Take over`}
          </button>
        )}
        <button type="button" className="quiet" onClick={clear}>{t`Clear the selection`}</button>
      </form>
      <Problem text={refusals} />
    </section>
  );
}

/** Hands each container back to its owner of before. */
async function giveBack(containers: Container[]): Promise<void> {
  for (const { id, owner } of containers) await setOwner({ id, ownerId: owner.id });
}

import { t } from "@lingui/core/macro";
import type { FormEvent, ReactNode } from "react";
import type { Write } from "../api/use-write.ts";
import { Problem } from "../ui/problem.tsx";

type Props = {
  title: string;
  action: string;
  work: Pick<Write<never, unknown>, "busy" | "problem">;
  send: (field: (name: string) => string) => Promise<boolean>;
  children: ReactNode;
};

/** A form with passwords: nothing of it is kept, and it is emptied once it was sent. */
export function SecretForm({ title, action, work: { busy, problem }, send, children }: Props) {
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const isDone = await send((name) => {
      const value = values.get(name);
      return typeof value === "string" ? value : "";
    });
    if (isDone) form.reset();
  };
  return (
    <section className="card" aria-label={title}>
      <h2>{title}</h2>
      <form className="stacked-form" onSubmit={(event) => void submit(event)}>
        {children}
        <Problem text={problem} />
        <div>
          <button type="submit" disabled={busy}>
            {action}
          </button>
        </div>
      </form>
    </section>
  );
}

export const CurrentPassword = () => (
  <label>
    {t`Current password`}
    <input name="current" type="password" autoComplete="current-password" required />
  </label>
);

import { t } from "@lingui/core/macro";
import type { FormEvent, ReactNode } from "react";
import { useWrite } from "../api/use-write.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { Problem } from "../ui/problem.tsx";

type Props = {
  title: string;
  /** The label of the button. */
  action: string;
  /** Sends the entered values; throws if the service rejects them. */
  send: (field: (name: string) => string) => Promise<unknown>;
  /** Error that occurred before the form was shown. */
  problemBefore?: string | undefined;
  /** Content below the button. */
  footer?: ReactNode;
  children: ReactNode;
};

/**
 * A full-page form, which shows why the service rejected it. It contains passwords, so none of its values are stored,
 * and only the service validates it.
 */
export function AccountForm({ title, action, send, problemBefore, footer, children }: Props) {
  const { write, busy, problem } = useWrite(async (form: FormData) => {
    await send((name) => {
      const value = form.get(name);
      return typeof value === "string" ? value : "";
    });
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void write(new FormData(event.currentTarget));
  };

  return (
    <main className="sign-in">
      <form className="card" onSubmit={submit}>
        <img src="/app/favicon.svg" alt="" width="48" height="48" />
        <PageTitle title={title} />
        {children}
        <Problem text={problem ?? (busy ? undefined : problemBefore)} />
        <button type="submit" disabled={busy}>
          {busy ? t`One moment …` : action}
        </button>
        {footer}
      </form>
    </main>
  );
}

/** A full-page message. */
export function AccountNotice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="sign-in">
      <section className="card account-notice">
        <PageTitle title={title} />
        {children}
      </section>
    </main>
  );
}

/** A new password, with the rule that the service applies. */
export function NewPasswordField() {
  return (
    <label>
      {t`New password (12 characters or more)`}
      <input name="password" type="password" autoComplete="new-password" minLength={12} required />
    </label>
  );
}

import { t } from "@lingui/core/macro";
import type { FormEvent, ReactNode } from "react";
import { useWrite } from "../api/use-write.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { Problem } from "../ui/problem.tsx";

type Props = {
  title: string;
  /** The label of the button. */
  action: string;
  /** Sends what was filled in; throws when the service refuses it. */
  send: (field: (name: string) => string) => Promise<unknown>;
  /** What went wrong before the form was shown. */
  problemBefore?: string | undefined;
  /** What stands below the button. */
  footer?: ReactNode;
  children: ReactNode;
};

/**
 * A form on a page of its own, which shows why the service refused it. It holds passwords, so that nothing of it is
 * kept, and only the service checks it.
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

/** One message on a page of its own. */
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

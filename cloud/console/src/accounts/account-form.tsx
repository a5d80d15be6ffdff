import type { FormEvent, ReactNode } from "react";
import { Problem } from "../ui/problem.tsx";
import { useAction } from "../ui/use-action.ts";

type Props = {
  title: string;
  /** The label of the button. */
  action: string;
  /** Sends what was filled in; throws when the service refuses it. */
  send: (form: FormData) => Promise<void>;
  /** What went wrong before the form was shown. */
  problemBefore?: string | undefined;
  /** What stands below the button. */
  footer?: ReactNode;
  children: ReactNode;
};

/** A form on a page of its own, which shows why the service refused it. */
export function AccountForm({ title, action, send, problemBefore, footer, children }: Props) {
  const { act, busy, problem } = useAction(problemBefore);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void act(() => send(form));
  };

  return (
    <div className="sign-in">
      <form className="card" onSubmit={submit}>
        <img src="/app/favicon.svg" alt="" width="48" height="48" />
        <h1>{title}</h1>
        {children}
        <Problem text={problem} />
        <button type="submit" disabled={busy}>
          {busy ? "One moment …" : action}
        </button>
        {footer}
      </form>
    </div>
  );
}

/** One message on a page of its own. */
export function AccountNotice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="sign-in">
      <section className="card account-notice">
        <h1>{title}</h1>
        {children}
      </section>
    </div>
  );
}

/** A new password, with the rule that the service applies. */
export function NewPasswordField() {
  return (
    <label>
      New password (12 characters or more)
      <input name="password" type="password" autoComplete="new-password" minLength={12} required />
    </label>
  );
}

import { type FormEvent, type ReactNode, useState } from "react";
import { ApiError } from "../api.ts";

type Props = {
  title: string;
  /** What the button says. */
  action: string;
  /** Sends what was filled in; throws when the service refuses it. */
  send: (form: FormData) => Promise<void>;
  children: ReactNode;
};

/** A form that stands alone on its page, as the sign-in does, and says why the service refused it. */
export function AccountForm({ title, action, send, children }: Props) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setProblem(undefined);
    try {
      await send(form);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.explanation : "The service does not answer. Is it running?");
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="sign-in">
      <form className="card" onSubmit={(event) => void submit(event)}>
        <img src="/app/favicon.svg" alt="" width="48" height="48" />
        <h1>{title}</h1>
        {children}
        {problem && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        <button type="submit" disabled={busy}>
          {busy ? "One moment …" : action}
        </button>
      </form>
    </div>
  );
}

/** Says one thing on a page of its own. */
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

export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

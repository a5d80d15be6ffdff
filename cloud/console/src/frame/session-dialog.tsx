import type { Schemas } from "@container-inspection/client";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { SecondStep } from "../accounts/second-step.tsx";
import { type PendingSignIn, signIn } from "../accounts/sign-in-api.ts";
import { readUserId } from "../api/me.ts";
import { reportSignedIn, sessionEnded } from "../api/session.ts";
import { useWrite } from "../api/use-write.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Problem } from "../ui/problem.tsx";

/**
 * Asks for a sign-in over the page that is shown. The same user continues on it with all that was typed; another user
 * starts afresh.
 */
export function SessionDialog({ me }: { me: Schemas["Me"] }) {
  const [email, setEmail] = useState(me.email);
  const [password, setPassword] = useState("");
  const [pending, setPending] = useState<PendingSignIn>();
  const arrive = useArrival(me.id);
  const { write, busy, problem } = useWrite(async () => {
    const waiting = await signIn(email, password);
    await (waiting ? setPending(waiting) : arrive());
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void write();
  };
  if (pending)
    return (
      <Dialog title={t`Second step`}>
        <SecondStep pending={pending} done={arrive} restart={() => setPending(undefined)} />
      </Dialog>
    );
  return (
    <Dialog title={t`Your session has ended`}>
      <form className="decision" onSubmit={submit}>
        <p className="faint">
          <Trans>Sign in to continue here. What you entered is kept. Another user starts on a new page.</Trans>
        </p>
        <label className="faint">
          {t`Email`}
          <input
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(e) => setEmail(e.target.value)}
          />
        </label>
        <label className="faint">
          {t`Password`}
          <input
            type="password"
            autoComplete="current-password"
            required
            autoFocus
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </label>
        <Problem text={problem} />
        <div className="dialog-actions">
          <button type="submit" disabled={busy}>{t`Sign in`}</button>
        </div>
      </form>
    </Dialog>
  );
}

/** Continues on the page once the user has signed in; another user starts afresh. */
function useArrival(userId: string): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const arrived = await readUserId();
    reportSignedIn(arrived);
    if (arrived !== userId) return window.location.assign("/app/");
    sessionEnded.set(false);
    return void queries.invalidateQueries();
  };
}
